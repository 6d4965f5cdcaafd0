import ClientModel
import Terminal

/// The text about the polling of a job that a server is processing.
enum PollText {
  /// Returns the server's status word and the time of the next poll. If there is space, the text
  /// also contains the duration and the number of polls.
  static func fitted(_ job: Job, at now: Timestamp?, to width: Int) -> SafeText {
    let word = SafeText(job.remote?.word ?? "")
    var next = SafeText("")
    switch job.state {
    case .polling(_, nil): next = "paused"
    case .polling(_, let time?):
      if let now {
        let left = "\(max(0, (time.milliseconds - now.milliseconds + 999) / 1000)) s"
        next = SafeText(width < left.count + 5 ? left : "next \(left)")
      }
    default: next = "poll sent"
    }
    if let remote = job.remote, let now {
      let age = max(0, now.since(remote.accepted).components.seconds)
      let parts = [
        word, SafeText(Duration.seconds(age).briefInSeconds), SafeText("\(remote.asked)×"), next,
      ]
      let shown = parts.filter { $0.width > 0 }
      let text = shown.dropFirst().reduce(shown.first ?? "") { $0 + " · " + $1 }
      if text.width <= width { return text }
    }
    if width < next.width + 4 || word.width == 0 { return width < next.width ? "" : next }
    let room = width - next.width - 3
    return (word.width > room ? word.fittedInMiddle(to: room) : word) + " · " + next
  }
}
