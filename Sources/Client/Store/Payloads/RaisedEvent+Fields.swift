import ClientCore
import ClientModel

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
