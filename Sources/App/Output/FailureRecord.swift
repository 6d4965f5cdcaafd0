import ClientModel

/// A failure as the JSON of exchanges and events shows it.
struct FailureRecord: Encodable {
  var kind: String
  var what: String
  var why: String
  var whatToDo: String
  var cause: String?
  /// The errors in the response of the service. Absent without any.
  var errors: [ErrorRecord]?

  init(_ failure: Failure) {
    kind = failure.kind.rawValue
    what = failure.what
    why = failure.why
    whatToDo = failure.whatToDo
    cause = failure.cause
    errors = failure.errors.isEmpty ? nil : failure.errors.map(ErrorRecord.init)
  }
}

/// One error in the response of a service.
struct ErrorRecord: Encodable {
  var code: String?
  var reason: String?
  /// The details: an object or a list unchanged, or text as a string.
  var detail: VerbatimJSON?

  init(_ words: ServiceWords) {
    code = words.code
    reason = words.reason
    detail = words.detail.map(VerbatimJSON.init(valueOrText:))
  }
}
