import ClientModel

/// How a request is written into its row. A new field makes a new version: 2 added the span of
/// retries and the environment, 3 the cache rule, 4 a gateway where there is one, 5 stages
/// and how the answer is read where these are not the plain ones, 6 a remote rule or an outcome
/// rule of its own after all of that, 7 its endpoint behind these, 8 a filter
/// behind an endpoint that may be missing; 9 is the assertions, before all of what an earlier one is;
/// 10 is what is secret in the URL, before all of that; 11 the names of a workspace before it.
extension PreparedRequest {
  private static let (version, gatewayVersion, stagesVersion): (UInt8, UInt8, UInt8) = (3, 4, 5)
  private static let (remoteVersion, endpointVersion, filterVersion): (UInt8, UInt8, UInt8) =
    (6, 7, 8)
  private static let (assertionsVersion, urlSecretsVersion): (UInt8, UInt8) = (9, 10)
  private static let namesVersion: UInt8 = 11

  func write(to writer: inout ByteWriter) throws(Failure) {
    if credentialNames != .standard {
      writer.byte(Self.namesVersion)
      try credentialNames.write(to: &writer)
    }
    if !urlSecrets.isEmpty {
      writer.byte(Self.urlSecretsVersion)
      try writeURL(to: &writer)
    }
    if !assertions.isEmpty {
      writer.byte(Self.assertionsVersion)
      try writer.list(assertions) { (w, assertion) throws(Failure) in w.text(assertion.text) }
    }
    let isRemote = remote != nil || outcome != nil || endpoint != nil || filter != nil
    let hasStages = hasStages || isRemote
    writer.byte(
      isRemote
        ? filter != nil
          ? Self.filterVersion : endpoint == nil ? Self.remoteVersion : Self.endpointVersion
        : hasStages ? Self.stagesVersion : gateway == nil ? Self.version : Self.gatewayVersion)
    writer.text(method.rawValue)
    writer.text(urlSecrets.isEmpty ? url : "")
    origin.write(to: &writer)
    try writer.list(secretQuery) { (w, field) throws(Failure) in try field.write(to: &w) }
    try writer.list(headers) { (w, field) throws(Failure) in try field.write(to: &w) }
    try body.write(to: &writer)
    try writer.optional(credentials) { (w, value) throws(Failure) in try value.write(to: &w) }
    try options.write(to: &writer)
    try writer.optional(idempotencyKey) { (w, value) throws(Failure) in w.text(value) }
    writer.span(options.retry.span)
    writer.text(environment)
    try writer.optional(options.cache) { (w, rule) throws(Failure) in try rule.write(to: &w) }
    if hasStages {
      writer.text(options.parsing.word)
      try writer.optional(gateway) { (w, use) throws(Failure) in
        try use.write(to: &w)
        try use.writeStages(to: &w)
      }
    } else if let gateway {
      try gateway.write(to: &writer)
    }
    guard isRemote else { return }
    try writer.optional(remote) { (w, use) throws(Failure) in try use.write(to: &w) }
    try writer.optional(outcome) { (w, rule) throws(Failure) in try rule.write(to: &w) }
    if let filter {
      try writer.optional(endpoint) { (w, name) throws(Failure) in
        w.text(name.catalog)
        w.text(name.endpoint)
      }
      return writer.text(filter)
    }
    guard let endpoint else { return }
    writer.text(endpoint.catalog)
    writer.text(endpoint.endpoint)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    let version = try reader.byte()
    if version == Self.namesVersion {
      let names = try CredentialNames(from: &reader)
      try self.init(from: &reader)
      guard credentialNames == .standard else { throw .damaged("its names stand twice") }
      hideURLSecrets(named: names)
      return
    }
    if version == Self.urlSecretsVersion {
      let pieces = try reader.list { (r) throws(Failure) in
        try r.flag()
          ? SecretPlaces.Piece(text: try r.secret(), isSecret: true)
          : SecretPlaces.Piece(text: try r.text(), isSecret: false)
      }
      try self.init(from: &reader)
      setURL(pieces)
      return
    }
    if version == Self.assertionsVersion {
      let assertions = try reader.list { (r) throws(Failure) in try Assertion(from: &r) }
      try self.init(from: &reader)
      guard self.assertions.isEmpty else { throw .damaged("its assertions stand twice") }
      self.assertions = assertions
      return
    }
    guard 1...Self.filterVersion ~= version else { throw .damaged("its version is unknown") }
    guard let method = HTTPMethod(try reader.text()) else {
      throw .damaged("the method is not a token")
    }
    self.init(
      method: method, url: try reader.text(), origin: try Origin(from: &reader),
      secretQuery: try reader.list { (r) throws(Failure) in try HeaderField(from: &r) },
      headers: try reader.list { (r) throws(Failure) in try HeaderField(from: &r) },
      body: try PreparedBody(from: &reader),
      credentials: try reader.optional { (r) throws(Failure) in try Credentials(from: &r) },
      options: try TransportOptions(from: &reader),
      idempotencyKey: try reader.optional { (r) throws(Failure) in try r.text() })
    guard version > 1 else { return }
    options.retry.span = try reader.span()
    environment = try reader.text()
    guard version > 2 else { return }
    options.cache = try reader.optional { (r) throws(Failure) in try CacheRule(from: &r) }
    if version == Self.gatewayVersion { gateway = try GatewayUse(from: &reader) }
    guard version >= Self.stagesVersion else { return }
    guard let parsing = ParsingRule(word: try reader.text()) else {
      throw .damaged("how the answer is read is unknown")
    }
    options.parsing = parsing
    gateway = try reader.optional { (r) throws(Failure) in
      var use = try GatewayUse(from: &r)
      try use.readStages(from: &r)
      return use
    }
    guard version >= Self.remoteVersion else { return }
    remote = try reader.optional { (r) throws(Failure) in try RemoteUse(from: &r) }
    outcome = try reader.optional { (r) throws(Failure) in try OutcomeRule(from: &r) }
    if version == Self.filterVersion {
      endpoint = try reader.optional { (r) throws(Failure) in
        EndpointName(catalog: try r.text(), endpoint: try r.text())
      }
      filter = try reader.text()
    }
    guard version == Self.endpointVersion else { return }
    endpoint = EndpointName(catalog: try reader.text(), endpoint: try reader.text())
  }
}

extension PreparedRequest {
  private func writeURL(to writer: inout ByteWriter) throws(Failure) {
    try writer.list(urlSecrets.pieces(of: url)) { (w, piece) throws(Failure) in
      w.flag(piece.isSecret)
      if piece.isSecret { try w.secret(piece.text) } else { w.text(piece.text) }
    }
  }

  private var hasStages: Bool {
    if options.parsing != .byType { return true }
    guard let gateway else { return false }
    return gateway.middleware != .none || !gateway.submitted.isEmpty
  }
}

extension Assertion {
  init(from reader: inout ByteReader) throws(Failure) {
    let text = try reader.text()
    do throws(Problem) { try self.init(text) } catch {
      throw .damaged("an assertion cannot be read")
    }
  }
}

extension Origin {
  func write(to writer: inout ByteWriter) {
    writer.text(scheme)
    writer.text(host)
    writer.signed(Int64(port))
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      scheme: try reader.text(), host: try reader.text(),
      port: Int(truncatingIfNeeded: try reader.signed()))
  }
}

extension HeaderField {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(name)
    try sealedValue.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(try reader.text(), try SensitiveText(from: &reader))
  }
}

extension SensitiveText {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.count(parts.count)
    for part in parts {
      switch part {
      case .plain(let text):
        writer.byte(0)
        writer.text(text)
      case .literal(let secret, let encoding):
        writer.byte(1)
        writer.byte(encoding.rawValue)
        try writer.secret(secret.reveal())
      case .reference(let reference, let encoding):
        writer.byte(2)
        writer.byte(encoding.rawValue)
        writer.text(reference.description)
      }
    }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      try reader.list { (reader) throws(Failure) -> Part in
        switch try reader.byte() {
        case 0: return .plain(try reader.text())
        case 1:
          let encoding = try reader.choice(Encoding.self)
          return .literal(Secret(try reader.secret()), encoding)
        case 2:
          let encoding = try reader.choice(Encoding.self)
          guard let reference = SecretReference(try reader.text()) else {
            throw .damaged("a secret's reference is unknown")
          }
          return .reference(reference, encoding)
        default: throw .damaged("a part of a text is unknown")
        }
      })
  }
}

extension Credentials {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.byte(scheme.code)
    for value in values { try value.write(to: &writer) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    guard let scheme = AuthScheme(code: try reader.byte()) else {
      throw .damaged("a kind of credentials is unknown")
    }
    try self.init(scheme) { (_) throws(Failure) in try SensitiveText(from: &reader) }
  }
}
