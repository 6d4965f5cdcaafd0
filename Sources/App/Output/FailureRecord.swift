import ClientModel

/// A failure as the JSON of exchanges and events shows it.
struct FailureRecord: Encodable {
  var kind: String
  var what: String
  var why: String
  var whatToDo: String
  var cause: String?

  init(_ failure: Failure) {
    kind = failure.kind.rawValue
    what = failure.what
    why = failure.why
    whatToDo = failure.whatToDo
    cause = failure.cause
  }
}
