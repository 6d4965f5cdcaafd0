import ClientModel

/// The meanings of job states, for the manual.
enum JobStateHelp {
  static func meaning(of word: JobState.Word) -> String {
    switch word {
    case .held:
      """
      does not start until it is released: you held it, a secret is missing, or Weir asks before it \
      sends; or its start time (--at) has not been reached
      """
    case .waiting:
      "waits for a slot in its lane, for a job that it depends on, or for the pause before the next attempt"
    case .running: "is being sent, or its response is being received"
    case .polling: "the server accepted the work; Weir polls until it is done"
    case .succeeded: "a complete response arrived, and it is not a failure"
    case .failed:
      """
      no complete response arrived, or the response is a failure according to its status (400 or \
      more), the outcome rule of its gateway, or an assertion
      """
    case .cancelled: "was cancelled by the user"
    case .skipped: "was not sent, because a job that it depends on did not succeed"
    case .interrupted: "the request may have taken effect: retry, resolve or cancel it"
    }
  }
}
