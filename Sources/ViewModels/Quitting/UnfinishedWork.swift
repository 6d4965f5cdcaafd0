import ClientModel

/// The jobs that would stop if the program ended now. An unsaved request is not part of it: it is stored for
/// the next session without a question.
struct UnfinishedWork: Equatable, Sendable {
  /// How many jobs this process runs.
  let running: Int

  /// What must be asked before the program may end; nil if nothing would be stopped.
  var question: Confirmation? {
    guard running > 0 else { return nil }
    return Confirmation(
      running == 1
        ? "Quit while 1 request is running?" : "Quit while \(running) requests are running?",
      detail: "Jobs that wait stay in the queue.",
      answers: [
        .init("Wait for \(them), then quit", [.quit(.whenDone)]),
        .init("Stop \(them) and quit", [.quit(.stoppingJobs)]), .init("Stay in Weir"),
      ], topic: .quitting)
  }

  /// "1 running request has"
  var runningRequests: String {
    running == 1 ? "1 running request has" : "\(running) running requests have"
  }

  private var them: String { running == 1 ? "it" : "them" }
}
