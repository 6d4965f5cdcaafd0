import ClientModel

extension Notice {
  /// Returns the notice that a job is being sent. The notice is cleared when the job ends or when a
  /// server has accepted it.
  static func sent(_ job: JobID) -> Notice { Notice(.info, "Job \(job) is being sent.") }

  /// Returns whether the notice says that a job is being sent although it has ended or is polled.
  func isOutdated(by job: Job) -> Bool {
    (job.state.word.isFinished || job.isPolled) && self == .sent(job.id)
  }
}

/// The notices that are shown only once.
struct Announcements: Sendable {
  private var hasReportedRestart = false
  private var missedEndpoint: EndpointName?
  /// The job that was just sent. Cleared when the job ends or needs the user.
  private var sent: JobID?

  /// Returns a notice about lanes that are paused because Weir was restarted. Returns nil if there
  /// are none, or if the notice was already returned in this session.
  mutating func restart(_ lanes: [Lane]) -> Notice? {
    let paused = lanes.filter { $0.pause == .byRestart }
    guard !hasReportedRestart, let first = paused.first else { return nil }
    hasReportedRestart = true
    let others = paused.count == 1 ? " is" : " and \(paused.count - 1) more are"
    return Notice(
      .warning, "\(first.key.name)\(others) paused, because Weir ended with unfinished jobs.",
      whatToDo: "Check the unfinished jobs, then press \(key: .queue(.pause)) in the queue.")
  }

  /// Returns a notice that an endpoint has no form, and the reason. Returns nil if the last notice
  /// was about the same endpoint and no form was found since then.
  mutating func missing(_ name: EndpointName, _ why: String) -> Notice? {
    guard missedEndpoint != name else { return nil }
    missedEndpoint = name
    return Notice(
      .warning, "There is no form for \(name.text).", why: why,
      whatToDo: "Edit and send the request in the other tabs.")
  }

  mutating func found() { missedEndpoint = nil }

  mutating func sent(_ job: JobID) { sent = job }

  /// Returns a warning and advice if the job that was just sent needs the user. Otherwise returns
  /// nil.
  mutating func stopped(_ job: Job) -> Notice? {
    guard job.id == sent else { return nil }
    switch job.state {
    case .held, .interrupted:
      sent = nil
      return Notice(
        .warning, "Job \(job.id) is \(job.state.sentence(at: nil)).",
        whatToDo: job.advice.last ?? "")
    default:
      if job.state.word.isFinished { sent = nil }
      return nil
    }
  }
}
