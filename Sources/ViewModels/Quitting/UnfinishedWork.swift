import ClientModel

/// The jobs that would stop if the program ended now. Unsaved requests do not count, because they
/// are stored for the next session.
struct UnfinishedWork: Equatable, Sendable {
  /// The number of jobs that this process runs.
  let running: Int

  /// The question to ask before the program ends. Nil if no job would be stopped.
  var question: Confirmation? {
    guard running > 0 else { return nil }
    return Confirmation(
      running == 1
        ? "Quit while 1 request is running?" : "Quit while \(running) requests are running?",
      detail: "Waiting jobs remain in the queue.",
      answers: [
        .init("Wait for \(them), then quit", [.quit(.whenDone)]),
        .init("Stop \(them) and quit", [.quit(.stoppingJobs)]), .init("Stay in Weir"),
      ], topic: .quitting)
  }

  /// The subject and verb of a sentence, such as "1 running request has".
  var runningRequests: String {
    running == 1 ? "1 running request has" : "\(running) running requests have"
  }

  private var them: String { running == 1 ? "it" : "them" }
}
