import ClientModel

/// Options as text in the fields of the composer.
extension TransportOptions {
  func text(_ field: OptionField) -> String {
    switch field {
    case .redirects:
      if case .follow(let most) = redirects { String(most) } else { "0" }
    case .attempts: String(retry.attempts)
    case .cookies: cookies == .jar ? "jar" : "off"
    case .cache: (cache?.mode ?? .off).word
    case .version: Self.versions.first { $0.1 == route.version }?.0 ?? "automatic"
    case .timeout: deadlines.total.map(Self.seconds) ?? ""
    case .connect: Self.seconds(deadlines.connect)
    case .firstByte: Self.seconds(deadlines.firstByte)
    case .idle: Self.seconds(deadlines.idle)
    case .proxy: route.proxy?.masked ?? ""
    case .socket: route.unixSocket ?? ""
    case .verification: trust.verification == .full ? "checked" : "INSECURE"
    case .authorities: trust.authorities ?? ""
    case .certificate: trust.clientCertificate ?? ""
    case .key: trust.clientKey ?? ""
    }
  }

  /// Sets an option to the typed or chosen text.
  ///
  /// - Returns: The problem if the text is not valid. The option is then unchanged.
  mutating func set(_ field: OptionField, to text: String) -> DraftProblem? {
    switch field {
    case .redirects:
      guard let most = Int(text), (0...100).contains(most) else {
        return problem(field, "a whole number from 0 to 100")
      }
      redirects = most == 0 ? .stay : .follow(atMost: most)
    case .attempts:
      guard let attempts = Int(text), (1...100).contains(attempts) else {
        return problem(field, "a whole number from 1 to 100")
      }
      retry.attempts = attempts
    case .cookies: cookies = text == "off" ? .off : .jar
    case .cache: setCache(CacheRule.Mode(word: text) ?? .off)
    case .version: route.version = Self.versions.first { $0.0 == text }?.1 ?? .automatic
    case .timeout:
      guard !text.isEmpty else {
        deadlines.total = nil
        return nil
      }
      guard let span = Self.span(text) else { return problem(field, "seconds, such as 30 or 0.5") }
      deadlines.total = span
    case .connect, .firstByte, .idle:
      guard let span = Self.span(text) else { return problem(field, "seconds, such as 10 or 0.5") }
      switch field {
      case .firstByte: deadlines.firstByte = span
      case .idle: deadlines.idle = span
      default: deadlines.connect = span
      }
    // A proxy URL with `@` may contain a password, so the option is stored as a secret.
    case .proxy:
      route.proxy =
        text.isEmpty ? nil : text.contains(byte: "@") ? .secret(text) : SensitiveText(text)
    case .socket: route.unixSocket = text.isEmpty ? nil : text
    case .verification: trust.verification = text == "INSECURE" ? .insecure : .full
    case .authorities: trust.authorities = text.isEmpty ? nil : text
    case .certificate: trust.clientCertificate = text.isEmpty ? nil : text
    case .key: trust.clientKey = text.isEmpty ? nil : text
    }
    return nil
  }

  /// Sets the cache mode. The remaining cache settings are kept. For `off`, all cache settings are
  /// removed unless `storeFor` is set.
  private mutating func setCache(_ mode: CacheRule.Mode) {
    var rule = cache ?? CacheRule(mode: mode)
    rule.mode = mode
    cache = mode == .off && rule.storeFor == nil ? nil : rule
  }

  private static let versions: [(String, RouteOptions.Version)] = [
    ("automatic", .automatic), ("1.1", .http1), ("2", .http2),
  ]

  private static func seconds(_ span: Duration) -> String {
    let thousandths = span.inMilliseconds
    return thousandths % 1000 == 0 ? "\(thousandths / 1000)" : "\(Double(thousandths) / 1000)"
  }

  private static func span(_ text: String) -> Duration? {
    guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else { return nil }
    return .milliseconds(Int64(seconds * 1000))
  }

  private func problem(_ field: OptionField, _ wanted: String) -> DraftProblem {
    DraftProblem(
      .option(field.rawValue), what: "\(field.label) was not changed.",
      why: "It must be \(wanted).",
      whatToDo: "Type \(wanted).")
  }
}
