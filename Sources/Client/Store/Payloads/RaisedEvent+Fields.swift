import ClientCore
import ClientModel

extension RaisedEvent {
  func write(to writer: inout PayloadWriter) throws(Failure) {
    writer.time(time)
    writer.signed(job?.rawValue ?? 0)
    writer.signed(graph?.rawValue ?? 0)
    try content.write(to: &writer)
    writer.text(gateway ?? "")
    writer.text(call ?? "")
  }

  init(from reader: inout PayloadReader) throws(Failure) {
    let time = try reader.time()
    let job = try reader.signed()
    let graph = try reader.signed()
    let content = try RaisedEvent.Content(from: &reader)
    // Older versions of Weir do not write these two values.
    let gateway = reader.isAtEnd ? "" : try reader.text()
    let call = reader.isAtEnd ? "" : try reader.text()
    self.init(
      content, at: time, job: job > 0 ? JobID(job) : nil, graph: graph > 0 ? GraphID(graph) : nil,
      gateway: gateway.isEmpty ? nil : gateway, call: call.isEmpty ? nil : call)
  }
}

extension RaisedEvent.Content: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.own) { if case .own(let event) = $0 { event } else { nil } }
    try coder.one(2, &choice, Self.cacheUpdated) {
      if case .cacheUpdated(let change) = $0 { change } else { nil }
    }
    try coder.one(3, &choice, Self.cacheRenewed) {
      if case .cacheRenewed(let change) = $0 { change } else { nil }
    }
    try coder.one(4, &choice, Self.cacheRemoved) {
      if case .cacheRemoved(let change) = $0 { change } else { nil }
    }
    try coder.one(5, &choice, Self.cacheDeleted) {
      if case .cacheDeleted(let change) = $0 { change } else { nil }
    }
  }
}

extension OwnEvent: PayloadFields {
  static let blank = OwnEvent("")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &fields)
  }
}

extension OwnEvent.Field: PayloadFields {
  static let blank = OwnEvent.Field("", "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &name)
    try coder.field(2, &value)
  }
}

extension Event.CacheChange: PayloadFields {
  static let blank = Event.CacheChange(method: .get, url: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &method, default: .get)
    try coder.field(2, &url)
  }
}
