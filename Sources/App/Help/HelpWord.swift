import ClientModel

/// A word in Weir's output that `weir help` explains. It is a job state, an exit code or a kind of
/// error.
struct HelpWord {
  let word: String
  let meaning: String
  let topic: String

  init?(_ word: String) {
    self.word = word
    if let state = JobState.Word(rawValue: word) {
      (meaning, topic) = ("\(JobStateHelp.meaning(of: state)).", "queue")
    } else if let code = Int32(word), let status = ExitStatus(rawValue: code) {
      (meaning, topic) = ("\(status.meaning).", "exit-codes")
    } else if let kind = Failure.Kind(rawValue: word) {
      let help = FailureHelp(kind)
      (meaning, topic) = (help.meaning, help.topic)
    } else {
      return nil
    }
  }

  var text: String { "\(word): \(meaning)\nSee: weir help \(topic)" }
}
