import ClientModel

/// What the states of a job mean, for the manual.
enum JobStateHelp {
  static func meaning(of word: JobState.Word) -> String {
    switch word {
    case .held:
      "does not start: the user held it, its time has not come, or a question or a secret is open"
    case .waiting: "waits for a slot in its lane, for another job, or for a time"
    case .running: "is being sent, or its response is being received"
    case .polling: "the server accepted the work; Weir polls until it is done"
    case .succeeded: "a complete response arrived, and it is not a failure"
    case .failed:
      """
      no complete response arrived, or the response is a failure: by its status (400 or more), by the \
      outcome rule of its gateway, or by an assertion
      """
    case .cancelled: "was cancelled by the user"
    case .skipped: "was not sent, because a job that it depends on did not succeed"
    case .interrupted: "the request may have taken effect: retry, resolve or cancel it"
    }
  }
}
