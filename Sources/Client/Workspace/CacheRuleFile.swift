import ClientModel
import ClientYAML

/// The `cache` of a saved request's options.
///
///     cache:
///       mode: fresh        # off, fresh, only, refresh
///       store-for: 300     # seconds
///       max-age: 60        # seconds
///       sort-query: true
///       headers: [X-Tenant]
///       body: true
///       methods: [POST]
///       key: search {{word}}
enum CacheRuleFile {
  static let keys = [
    "mode", "store-for", "max-age", "sort-query", "headers", "body", "methods", "key",
  ]

  static func rule(_ node: YAMLNode) throws(YAMLProblem) -> CacheRule {
    let file = try node.fields(known: keys)
    var modes: [String: CacheRule.Mode] = [:]
    for mode in CacheRule.Mode.allCases { modes[mode.word] = mode }
    var rule = CacheRule(mode: try file["mode"]?.choice(modes) ?? .off)
    rule.storeFor = try span(file["store-for"])
    rule.maxAge = try span(file["max-age"])
    if try file["sort-query"]?.boolean() ?? false { rule.key.query = .sorted }
    for name in try file["headers"]?.list() ?? [] { rule.key.headers.append(try header(name)) }
    if try file["body"]?.boolean() ?? false { rule.key.body = .included }
    rule.methods = try methods(file["methods"])
    rule.key.name = try file["key"].map { node throws(YAMLProblem) in try keyName(node) }
    return rule
  }

  /// Reads the `methods` of a request, gateway or graph: the methods to cache in addition to GET.
  static func methods(_ node: YAMLNode?) throws(YAMLProblem) -> [HTTPMethod] {
    var methods: [HTTPMethod] = []
    for name in try node?.list() ?? [] {
      guard let method = HTTPMethod(try name.text().uppercased()), method.mayBeCached else {
        throw YAMLProblem(
          name.place, why: "Responses to `\(try name.text().prefix(20))` cannot be cached.",
          whatToDo: "Name a method that only reads, such as POST for a search.")
      }
      methods.append(method)
    }
    return methods
  }

  /// Reads the `key` of a request, gateway or graph: a cache key that the user defines.
  static func keyName(_ node: YAMLNode) throws(YAMLProblem) -> String {
    let name = try node.text()
    guard !name.isEmpty else {
      throw YAMLProblem(
        node.place, why: "The key is empty.",
        whatToDo: "Write text such as `search {{word}}`, or remove the line.")
    }
    return name
  }

  static func value(_ rule: CacheRule) -> YAMLValue {
    var fields: [YAMLValue.Field] = [.init("mode", .text(rule.mode.word))]
    if let span = rule.storeFor { fields.append(.init("store-for", seconds(span))) }
    if let span = rule.maxAge { fields.append(.init("max-age", seconds(span))) }
    if rule.key.query == .sorted { fields.append(.init("sort-query", .boolean(true))) }
    if !rule.key.headers.isEmpty {
      fields.append(.init("headers", .list(rule.key.headers.map(YAMLValue.text))))
    }
    if rule.key.body == .included { fields.append(.init("body", .boolean(true))) }
    return .mapping(fields + self.fields(rule.methods, keyName: rule.key.name))
  }

  static func fields(_ methods: [HTTPMethod], keyName: String?) -> [YAMLValue.Field] {
    var fields: [YAMLValue.Field] = []
    if !methods.isEmpty {
      fields.append(.init("methods", .list(methods.map { .text($0.rawValue) })))
    }
    if let keyName { fields.append(.init("key", .text(keyName))) }
    return fields
  }

  private static func header(_ node: YAMLNode) throws(YAMLProblem) -> String {
    let name = try node.text()
    guard HTTPToken.isToken(name) else {
      throw YAMLProblem(
        node.place, why: "\(name) is not a header name.", whatToDo: "Write one such as X-Tenant.")
    }
    return name
  }

  private static func span(_ node: YAMLNode?) throws(YAMLProblem) -> Duration? {
    guard let node else { return nil }
    let number = try node.number()
    guard number >= 0, number <= 1_000_000_000 else {
      throw YAMLProblem(
        node.place, why: "\(number) seconds is not a valid duration.",
        whatToDo: "Write seconds, such as 300."
      )
    }
    return .milliseconds(Int64((number * 1000).rounded()))
  }

  static func seconds(_ span: Duration) -> YAMLValue {
    let milliseconds = span.inMilliseconds
    return milliseconds % 1000 == 0
      ? .integer(Int(milliseconds / 1000)) : .number(Double(milliseconds) / 1000)
  }
}
