import ClientModel

extension UInt8: PayloadValue {
  func write(to writer: inout PayloadWriter) { writer.byte(self) }
  init(from reader: inout PayloadReader) throws(Failure) { self = try reader.byte() }
  static func write(list: [UInt8], to writer: inout PayloadWriter) { writer.blob(list) }
  static func list(from reader: inout PayloadReader) throws(Failure) -> [UInt8] {
    try reader.blob()
  }
}

extension Int64: EmptyPayload {
  static let empty: Int64 = 0
  func write(to writer: inout PayloadWriter) { writer.signed(self) }
  init(from reader: inout PayloadReader) throws(Failure) { self = try reader.signed() }
}

extension Int: EmptyPayload {
  static let empty = 0
  func write(to writer: inout PayloadWriter) { writer.signed(Int64(self)) }
  init(from reader: inout PayloadReader) throws(Failure) {
    self.init(truncatingIfNeeded: try reader.signed())
  }
}

extension UInt64: EmptyPayload {
  static let empty: UInt64 = 0
  func write(to writer: inout PayloadWriter) { writer.number(self) }
  init(from reader: inout PayloadReader) throws(Failure) { self = try reader.number() }
}

extension Double: PayloadValue {
  func write(to writer: inout PayloadWriter) { writer.number(bitPattern) }
  init(from reader: inout PayloadReader) throws(Failure) {
    self.init(bitPattern: try reader.number())
  }
}

extension Bool: EmptyPayload {
  static let empty = false
  func write(to writer: inout PayloadWriter) { writer.flag(self) }
  init(from reader: inout PayloadReader) throws(Failure) { self = try reader.flag() }
}

extension String: EmptyPayload {
  static let empty = ""
  func write(to writer: inout PayloadWriter) { writer.text(self) }
  init(from reader: inout PayloadReader) throws(Failure) { self = try reader.text() }
}

extension Duration: EmptyPayload {
  static let empty = Duration.zero
  func write(to writer: inout PayloadWriter) { writer.span(self) }
  init(from reader: inout PayloadReader) throws(Failure) { self = try reader.span() }
}

extension Timestamp: EmptyPayload {
  static let empty = Timestamp(milliseconds: 0)
  func write(to writer: inout PayloadWriter) { writer.time(self) }
  init(from reader: inout PayloadReader) throws(Failure) { self = try reader.time() }
}

extension ByteCount: EmptyPayload {
  static let empty: ByteCount = 0
  func write(to writer: inout PayloadWriter) { writer.size(self) }
  init(from reader: inout PayloadReader) throws(Failure) { self = try reader.size() }
}

extension JobID: EmptyPayload {
  static let empty = JobID(0)
  func write(to writer: inout PayloadWriter) { writer.signed(rawValue) }
  init(from reader: inout PayloadReader) throws(Failure) { self.init(try reader.signed()) }
}

extension ClosedRange<Int>: PayloadValue {
  func write(to writer: inout PayloadWriter) {
    writer.signed(Int64(lowerBound))
    writer.signed(Int64(upperBound))
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    let (low, high) = (try Int(from: &reader), try Int(from: &reader))
    guard low <= high else { throw .damaged("a range is empty") }
    self = low...high
  }
}

extension Optional: PayloadValue, EmptyPayload where Wrapped: PayloadValue {
  static var empty: Wrapped? { nil }

  func write(to writer: inout PayloadWriter) throws(Failure) {
    writer.flag(self != nil)
    try self?.write(to: &writer)
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    self = try reader.flag() ? try Wrapped(from: &reader) : nil
  }
}

extension Array: PayloadValue, EmptyPayload where Element: PayloadValue {
  static var empty: [Element] { [] }

  func write(to writer: inout PayloadWriter) throws(Failure) {
    try Element.write(list: self, to: &writer)
  }

  init(from reader: inout PayloadReader) throws(Failure) { self = try Element.list(from: &reader) }
}

extension Dictionary: PayloadValue, EmptyPayload where Key == String, Value: PayloadValue {
  static var empty: [String: Value] { [:] }

  func write(to writer: inout PayloadWriter) throws(Failure) {
    writer.count(count)
    for key in keys.sorted() {
      writer.text(key)
      try self[key]?.write(to: &writer)
    }
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    self = [:]
    for pair in try [Pair<String, Value>](from: &reader) { self[pair.first] = pair.second }
  }
}

/// Two consecutive values, as the payload of a case with two associated values.
struct Pair<First: PayloadValue, Second: PayloadValue>: PayloadValue {
  var first: First
  var second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  func write(to writer: inout PayloadWriter) throws(Failure) {
    try first.write(to: &writer)
    try second.write(to: &writer)
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    self.init(try First(from: &reader), try Second(from: &reader))
  }
}
