import ClientModel

/// Options as text in the fields of the composer.
extension Draft {
  func text(_ field: OptionField) -> String {
    if let limit = field.limit { return text(limit: limit) }
    let rule = options.cache
    return switch field {
    case .redirects: if case .follow(let most) = options.redirects { String(most) } else { "0" }
    case .cookies: options.cookies == .jar ? "jar" : "off"
    case .version: Self.versions.first { $0.1 == options.route.version }?.0 ?? "automatic"
    case .compression: options.codings == .all ? "offered" : "off"
    case .removedHeaders: Self.list(removedHeaders)
    case .timeout: Self.seconds(options.deadlines.total)
    case .connect: Self.seconds(options.deadlines.connect)
    case .firstByte: Self.seconds(options.deadlines.firstByte)
    case .idle: Self.seconds(options.deadlines.idle)
    case .attempts: String(options.retry.attempts)
    case .repeatUnsafe: options.retry.repeatsUnsafe == .never ? "never" : "when-refused"
    case .priority: job.priority == 0 ? "" : String(job.priority)
    case .start: job.start.word ?? ""
    case .call: job.call ?? ""
    case .lane: job.lane ?? ""
    case .cache: (rule?.mode ?? .off).word
    case .storeFor: Self.seconds(rule?.storeFor)
    case .maxAge: Self.seconds(rule?.maxAge)
    case .sortQuery: rule?.key.query == .sorted ? "sorted" : "as sent"
    case .keyHeaders: Self.list(rule?.key.headers ?? [])
    case .keyBody: rule?.key.body == .included ? "yes" : "no"
    case .cacheMethods: Self.list(rule?.methods.map(\.rawValue) ?? [])
    case .cacheKey: rule?.key.name ?? ""
    case .polling: remote.map { $0 == .standard ? "auto" : "custom" } ?? "off"
    case .parsing: options.parsing == .byType ? "" : options.parsing.word
    case .filter: filter ?? ""
    case .proxy: options.route.proxy?.masked ?? ""
    case .socket: options.route.unixSocket ?? ""
    case .resolve: Self.list(options.route.resolve)
    case .verification: options.trust.verification == .full ? "checked" : "INSECURE"
    case .authorities: options.trust.authorities ?? ""
    case .certificate: options.trust.clientCertificate ?? ""
    case .key: options.trust.clientKey ?? ""
    case .pins: Self.list(options.trust.pins.map(\.description))
    case .headerBlock, .headerLine, .decodedBody, .bodyQuestion, .headerCount, .interimResponses,
      .decodedRatio:
      ""
    }
  }

  private func text(limit name: String) -> String {
    if let size = TransferLimits.sizes.first(where: { $0.name == name }) {
      return String(options.limits[keyPath: size.path].bytes)
    }
    let number = TransferLimits.numbers.first { $0.name == name }
    return number.map { String(options.limits[keyPath: $0.path]) } ?? ""
  }

  /// Sets an option to the typed or chosen text.
  ///
  /// - Returns: The problem if the text is not valid. The option is then unchanged.
  mutating func set(_ field: OptionField, to text: String) -> DraftProblem? {
    let given = text.isEmpty ? nil : text
    if let limit = field.limit {
      guard let number = Int(text), number > 0, options.limits.set(limit, to: number) else {
        return problem(field, "a whole number above 0")
      }
      return nil
    }
    switch field {
    case .redirects:
      guard let most = Int(text), (0...100).contains(most) else {
        return problem(field, "a whole number from 0 to 100")
      }
      options.redirects = most == 0 ? .stay : .follow(atMost: most)
    case .cookies: options.cookies = text == "off" ? .off : .jar
    case .version:
      options.route.version = Self.versions.first { $0.0 == text }?.1 ?? .automatic
    case .compression: options.codings = text == "off" ? .none : .all
    case .removedHeaders:
      guard let names = Self.names(text) else { return problem(field, Self.namesForm) }
      removedHeaders = names
    case .timeout where text.isEmpty: options.deadlines.total = nil
    case .timeout, .connect, .firstByte, .idle:
      guard let span = Self.span(text), span > .zero else {
        return problem(field, "seconds, such as 10 or 0.5")
      }
      switch field {
      case .timeout: options.deadlines.total = span
      case .firstByte: options.deadlines.firstByte = span
      case .idle: options.deadlines.idle = span
      default: options.deadlines.connect = span
      }
    case .attempts:
      guard let attempts = Int(text), (1...100).contains(attempts) else {
        return problem(field, "a whole number from 1 to 100")
      }
      options.retry.attempts = attempts
    case .repeatUnsafe: options.retry.repeatsUnsafe = text == "never" ? .never : .whenRefused
    case .priority:
      guard let priority = Int(given ?? "0") else { return problem(field, "a whole number") }
      job.priority = priority
    case .start:
      guard let start = text.isEmpty ? EarliestStart.atTurn : EarliestStart(word: text) else {
        return problem(field, "hold, or a time such as +90s, +5m, 14:30 or 2026-11-21T08:00")
      }
      job.start = start
    case .call:
      guard given.map(JobOptions.isIdentifier) ?? true else {
        return problem(field, "an identifier of 1 to 200 bytes without spaces")
      }
      job.call = given
    case .lane: job.lane = given
    case .cache, .storeFor, .maxAge, .sortQuery, .keyHeaders, .keyBody, .cacheMethods, .cacheKey:
      return setCache(field, to: text)
    // `custom` is the text of a rule from a request file. It cannot be typed, so the rule stays
    // unchanged.
    case .polling: if text != "custom" { remote = text == "auto" ? .standard : nil }
    case .parsing:
      guard let rule = ParsingRule(word: given ?? "auto") else {
        return problem(field, "auto, off or a media type such as application/json")
      }
      options.parsing = rule
    case .filter: filter = given
    // A proxy URL with `@` may contain a password, so the option is stored as a secret.
    case .proxy:
      options.route.proxy = given.map { $0.contains(byte: "@") ? .secret($0) : SensitiveText($0) }
    case .socket: options.route.unixSocket = given
    case .resolve: options.route.resolve = Self.items(text)
    case .verification: options.trust.verification = text == "INSECURE" ? .insecure : .full
    case .authorities: options.trust.authorities = given
    case .certificate: options.trust.clientCertificate = given
    case .key: options.trust.clientKey = given
    case .pins:
      let pins = Self.items(text).map { PublicKeyPin($0) }
      guard !pins.contains(nil) else {
        return problem(field, "sha256/ and 44 characters of base64, separated by commas")
      }
      options.trust.pins = pins.compactMap(\.self)
    case .headerBlock, .headerLine, .decodedBody, .bodyQuestion, .headerCount, .interimResponses,
      .decodedRatio:
      break
    }
    return nil
  }

  /// Sets a part of the cache rule. A rule with default values only is removed.
  private mutating func setCache(_ field: OptionField, to text: String) -> DraftProblem? {
    var rule = options.cache ?? CacheRule(mode: .off)
    switch field {
    case .storeFor, .maxAge:
      let span = Self.span(text)
      guard text.isEmpty || span != nil else {
        return problem(field, "seconds, such as 300, or empty")
      }
      if field == .storeFor { rule.storeFor = span } else { rule.maxAge = span }
    case .sortQuery: rule.key.query = text == "sorted" ? .sorted : .asSent
    case .keyHeaders:
      guard let names = Self.names(text) else { return problem(field, Self.namesForm) }
      rule.key.headers = names
    case .keyBody: rule.key.body = text == "yes" ? .included : .excluded
    case .cacheMethods:
      let methods = Self.items(text).map { HTTPMethod($0.uppercased()) }
      guard methods.allSatisfy({ $0?.mayBeCached == true }) else {
        return problem(field, "methods that only read, such as POST for a search")
      }
      rule.methods = methods.compactMap(\.self)
    case .cacheKey: rule.key.name = text.isEmpty ? nil : text
    default: rule.mode = CacheRule.Mode(word: text) ?? .off
    }
    options.cache = rule == CacheRule(mode: .off) ? nil : rule
    return nil
  }

  /// Returns whether the option has its default value.
  func hasDefault(_ field: OptionField) -> Bool { text(field) == Draft().text(field) }

  private static let versions: [(String, RouteOptions.Version)] = [
    ("automatic", .automatic), ("1.1", .http1), ("2", .http2),
  ]

  private static let namesForm = "names of headers, separated by commas"

  private static func list(_ items: [String]) -> String { items.joined(separator: ", ") }

  private static func items(_ text: String) -> [String] {
    text.pieces(at: ",").map { String($0.trimmed(of: " \t")) }.filter { !$0.isEmpty }
  }

  private static func names(_ text: String) -> [String]? {
    let names = items(text)
    return names.allSatisfy(HTTPToken.isToken) ? names : nil
  }

  private static func seconds(_ span: Duration?) -> String {
    guard let thousandths = span?.inMilliseconds else { return "" }
    return thousandths % 1000 == 0 ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
  }

  /// Returns the time for a text in seconds. Returns nil if the text is not a number from 0 to 1e9.
  private static func span(_ text: String) -> Duration? {
    guard let seconds = Double(text), (0...1e9).contains(seconds) else { return nil }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }

  private func problem(_ field: OptionField, _ wanted: String) -> DraftProblem {
    DraftProblem(
      .option(field.rawValue), what: "\(field.label) was not changed.",
      why: "It must be \(wanted).",
      whatToDo: "Correct it. \(key: .typing(.leave)) restores the previous value.")
  }
}
