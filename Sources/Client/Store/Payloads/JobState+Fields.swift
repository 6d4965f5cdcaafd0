import ClientModel

extension JobState: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, Self.held) { if case .held(let hold) = $0 { hold } else { nil } }
    try coder.one(2, &choice, Self.waiting) {
      if case .waiting(let wait) = $0 { wait } else { nil }
    }
    try coder.one(3, &choice, Self.running) {
      if case .running(let attempt) = $0 { attempt } else { nil }
    }
    try coder.one(
      4, &choice, { Self.polling(word: $0.first, next: $0.second) },
      {
        if case .polling(let word, let next) = $0 { Pair(word, next) } else { nil }
      })
    try coder.one(5, &choice, .succeeded)
    try coder.one(6, &choice, Self.failed) {
      if case .failed(let failure) = $0 { failure } else { nil }
    }
    try coder.one(7, &choice, Self.cancelled) {
      if case .cancelled(let sent) = $0 { sent } else { nil }
    }
    try coder.one(8, &choice, Self.skipped) { if case .skipped(let job) = $0 { job } else { nil } }
    try coder.one(9, &choice, Self.interrupted) {
      if case .interrupted(let knowledge) = $0 { knowledge } else { nil }
    }
  }
}

extension JobState.Wait: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .slot)
    try coder.one(2, &choice, Self.job) { if case .job(let id) = $0 { id } else { nil } }
    try coder.one(3, &choice, Self.until) { if case .until(let time) = $0 { time } else { nil } }
  }
}

extension JobState.Hold: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(1, &choice, .byUser)
    try coder.one(2, &choice, Self.until) { if case .until(let time) = $0 { time } else { nil } }
    try coder.one(3, &choice, Self.question) {
      if case .question(let question) = $0 { question } else { nil }
    }
    try coder.one(4, &choice, Self.missingSecret) {
      if case .missingSecret(let name) = $0 { name } else { nil }
    }
  }
}

extension Question: PayloadCases {
  static func cases(_ choice: inout Choice<Self>, _ coder: inout some FieldCoder) throws(Failure) {
    try coder.one(
      1, &choice, { Self.redirectCarriesBody(to: $0.first.text, status: $0.second) },
      {
        if case .redirectCarriesBody(let target, let status) = $0 {
          Pair(ServerAddress(target), status)
        } else {
          nil
        }
      })
    try coder.one(2, &choice, Self.largeBody) {
      if case .largeBody(let size) = $0 { size } else { nil }
    }
    try coder.one(3, &choice, Self.askingRefused) {
      if case .askingRefused(let status) = $0 { status } else { nil }
    }
  }
}

extension JobState.Knowledge: PayloadFields {
  static let blank = JobState.Knowledge(sent: 0, responseBegan: false, why: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &sent)
    try coder.field(2, &responseBegan)
    try coder.field(3, &why)
  }
}

extension Failure: PayloadFields {
  static let blank = Failure(.program, what: "", why: "", whatToDo: "")

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    var (kind, what, why, whatToDo, cause) = (kind, what, why, whatToDo, cause)
    var errors = errors
    try coder.field(1, &kind, default: .program)
    try coder.field(2, &what)
    try coder.field(3, &why)
    try coder.field(4, &whatToDo)
    try coder.field(5, &cause)
    try coder.field(6, &errors)
    if coder.isReading {
      self = Failure(
        kind, what: what, why: why, whatToDo: whatToDo, cause: cause, errors: errors)
    }
  }
}

extension ServiceError: PayloadFields {
  static let blank = ServiceError()

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &code)
    try coder.field(2, &reason)
    try coder.field(3, &detail)
  }
}

/// The stored fields of a job that have no column of their own.
struct JobDetail: PayloadFields {
  static let blank = JobDetail()
  var state = JobState.waiting(.slot)
  var seriesAttempts = 0
  var seriesStart: Timestamp?
  var check: CheckTally?
  var remote: RemoteJobState?
  var call: String?
  var attemptLimit: Int?

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &state, default: .waiting(.slot))
    try coder.field(2, &seriesAttempts)
    try coder.field(3, &seriesStart)
    try coder.field(4, &check)
    try coder.field(5, &remote)
    try coder.field(6, &call)
    try coder.field(7, &attemptLimit)
  }
}

extension CheckTally: PayloadFields {
  static let blank = CheckTally(held: 0, failed: 0)

  mutating func fields(_ coder: inout some FieldCoder) throws(Failure) {
    try coder.field(1, &held)
    try coder.field(2, &failed)
    try coder.field(3, &first)
  }
}
