import ClientCore
import ClientModel

/// The stored fields of an attempt's result. If the request contained secrets, the fields are
/// sealed as one value, because the response may repeat the secrets in any form.
extension AttemptResult {
  private static let blank = AttemptResult(end: .responded)

  func write(to writer: inout PayloadWriter, protection: AttemptEnd.Protection) throws(Failure) {
    // An incomplete head may contain cookies and tokens anywhere. In a complete head, these are
    // sealed separately.
    let isSealed = head == nil && body.length > 0
    var result = self
    try writer.record(isSealed ? .sealed : protection) { (w) throws(Failure) in
      try result.fields(&w)
    }
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    var result = Self.blank
    _ = try reader.record { (r) throws(Failure) in try result.fields(&r) }
    self = result
  }

  private mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &end, default: .responded)
    try coder.field(2, &head)
    try coder.field(3, &trailers)
    try coder.field(4, &body, default: .none)
    try coder.fields(5, of: &timings)
    try coder.fields(6, of: &connection)
    try coder.fields(7, of: &transfer)
    try coder.field(8, &framing)
    try coder.field(9, &source, default: .network)
    try coder.field(10, &sentFiles)
    try coder.field(11, &processing)
    try coder.field(12, &offeredCodings)
    try coder.field(13, &verdicts)
  }
}

extension AttemptResult.End: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .responded)
    try coder.one(2, &choice, Self.failed) {
      if case .failed(let failure) = $0 { failure } else { nil }
    }
    try coder.one(3, &choice, .cancelled)
  }
}

extension ResponseHead: PayloadFields {
  static let blank = ResponseHead(status: 0)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &version, default: .http11)
    try coder.field(2, &status, default: 200)
    try coder.field(3, &reason)
    try coder.field(4, &fields)
  }
}

extension StoredBody: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .none)
    try coder.one(2, &choice, Self.inline) {
      if case .inline(let bytes) = $0 { bytes } else { nil }
    }
    try coder.one(
      3, &choice,
      { Self.file(name: $0.first, length: $0.second.first, sha256: $0.second.second) },
      {
        if case .file(let name, let length, let digest) = $0 {
          Pair(name, Pair(length, digest))
        } else {
          nil
        }
      })
  }
}

extension Timings: PayloadFields {
  static let blank = Timings()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &nameLookup)
    try coder.field(2, &connected)
    try coder.field(3, &secured)
    try coder.field(4, &firstByte)
    try coder.field(5, &total)
  }
}

extension ConnectionFacts: PayloadFields {
  static let blank = ConnectionFacts()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &address)
    try coder.field(2, &use, default: .fresh)
    try coder.field(3, &security)
  }
}

extension TransferCounts: PayloadFields {
  static let blank = TransferCounts()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &requestHeaders)
    try coder.field(2, &requestBody)
    try coder.field(3, &responseHeaders)
    try coder.field(4, &responseBody)
  }
}

extension ResponseSource: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .network)
    try coder.one(2, &choice, Self.cache) { if case .cache(let age) = $0 { age } else { nil } }
    try coder.one(3, &choice, .notModified)
    try coder.one(4, &choice, Self.stale) { if case .stale(let age) = $0 { age } else { nil } }
    try coder.one(5, &choice, .stub)
  }
}

extension SentFile: PayloadFields {
  static let blank = SentFile(path: "", sha256: [])

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &path)
    try coder.field(2, &sha256)
  }
}

extension Processing: PayloadFields {
  static let blank = Processing()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &stages)
    try coder.field(2, &root)
    try coder.field(3, &lateHeaders)
    try coder.fields(4, of: &late)
  }
}

extension DispatchChanges: PayloadFields {
  static let blank = DispatchChanges()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &method)
    try coder.field(2, &displayURL)
    try coder.field(3, &body)
    try coder.field(4, &removedHeaders)
  }
}

extension AssertionVerdict: PayloadFields {
  static let blank = AssertionVerdict("", .held)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &assertion)
    try coder.field(2, &end, default: .held)
  }
}

extension AssertionVerdict.End: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .held)
    try coder.one(2, &choice, Self.failed) { if case .failed(let got) = $0 { got } else { nil } }
    try coder.one(3, &choice, Self.unchecked) {
      if case .unchecked(let why) = $0 { why } else { nil }
    }
  }
}
