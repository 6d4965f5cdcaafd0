import ClientModel

/// What would be lost or stopped if the program ended now.
struct UnfinishedWork: Equatable, Sendable {
  /// The composed request, if it is not saved.
  let unsaved: Draft?
  /// How many jobs this process runs.
  let running: Int

  /// What must be asked before the program may end; nil if nothing would be lost.
  var question: Confirmation? {
    switch (unsaved, running) {
    case (nil, 0): nil
    case (_?, 0): leavingUnsaved
    case (nil, _): leavingRunning
    case (_?, _): leavingUnsavedAndRunning
    }
  }

  private var leavingUnsaved: Confirmation {
    Confirmation(
      Confirmation.unsaved,
      answers: [
        .init("Keep editing"), Self.saving, .init("Quit without saving", [.quit(.atOnce)]),
      ], topic: .quitting)
  }

  private var leavingRunning: Confirmation {
    Confirmation(
      sentence, detail: Self.whatStays,
      answers: [
        .init("Wait for \(them)", [.quit(.whenDone)]),
        .init("Stop \(them)", [.quit(.stoppingJobs)]), .init("Stay"),
      ], topic: .quitting)
  }

  private var leavingUnsavedAndRunning: Confirmation {
    Confirmation(
      Confirmation.unsaved, detail: "\(sentence) \(Self.whatStays)",
      answers: [
        .init("Keep editing"), Self.saving,
        .init("Quit without saving, wait for \(them)", [.quit(.whenDone)]),
        .init("Quit without saving, stop \(them)", [.quit(.stoppingJobs)]),
      ], topic: .quitting)
  }

  private static let saving = Confirmation.Answer("Save, then quit", [.save(.then(.quit))])
  private static let whatStays = "Jobs that wait stay in the queue."

  private var sentence: String {
    running == 1 ? "1 request is running." : "\(running) requests are running."
  }

  /// "1 running request has"
  var runningRequests: String {
    running == 1 ? "1 running request has" : "\(running) running requests have"
  }

  private var them: String { running == 1 ? "it" : "them" }
}
