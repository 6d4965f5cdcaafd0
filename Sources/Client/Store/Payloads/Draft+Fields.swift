import ClientModel

/// The stored fields of a draft. They are written only into sealed records, because a draft
/// contains secrets in plain text.
extension Draft: PayloadFields {
  static let blank = Draft()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    var remoteQuery = remote?.query ?? []
    try coder.field(1, &name)
    try coder.field(2, &method, default: "GET")
    try coder.field(3, &url)
    try coder.field(4, &pathVariables)
    try coder.field(5, &query)
    try coder.field(6, &headers)
    try coder.field(7, &body, default: .none)
    try coder.field(8, &authorization)
    try coder.fields(9, of: &options)
    try coder.field(10, &idempotencyKey)
    try coder.field(11, &removedHeaders)
    try coder.field(12, &gateway)
    try coder.field(13, &endpoint)
    try coder.field(14, &endpointChoice.mediaType)
    try coder.field(15, &endpointChoice.security)
    try coder.field(16, &remote)
    try coder.field(17, &remoteQuery)
    try coder.field(18, &outcome)
    try coder.field(19, &filter)
    try coder.field(20, &assertions)
    try coder.field(21, &paging)
    try coder.fields(22, of: &job)
    try coder.field(23, &folder)
    remote?.query = remoteQuery
  }
}

extension JobOptions: PayloadFields {
  static let blank = JobOptions()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    var word = start.word
    try coder.field(1, &priority)
    try coder.field(2, &word)
    try coder.field(3, &lane)
    try coder.field(4, &call)
    if coder.isReading { start = word.flatMap(EarliestStart.init(word:)) ?? .atTurn }
  }
}

extension DraftField: PayloadFields {
  static let blank = DraftField("", "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &value)
    try coder.field(3, &mark, default: .plain)
  }
}

extension DraftBody: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .none)
    try coder.one(2, &choice, Self.json) { if case .json(let text) = $0 { text } else { nil } }
    try coder.one(
      3, &choice, { Self.text($0.first, mediaType: $0.second) },
      {
        if case .text(let text, let mediaType) = $0 { Pair(text, mediaType) } else { nil }
      })
    try coder.one(4, &choice, Self.form) { if case .form(let fields) = $0 { fields } else { nil } }
    try coder.one(5, &choice, Self.multipart) {
      if case .multipart(let parts) = $0 { parts } else { nil }
    }
    try coder.one(
      6, &choice, { Self.file(path: $0.first, mediaType: $0.second) },
      {
        if case .file(let path, let mediaType) = $0 { Pair(path, mediaType) } else { nil }
      })
    try coder.one(
      7, &choice, { Self.bytes($0.first, mediaType: $0.second) },
      {
        if case .bytes(let bytes, let mediaType) = $0 { Pair(bytes, mediaType) } else { nil }
      })
    try coder.one(8, &choice, Self.graphQL) {
      if case .graphQL(let request) = $0 { request } else { nil }
    }
  }
}

extension GraphQLRequest: PayloadFields {
  static let blank = GraphQLRequest()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &query)
    try coder.field(2, &variables)
    try coder.field(3, &operation)
  }
}

extension DraftPart: PayloadFields {
  static let blank = DraftPart(name: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &value)
    try coder.field(3, &path)
    try coder.field(4, &fileName)
    try coder.field(5, &mediaType)
    try coder.field(6, &mark, default: .plain)
  }
}
