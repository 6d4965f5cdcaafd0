import ClientModel

/// Where a job stands at the server that works on it, in `--format json`.
struct RemoteRecord: Encodable {
  /// What the service calls it; absent when it has no name.
  var id: String?
  /// The service's own word; absent while it has said none.
  var word: String?
  /// `queued`, `running`, `finished`, `failed`, `cancelled`; absent for a word that is not known.
  var meaning: String?
  /// The number of polls so far, including requests for the result.
  var asked: Int
  /// The time of the next poll, in milliseconds since 1970; absent if no poll is scheduled.
  var next: Int64?
  var accepted: Int64
  var deadline: Int64?

  init?(_ job: Job) {
    guard let remote = job.remote else { return nil }
    id = remote.id.isEmpty ? nil : remote.id
    word = remote.word.isEmpty ? nil : remote.word
    meaning = remote.meaning?.rawValue
    asked = remote.asked
    if case .polling(_, let time) = job.state { next = time?.milliseconds }
    accepted = remote.accepted.milliseconds
    deadline = remote.deadline?.milliseconds
  }
}
