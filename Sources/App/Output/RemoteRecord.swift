import ClientModel

/// The state of a job on the server, in `--format json`.
struct RemoteRecord: JSONRecord {
  private let remote: RemoteJobState
  private var next: Timestamp?

  init?(_ job: Job) {
    guard let remote = job.remote else { return nil }
    self.remote = remote
    if case .polling(_, let time) = job.state { next = time }
  }

  static let table = JSONTable<RemoteRecord>(
    "remote", "The state of a remote job at its server.",
    [
      .sometimes("id", .text, "The name of the work at the server.") {
        $0.remote.id.isEmpty ? nil : $0.remote.id
      },
      .sometimes("word", .text, "The service's name for the state.") {
        $0.remote.word.isEmpty ? nil : $0.remote.word
      },
      .sometimes(
        "meaning", .word(RemoteRule.Meaning.allCases.map(\.rawValue)),
        "The meaning of the word in the rule of the endpoint or gateway."
      ) { $0.remote.meaning?.rawValue },
      .always("asked", .integer, "The number of polls so far.") { $0.remote.asked },
      .sometimes("next", .time, "The time of the next poll.") { $0.next?.milliseconds },
      .always("accepted", .time, "The time at which the server accepted the work.") {
        $0.remote.accepted.milliseconds
      },
      .sometimes("deadline", .time, "The time at which polling ends.") {
        $0.remote.deadline?.milliseconds
      },
    ])
}
