import ClientModel

/// Leaving: everything that would be lost is asked about in one question.
extension AppModel {
  /// Asks what must be asked, then ends. Quitting while the program waits for its jobs stops them.
  mutating func quit() -> [Effect] {
    if isQuitting { return [.quit(.stoppingJobs)] }
    // Asked again while a question is open: the question is asked anew, not twice.
    if case .question = overlays.last { overlays.removeLast() }
    return quitQuestion.map { [.confirm($0)] } ?? [.quit(.atOnce)]
  }

  /// What must be asked before the program may end; nil when nothing would be lost.
  private var quitQuestion: Confirmation? {
    let running = place.role == .runner ? queue.running : 0
    return switch (composer.isUnsaved, running) {
    case (false, 0): nil
    case (true, 0): leavingUnsaved
    case (false, _): leaving(running)
    case (true, _): leavingUnsaved(and: running)
    }
  }

  /// Makes an open question about leaving say what is true now, and closes it when what it asked
  /// about has ended.
  mutating func renewQuitQuestion() -> [Effect] {
    guard case .question(let old) = overlays.last, old.topic == .quitting else { return [] }
    guard var new = quitQuestion else {
      overlays.removeLast()
      return [
        .notify(Notice(.info, "What was running has ended.", whatToDo: "Quit again to leave."))
      ]
    }
    if new.answers.map(\.effects) == old.answers.map(\.effects) {
      new.chosen = old.chosen
    } else {
      questionsAsked += 1
    }
    overlays[overlays.count - 1] = .question(new)
    return []
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
  func discarding(by next: Confirmation.AfterSaving) -> Confirmation {
    let change: Confirmation.Change =
      switch next {
      case .newRequest: .newRequest
      case .load(let draft, let name): .load(draft, name: name)
      case .quit: .none
      }
    return Confirmation(
      Self.unsaved,
      answers: [
        .init("Keep editing"), .init("Save, then go on", change: .save(then: next)),
        .init("Go on without saving", change: change),
      ])
  }

  private var leavingUnsaved: Confirmation {
    Confirmation(
      Self.unsaved,
      answers: [
        .init("Keep editing"), Self.saving, .init("Quit without saving", [.quit(.atOnce)]),
      ], topic: .quitting)
  }

  private static var saving: Confirmation.Answer {
    .init("Save, then quit", change: .save(then: .quit))
  }

  private func leaving(_ running: Int) -> Confirmation {
    Confirmation(
      Self.sentence(running), detail: Self.whatStays,
      answers: [
        .init("Wait for \(Self.them(running))", [.quit(.whenDone)]),
        .init("Stop \(Self.them(running))", [.quit(.stoppingJobs)]), .init("Stay"),
      ], topic: .quitting)
  }

  private func leavingUnsaved(and running: Int) -> Confirmation {
    Confirmation(
      Self.unsaved, detail: "\(Self.sentence(running)) \(Self.whatStays)",
      answers: [
        .init("Keep editing"), Self.saving,
        .init("Quit without saving, wait for \(Self.them(running))", [.quit(.whenDone)]),
        .init("Quit without saving, stop \(Self.them(running))", [.quit(.stoppingJobs)]),
      ], topic: .quitting)
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
