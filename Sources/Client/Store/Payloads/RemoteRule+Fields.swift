import ClientModel

extension RemoteUse: PayloadFields {
  static let blank = RemoteUse(rule: .blank)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.fields(1, of: &rule)
    try coder.field(2, &query)
  }
}

extension RemoteRule: PayloadFields {
  static let blank = RemoteRule(status: [])

  /// Codes all fields except the query. A request stores the query separately, with its values
  /// inserted. A draft stores the query sealed.
  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &accepted)
    try coder.field(2, &status)
    try coder.field(3, &id)
    try coder.field(4, &word)
    try coder.field(5, &words)
    try coder.field(6, &failure)
    try coder.field(7, &errors)
    try coder.field(8, &result, default: .inPoll(pointer: ""))
    try coder.field(9, &cancel)
    try coder.fields(10, of: &poll)
    try coder.field(11, &form)
    if coder.isReading { query = [] }
  }
}

extension RemoteRule.Result: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.inPoll) { if case .inPoll(let text) = $0 { text } else { nil } }
    try coder.one(2, &choice, Self.at) {
      if case .at(let addresses) = $0 { addresses } else { nil }
    }
  }
}

extension RemoteRule.Address: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.header) { if case .header(let name) = $0 { name } else { nil } }
    try coder.one(2, &choice, Self.pointer) {
      if case .pointer(let text) = $0 { text } else { nil }
    }
    try coder.one(
      3, &choice, { Self.template($0.first, id: $0.second) },
      {
        if case .template(let text, let id) = $0 { Pair(text, id) } else { nil }
      })
  }
}

extension RemoteRule.Cancel: PayloadFields {
  static let blank = RemoteRule.Cancel(method: .delete)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &method, default: .delete)
    try coder.field(2, &address)
  }
}

extension PollPolicy: PayloadFields {
  static let blank = PollPolicy()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &first, default: .seconds(1))
    try coder.field(2, &queued)
    try coder.field(3, &running)
    try coder.field(4, &factor, default: 1.5)
    try coder.field(5, &longest, default: .seconds(30))
    try coder.field(6, &jitter, default: 0.2)
    try coder.field(7, &deadline)
    try coder.field(8, &errorsInRow, default: 10)
    guard factor >= 1, jitter >= 0, jitter <= 1 else {
      throw .damaged("the polling time of a remote job is unknown")
    }
  }
}

extension RemoteJobState: PayloadFields {
  static let blank = RemoteJobState(address: "", accepted: .empty)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    var status = ServerAddress(address)
    var (stop, result) = (
      cancelAddress.map(ServerAddress.init), resultAddress.map(ServerAddress.init)
    )
    try coder.field(1, &id)
    try coder.field(2, &status)
    try coder.field(3, &stop)
    try coder.field(4, &result)
    try coder.field(5, &phase, default: .status)
    try coder.field(6, &accepted)
    try coder.field(7, &deadline)
    try coder.field(8, &word)
    try coder.field(9, &meaning)
    try coder.field(10, &asked)
    try coder.field(11, &wait)
    try coder.field(12, &misses)
    try coder.field(13, &goneSince)
    try coder.field(14, &userRequest, default: .none)
    try coder.field(15, &pollForm, default: .asSubmitted)
    (address, cancelAddress, resultAddress) = (status.text, stop?.text, result?.text)
  }
}
