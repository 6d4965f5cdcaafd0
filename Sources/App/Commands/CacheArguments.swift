public import ArgumentParser
public import ClientModel

/// The options of `send` and `queue add` for the response cache.
struct CacheArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The mode of the response cache.", valueName: "mode"))
  var cache: CacheRule.Mode?
  @Option(
    help: ArgumentHelp(
      "The lifetime of a response that does not specify one; no-store takes precedence.",
      valueName: "s"))
  var storeFor: Double?
  @Option(
    help: ArgumentHelp(
      "The maximum age of a cached response; 0 accepts any, even a stale one.",
      valueName: "s"))
  var maxAge: Double?
  @Option(
    help: ArgumentHelp(
      "A part of the cache key: `sorted` ignores the query's order, `body` adds the body, "
        + "`header:NAME` adds a header, `name:TEXT` replaces URL, method and body. May be repeated.",
      valueName: "part"),
    completion: .list(["sorted", "body", "header:", "name:"]))
  var cacheKey: [String] = []
  @Option(
    help: ArgumentHelp(
      "Another method whose responses are cached, such as POST for a search; may be repeated.",
      valueName: "method"),
    completion: .list(["POST", "QUERY"]))
  var cacheMethod: [String] = []

  /// Returns the cache rule. Returns nil if no option requests the cache.
  func rule() throws(UsageProblem) -> CacheRule? {
    guard cache != nil || storeFor != nil else {
      let idle =
        maxAge != nil
        ? "--max-age"
        : !cacheKey.isEmpty ? "--cache-key" : cacheMethod.isEmpty ? nil : "--cache-method"
      if let idle {
        throw UsageProblem(
          what: "\(idle) has no effect here.",
          why: "The cache is used only with --cache or --store-for.",
          whatToDo: "Add --cache fresh, for instance.")
      }
      return nil
    }
    return CacheRule(
      mode: cache ?? .off, storeFor: try Self.span(storeFor, "--store-for"),
      maxAge: try Self.span(maxAge, "--max-age"), key: try key(), methods: try methods())
  }

  private func methods() throws(UsageProblem) -> [HTTPMethod] {
    var methods: [HTTPMethod] = []
    for name in cacheMethod {
      guard let method = HTTPMethod(name.uppercased()), method.mayBeCached else {
        throw UsageProblem(
          what: "`\(Console.safe(name))` is not a valid value for --cache-method.",
          why: "Responses to this method cannot be cached.",
          whatToDo: "Write, for instance, --cache-method POST for a search.")
      }
      methods.append(method)
    }
    return methods
  }

  private func key() throws(UsageProblem) -> CacheKeyRule {
    var key = CacheKeyRule()
    for part in cacheKey {
      switch part {
      case "sorted": key.query = .sorted
      case "body": key.body = .included
      case _ where part.begins(with: "header:") && HTTPToken.isToken(part.dropping(bytes: 7)):
        key.headers.append(String(part.dropping(bytes: 7)))
      case _ where part.begins(with: "name:") && part.utf8.count > 5:
        key.name = String(part.dropping(bytes: 5))
      default:
        throw UsageProblem(
          what: "--cache-key \(Console.safe(part)) is not a part of a key.",
          why: "The parts are sorted, body, header:NAME and name:TEXT.",
          whatToDo: "Write, for instance, --cache-key header:X-Tenant.")
      }
    }
    return key
  }

  private static func span(
    _ seconds: Double?, _ option: String
  ) throws(UsageProblem) -> Duration? {
    guard let seconds else { return nil }
    guard seconds >= 0, seconds < 1e9 else {
      throw UsageProblem(
        what: "\(option) \(seconds) is not a valid duration.", why: "It must be 0 seconds or more.",
        whatToDo: "Write it in seconds, such as 300.")
    }
    return .milliseconds(Int64(seconds * 1000))
  }
}

extension CacheRule.Mode: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
  public static var allValueStrings: [String] { allCases.map(\.word) }
  /// The explanation of the mode. The help lists every mode with an explanation.
  public var defaultValueDescription: String {
    switch self {
    case .off: "does not read the cache."
    case .fresh: "serves fresh responses and validates stale ones."
    case .only: "never contacts the server."
    case .refresh: "always contacts the server."
    }
  }
  public static var allValueDescriptions: [String: String] {
    Dictionary(uniqueKeysWithValues: allCases.map { ($0.word, $0.defaultValueDescription) })
  }
}
