import ClientModel

extension PreparedRequest: PayloadFields {
  static let blank = PreparedRequest(method: .get, url: "", origin: .blank)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    // A URL with secrets is written in parts, of which the secret ones are sealed.
    var plainURL = urlSecrets.isEmpty ? url : ""
    var pieces = urlSecrets.isEmpty ? [] : urlSecrets.pieces(of: url)
    var names = workspaceNames
    try coder.field(1, &method, default: .get)
    try coder.field(2, &plainURL)
    try coder.field(3, &pieces)
    try coder.field(4, &names)
    try coder.fields(5, of: &origin)
    try coder.field(6, &secretQuery)
    try coder.field(7, &headers)
    try coder.field(8, &body, default: .none)
    try coder.field(9, &credentials)
    try coder.fields(10, of: &options)
    try coder.field(11, &idempotencyKey)
    try coder.field(12, &environment)
    try coder.field(13, &gateway)
    try coder.field(14, &remote)
    try coder.field(15, &outcome)
    try coder.field(16, &endpoint)
    try coder.field(17, &filter)
    try coder.field(18, &assertions)
    try coder.field(19, &paging)
    try coder.field(20, &secretQueryPlaces)
    guard coder.isReading else { return }
    if pieces.isEmpty { url = plainURL } else { setURL(pieces) }
    if let names { hideURLSecrets(named: names) }
  }
}

extension Origin: PayloadFields {
  static let blank = Origin(scheme: "", host: "", port: 0)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    var (scheme, host, port) = (scheme, host, port)
    try coder.field(1, &scheme)
    try coder.field(2, &host)
    try coder.field(3, &port)
    if coder.isReading { self = Origin(scheme: scheme, host: host, port: port) }
  }
}

extension PreparedBody: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .none)
    try coder.one(2, &choice, Self.text) { if case .text(let text) = $0 { text } else { nil } }
    try coder.one(3, &choice, Self.bytes) { if case .bytes(let bytes) = $0 { bytes } else { nil } }
    try coder.one(4, &choice, Self.file) { if case .file(let file) = $0 { file } else { nil } }
    try coder.one(
      5, &choice, { Self.multipart(boundary: $0.first, parts: $0.second) },
      {
        if case .multipart(let boundary, let parts) = $0 { Pair(boundary, parts) } else { nil }
      })
  }
}

extension FileReference: PayloadFields {
  static let blank = FileReference(path: "", size: 0, modified: 0, inode: 0)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &path)
    try coder.field(2, &size)
    try coder.field(3, &modified)
    try coder.field(4, &inode)
  }
}

extension MultipartPart: PayloadFields {
  static let blank = MultipartPart(name: "", content: .text(.empty))

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &content, default: .text(.empty))
    try coder.field(3, &fileName)
    try coder.field(4, &mediaType)
  }
}

extension MultipartPart.Content: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.text) { if case .text(let text) = $0 { text } else { nil } }
    try coder.one(2, &choice, Self.file) { if case .file(let file) = $0 { file } else { nil } }
  }
}

extension EndpointName: PayloadFields {
  static let blank = EndpointName(catalog: "", endpoint: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &catalog)
    try coder.field(2, &endpoint)
  }
}

extension GatewayUse: PayloadFields {
  static let blank = GatewayUse(name: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &outcome)
    try coder.field(3, &middleware, default: .none)
    try coder.field(4, &submitted)
    try coder.field(5, &pause, default: .never)
  }
}

extension StageNote: PayloadFields {
  static let blank = StageNote("", .submit, .passed)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &phase, default: .submit)
    try coder.field(3, &end, default: .passed)
    try coder.field(4, &took)
  }
}

/// The stored fields of a redirect that a job follows. If this or an earlier request contains
/// secrets, the fields are sealed as one value, because the URL may repeat a secret.
extension RedirectHop {
  private static let blank = RedirectHop(number: 0, request: .blank, displayURL: "")

  func write(to writer: inout PayloadWriter) throws(Failure) {
    let isSealed = lineage == .secrets || request.carriesSecrets || !echoes.isEmpty
    var hop = self
    try writer.record(isSealed ? .sealed : .plain) { (w) throws(Failure) in try hop.fields(&w) }
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    var hop = Self.blank
    _ = try reader.record { (r) throws(Failure) in try hop.fields(&r) }
    self = hop
  }

  private mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    var followsSecrets = lineage == .secrets
    try coder.field(1, &number)
    try coder.fields(2, of: &request)
    try coder.field(3, &displayURL)
    try coder.field(4, &followsSecrets)
    try coder.field(5, &echoes)
    lineage = followsSecrets ? .secrets : .plain
  }
}
