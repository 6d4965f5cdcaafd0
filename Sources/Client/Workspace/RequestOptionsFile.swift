import ClientModel
import ClientYAML

/// The `options` of a saved request. Default values are not written.
enum RequestOptionsFile {
  static let keys = [
    "insecure", "cacert", "cert", "key", "pins", "http", "proxy", "unix-socket", "resolve",
    "connect-timeout", "first-byte", "idle", "timeout", "max-redirects", "attempts",
    "repeat-unsafe", "cookies", "compression", "cache", "limits", "parse",
  ]

  /// Reads the options of a request.
  ///
  /// - Parameter folder: The folder of pinned key files, or nil if the draft contains the pins
  ///   themselves.
  static func options(
    _ node: YAMLNode, in folder: WorkspaceFolder?
  ) throws(YAMLProblem) -> TransportOptions {
    let file = try node.fields(known: keys)
    var options = TransportOptions()
    if try file["insecure"]?.boolean() ?? false { options.trust.verification = .insecure }
    options.trust.authorities = try file["cacert"]?.text()
    options.trust.clientCertificate = try file["cert"]?.text()
    options.trust.clientKey = try file["key"]?.text()
    for pin in try file["pins"]?.list() ?? [] {
      options.trust.pins.append(try PinEntry(folder: folder).pin(pin))
    }
    options.route.version =
      try file["http"]?.choice(["1": .http1, "2": .http2, "auto": .automatic]) ?? .automatic
    options.route.proxy = try file["proxy"]?.text().asSensitive
    options.route.unixSocket = try file["unix-socket"]?.text()
    for entry in try file["resolve"]?.list() ?? [] {
      options.route.resolve.append(try entry.text())
    }
    if let time = try seconds(file["connect-timeout"]) { options.deadlines.connect = time }
    if let time = try seconds(file["first-byte"]) { options.deadlines.firstByte = time }
    if let time = try seconds(file["idle"]) { options.deadlines.idle = time }
    options.deadlines.total = try seconds(file["timeout"])
    if let most = try natural(file["max-redirects"]) {
      options.redirects = most == 0 ? .stay : .follow(atMost: most)
    }
    if let attempts = try natural(file["attempts"]) { options.retry.attempts = max(1, attempts) }
    if let repeats = file["repeat-unsafe"] {
      options.retry.repeatsUnsafe = try repeats.choice([
        "never": .never, "when-refused": .whenRefused,
      ])
    }
    options.cookies = try file["cookies"]?.boolean() ?? true ? .jar : .off
    options.codings = try file["compression"]?.boolean() ?? true ? .all : .none
    options.cache = try file["cache"].map { node throws(YAMLProblem) in
      try CacheRuleFile.rule(node)
    }
    if let parse = file["parse"] { options.parsing = try Self.parsing(parse) }
    if let limits = file["limits"] { try read(limits, into: &options.limits) }
    return options
  }

  static func fields(_ options: TransportOptions) -> [YAMLValue.Field] {
    let plain = TransportOptions()
    var fields: [YAMLValue.Field] = []
    func add(_ key: String, _ value: YAMLValue?) {
      if let value { fields.append(.init(key, value)) }
    }
    let (trust, route, times) = (options.trust, options.route, options.deadlines)
    add("insecure", trust.verification == .insecure ? .boolean(true) : nil)
    add("cacert", trust.authorities.map(YAMLValue.text))
    add("cert", trust.clientCertificate.map(YAMLValue.text))
    add("key", trust.clientKey.map(YAMLValue.text))
    add("pins", trust.pins.isEmpty ? nil : .list(trust.pins.map { .text($0.description) }))
    switch route.version {
    case .automatic: break
    case .http1: add("http", .integer(1))
    case .http2: add("http", .integer(2))
    }
    add("proxy", route.proxy.map { .text($0.asTyped) })
    add("unix-socket", route.unixSocket.map(YAMLValue.text))
    add("resolve", route.resolve.isEmpty ? nil : .list(route.resolve.map(YAMLValue.text)))
    add("connect-timeout", times.connect == plain.deadlines.connect ? nil : seconds(times.connect))
    add("first-byte", times.firstByte == plain.deadlines.firstByte ? nil : seconds(times.firstByte))
    add("idle", times.idle == plain.deadlines.idle ? nil : seconds(times.idle))
    add("timeout", times.total.map(seconds))
    switch options.redirects {
    case .stay: add("max-redirects", .integer(0))
    case .follow(let most):
      if options.redirects != plain.redirects { add("max-redirects", .integer(most)) }
    }
    if options.retry.attempts != plain.retry.attempts {
      add("attempts", .integer(options.retry.attempts))
    }
    if options.retry.repeatsUnsafe == .whenRefused { add("repeat-unsafe", .text("when-refused")) }
    if options.cookies == .off { add("cookies", .boolean(false)) }
    if options.codings == .none { add("compression", .boolean(false)) }
    add("cache", options.cache.map(CacheRuleFile.value))
    add("parse", options.parsing == .byType ? nil : .text(options.parsing.word))
    var limits: [YAMLValue.Field] = []
    for (key, path, _) in TransferLimits.sizes
    where options.limits[keyPath: path] != plain.limits[keyPath: path] {
      limits.append(.init(key, .integer(Int(options.limits[keyPath: path].bytes))))
    }
    for (key, path, _) in TransferLimits.numbers
    where options.limits[keyPath: path] != plain.limits[keyPath: path] {
      limits.append(.init(key, .integer(options.limits[keyPath: path])))
    }
    add("limits", limits.isEmpty ? nil : .mapping(limits))
    return fields
  }

  private static func read(
    _ node: YAMLNode, into limits: inout TransferLimits
  ) throws(YAMLProblem) {
    let file = try node.fields(known: TransferLimits.names)
    for (key, path, _) in TransferLimits.sizes {
      if let count = try natural(file[key]) { limits[keyPath: path] = ByteCount(count) }
    }
    for (key, path, _) in TransferLimits.numbers {
      if let count = try natural(file[key]) { limits[keyPath: path] = count }
    }
  }

  private static func parsing(_ node: YAMLNode) throws(YAMLProblem) -> ParsingRule {
    let word = try node.text()
    if let rule = ParsingRule(word: word) { return rule }
    throw YAMLProblem(
      node.place, why: "`\(word.prefix(40))` is not a valid value for `parse`.",
      whatToDo: "Write auto, off, or a media type such as application/json.")
  }

  private static func natural(_ node: YAMLNode?) throws(YAMLProblem) -> Int? {
    guard let node else { return nil }
    let number = try node.integer()
    guard number >= 0 else {
      throw YAMLProblem(
        node.place, why: "\(number) is negative.", whatToDo: "Write 0 or a larger number.")
    }
    return number
  }

  private static func seconds(_ node: YAMLNode?) throws(YAMLProblem) -> Duration? {
    guard let node else { return nil }
    let number = try node.number()
    guard number > 0, number <= 1_000_000_000 else {
      throw YAMLProblem(
        node.place, why: "\(number) seconds is out of range.",
        whatToDo: "Write seconds, such as 10 or 0.5.")
    }
    return .milliseconds(Int64((number * 1000).rounded()))
  }

  private static func seconds(_ time: Duration) -> YAMLValue {
    let milliseconds = time.inMilliseconds
    return milliseconds % 1000 == 0
      ? .integer(Int(milliseconds / 1000)) : .number(Double(milliseconds) / 1000)
  }
}

extension String {
  var asSensitive: SensitiveText {
    SecretReference(self).map { SensitiveText([.reference($0, .none)]) } ?? SensitiveText(self)
  }
}

extension SensitiveText {
  /// The text as a user types it, with references to secrets. Saving rejects literal secrets.
  var asTyped: String {
    parts.map { part in
      switch part {
      case .plain(let text): text
      case .literal: ""
      case .reference(let reference, _): reference.description
      }
    }.joined()
  }
}

/// An entry of `pins`: a pin, or the path of a certificate or public key file.
struct PinEntry {
  let folder: WorkspaceFolder?

  func pin(_ node: YAMLNode) throws(YAMLProblem) -> PublicKeyPin {
    let text = try node.text()
    if let pin = PublicKeyPin(text) { return pin }
    guard let folder, !PublicKeyPin.isWritten(in: text) else {
      throw YAMLProblem(
        node.place, why: "`\(text.prefix(60))` is not a public key pin.", whatToDo: Self.advice)
    }
    let bytes: [UInt8]?
    do throws(WorkspaceProblem) {
      bytes = try folder.bytes(text)
    } catch {
      throw YAMLProblem(
        node.place, why: "The pin cannot be read. \(error.what) \(error.why)",
        whatToDo: error.whatToDo)
    }
    guard let bytes else {
      throw YAMLProblem(
        node.place, why: "The workspace has no file `\(text.prefix(60))`.", whatToDo: Self.advice)
    }
    do {
      return try PublicKeyPin(file: bytes)
    } catch {
      throw YAMLProblem(
        node.place, why: "`\(text.prefix(60))` cannot be pinned. \(error.why)",
        whatToDo: error.whatToDo)
    }
  }

  private static let advice = """
    Write sha256/ and 44 characters of base64, or the path of a PEM or DER file with a certificate or a \
    public key, relative to weir.yaml.
    """
}
