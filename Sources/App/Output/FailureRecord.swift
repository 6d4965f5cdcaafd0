import ClientModel

/// A failure in the JSON of exchanges and events.
struct FailureRecord: JSONRecord {
  private let failure: Failure

  init(_ failure: Failure) { self.failure = failure }

  /// Creates the record of the failure that ended an attempt. Returns nil if the attempt did not
  /// fail.
  init?(ending result: AttemptResult) {
    guard case .failed(let failure) = result.end else { return nil }
    self.init(failure)
  }

  static let table = JSONTable<FailureRecord>(
    "error", "An error with its three parts.",
    [
      .always("kind", .word(Failure.Kind.allCases.map(\.rawValue)), "The kind of the error.") {
        $0.failure.kind.rawValue
      },
      .always("what", .text, "What failed.") { $0.failure.what },
      .always("why", .text, "The reason.") { $0.failure.why },
      .always("whatToDo", .text, "What can be done.") { $0.failure.whatToDo },
      .sometimes("cause", .text, "The message of a library or of the system.") {
        $0.failure.cause
      },
      .sometimes(
        "errors", .list(ErrorRecord.shape),
        "The errors in the response of the service, in the order of the response."
      ) { $0.failure.errors.isEmpty ? nil : $0.failure.errors.map(ErrorRecord.init) },
    ])
}

/// One error in the response of a service.
struct ErrorRecord: JSONRecord {
  private let error: ServiceError

  init(_ error: ServiceError) { self.error = error }

  static let table = JSONTable<ErrorRecord>(
    "service-error", "One error in the response of a service.",
    [
      .sometimes("code", .text, "The code of the service: a number or a word.") { $0.error.code },
      .sometimes("reason", .text, "The reason that the service gives.") { $0.error.reason },
      .sometimes(
        "detail", .anything, "Details of the error: a string, or an unchanged object or array."
      ) {
        $0.error.detail.map(VerbatimJSON.init(valueOrText:))
      },
    ])
}
