import ClientModel

/// The state of a job at the server that processes it, in `--format json`.
struct RemoteRecord: Encodable {
  /// The service's identifier of the job. Absent if the service has not sent an identifier.
  var id: String?
  /// The service's own word for the state. Absent if the service has not sent a word.
  var word: String?
  /// The meaning: `queued`, `running`, `finished`, `failed`, `cancelled`. Absent for an unknown
  /// word.
  var meaning: String?
  /// The number of polls so far, including requests for the result.
  var asked: Int
  /// The time of the next poll in milliseconds since 1970. Absent if no poll is scheduled.
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
