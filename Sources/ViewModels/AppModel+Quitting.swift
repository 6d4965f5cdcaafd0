import ClientModel

/// Leaving: everything that would be lost is asked about in one question.
extension AppModel {
  /// Asks what must be asked, then ends. Quitting while the program waits for its jobs stops them.
  mutating func quit() -> [Effect] {
    if isQuitting { return [.quit(.stoppingJobs)] }
    // Asked again while a question is open: the question is asked anew, not twice.
    if case .question = overlays.last { overlays.removeLast() }
    let running = place.role == .drainer ? queue.running : 0
    switch (composer.isUnsaved, running) {
    case (false, 0): return [.quit(.atOnce)]
    case (true, 0): return [.confirm(leavingUnsaved)]
    case (false, _): return [.confirm(leaving(running))]
    case (true, _): return [.confirm(leavingUnsaved(and: running))]
    }
  }

  /// Tells that the program goes on until its jobs have ended.
  mutating func beginQuitting(_ manner: QuitManner) {
    isQuitting = true
    guard manner == .whenDone else { return }
    tell(
      Notice(
        .info, "Weir ends when \(Self.requests(queue.running)) ended.",
        whatToDo: "Quit again to stop them."))
  }

  /// Asks before a change throws away what is not saved.
  func discarding(by change: Confirmation.Change) -> Confirmation {
    Confirmation(
      Self.unsaved, answers: [.init("Keep editing"), .init("Go on without saving", change: change)])
  }

  private var leavingUnsaved: Confirmation {
    Confirmation(
      Self.unsaved,
      answers: [.init("Keep editing"), .init("Quit without saving", [.quit(.atOnce)])])
  }

  private func leaving(_ running: Int) -> Confirmation {
    Confirmation(
      Self.sentence(running), detail: Self.whatStays,
      answers: [
        .init("Wait for \(Self.them(running))", [.quit(.whenDone)]),
        .init("Stop \(Self.them(running))", [.quit(.stoppingJobs)]), .init("Stay"),
      ])
  }

  private func leavingUnsaved(and running: Int) -> Confirmation {
    Confirmation(
      Self.unsaved, detail: "\(Self.sentence(running)) \(Self.whatStays)",
      answers: [
        .init("Keep editing"),
        .init("Quit without saving, wait for \(Self.them(running))", [.quit(.whenDone)]),
        .init("Quit without saving, stop \(Self.them(running))", [.quit(.stoppingJobs)]),
      ])
  }

  private static let unsaved = "The request has changes that are not saved."
  private static let whatStays = "Jobs that wait stay in the queue."

  private static func sentence(_ running: Int) -> String {
    running == 1 ? "1 request is running." : "\(running) requests are running."
  }

  private static func requests(_ running: Int) -> String {
    running == 1 ? "1 running request has" : "\(running) running requests have"
  }

  private static func them(_ running: Int) -> String { running == 1 ? "it" : "them" }
}
