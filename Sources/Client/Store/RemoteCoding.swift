import ClientModel

/// How the rule of a remote job is written, after its request.
extension RemoteUse {
  func write(to writer: inout ByteWriter) throws(Failure) {
    try rule.write(to: &writer)
    try writer.list(query) { (w, field) throws(Failure) in try field.write(to: &w) }
  }

  init(from reader: inout ByteReader) throws(Failure) {
    self.init(
      rule: try RemoteRule(from: &reader),
      query: try reader.list { (r) throws(Failure) in try HeaderField(from: &r) })
  }
}

extension RemoteRule {
  /// Without what its questions carry: that stands beside it.
  func write(to writer: inout ByteWriter) throws(Failure) {
    try writer.list(accepted) { (w, range) throws(Failure) in
      w.signed(Int64(range.lowerBound))
      w.signed(Int64(range.upperBound))
    }
    try writer.list(status) { (w, address) throws(Failure) in address.write(to: &w) }
    writer.text(id)
    for pointers in [word, failure, errors] {
      try writer.list(pointers) { (w, pointer) throws(Failure) in w.text(pointer) }
    }
    try writer.list(words.sorted { $0.key < $1.key }) { (w, word) throws(Failure) in
      w.text(word.key)
      w.text(word.value.rawValue)
    }
    switch result {
    case .inPoll(let pointer):
      writer.byte(0)
      writer.text(pointer)
    case .at(let addresses):
      writer.byte(1)
      try writer.list(addresses) { (w, address) throws(Failure) in address.write(to: &w) }
    }
    try writer.optional(cancel) { (w, cancel) throws(Failure) in
      w.text(cancel.method.rawValue)
      try w.list(cancel.address) { (w, address) throws(Failure) in address.write(to: &w) }
    }
    try poll.write(to: &writer)
  }

  /// What the questions carry stands beside the rule, filled in.
  init(from reader: inout ByteReader) throws(Failure) {
    func pointers() throws(Failure) -> [String] {
      try reader.list { (r) throws(Failure) in try r.text() }
    }
    func addresses() throws(Failure) -> [Address] {
      try reader.list { (r) throws(Failure) in try Address(from: &r) }
    }
    let accepted = try reader.list { (r) throws(Failure) in
      let (low, high) = (Int(clamping: try r.signed()), Int(clamping: try r.signed()))
      guard low <= high else { throw .damaged("a range of statuses is empty") }
      return low...high
    }
    let status = try addresses()
    let id = try reader.text()
    let (word, failure, errors) = (try pointers(), try pointers(), try pointers())
    var words: [String: Meaning] = [:]
    for (word, meaning) in try reader.list({ (r) throws(Failure) in
      (try r.text(), try r.named(Meaning.self))
    }) {
      words[word] = meaning
    }
    let result: Result
    switch try reader.byte() {
    case 0: result = .inPoll(pointer: try reader.text())
    case 1: result = .at(try addresses())
    default: throw .damaged("where the result of the job is, is unknown")
    }
    let cancel = try reader.optional { (r) throws(Failure) in
      guard let method = HTTPMethod(try r.text()) else {
        throw .damaged("the method is not a token")
      }
      return Cancel(
        method: method,
        address: try r.list { (r) throws(Failure) in try Address(from: &r) })
    }
    self.init(
      accepted: accepted, status: status, id: id, word: word, words: words, failure: failure,
      errors: errors, result: result, cancel: cancel, poll: try PollPolicy(from: &reader))
  }
}

extension RemoteRule.Address {
  fileprivate func write(to writer: inout ByteWriter) {
    switch self {
    case .header(let name):
      writer.byte(0)
      writer.text(name)
    case .pointer(let pointer):
      writer.byte(1)
      writer.text(pointer)
    case .template(let text, let id):
      writer.byte(2)
      writer.text(text)
      writer.text(id)
    }
  }

  fileprivate init(from reader: inout ByteReader) throws(Failure) {
    switch try reader.byte() {
    case 0: self = .header(try reader.text())
    case 1: self = .pointer(try reader.text())
    case 2: self = .template(try reader.text(), id: try reader.text())
    default: throw .damaged("where the job is asked for is unknown")
    }
  }
}

extension PollPolicy {
  fileprivate func write(to writer: inout ByteWriter) throws(Failure) {
    writer.span(first)
    for span in [queued, running, deadline] {
      try writer.optional(span) { (w, value) throws(Failure) in w.span(value) }
    }
    writer.number(factor.bitPattern)
    writer.span(longest)
    writer.number(jitter.bitPattern)
    writer.count(errorsInRow)
  }

  fileprivate init(from reader: inout ByteReader) throws(Failure) {
    func span() throws(Failure) -> Duration? {
      try reader.optional { (r) throws(Failure) in try r.span() }
    }
    let first = try reader.span()
    let (queued, running, deadline) = (try span(), try span(), try span())
    let factor = Double(bitPattern: try reader.number())
    let longest = try reader.span()
    let jitter = Double(bitPattern: try reader.number())
    guard factor >= 1, jitter >= 0, jitter <= 1 else {
      throw .damaged("when the job is asked for cannot be told")
    }
    self.init(
      first: first, queued: queued, running: running, factor: factor, longest: longest,
      jitter: jitter, deadline: deadline, errorsInRow: try reader.integer())
  }
}

/// How the standing of a remote job is written, in its job's row.
extension RemoteStanding {
  func write(to writer: inout ByteWriter) throws(Failure) {
    writer.text(id)
    try writer.address(address)
    for address in [cancelAddress, resultAddress] {
      try writer.optional(address) { (w, value) throws(Failure) in try w.address(value) }
    }
    writer.byte(phase.rawValue)
    writer.time(accepted)
    for time in [deadline, goneSince] {
      try writer.optional(time) { (w, value) throws(Failure) in w.time(value) }
    }
    writer.text(word)
    try writer.optional(meaning) { (w, value) throws(Failure) in w.text(value.rawValue) }
    writer.count(asked)
    writer.span(wait)
    writer.count(misses)
    writer.byte(wish.rawValue)
  }

  init(from reader: inout ByteReader) throws(Failure) {
    func address() throws(Failure) -> String? {
      try reader.optional { (r) throws(Failure) in try r.address() }
    }
    func time() throws(Failure) -> Timestamp? {
      try reader.optional { (r) throws(Failure) in try r.time() }
    }
    let (id, asked) = (try reader.text(), try reader.address())
    let (cancel, result) = (try address(), try address())
    let phase = try reader.choice(Phase.self)
    let accepted = try reader.time()
    let (deadline, gone) = (try time(), try time())
    self.init(
      id: id, address: asked, cancelAddress: cancel, resultAddress: result, phase: phase,
      accepted: accepted, deadline: deadline, word: try reader.text(),
      meaning: try reader.optional { (r) throws(Failure) in
        try r.named(RemoteRule.Meaning.self)
      },
      asked: try reader.integer(), wait: try reader.span(), misses: try reader.integer(),
      goneSince: gone, wish: try reader.choice(Wish.self))
  }
}
