import ClientModel

/// The steps to quit the program. One question lists everything that would be lost.
struct QuitConfirmation: Sendable {
  /// Whether the user has decided to quit.
  private(set) var isConfirmed = false

  /// Returns the question about unfinished work, or the effect that ends the program. A second quit
  /// stops the jobs for which the first quit waits.
  func quit(_ work: UnfinishedWork) -> [Effect] {
    if isConfirmed { return [.quit(.stoppingJobs)] }
    return work.question.map { [.confirm($0)] } ?? [.quit(.atOnce)]
  }

  /// Records that the program ends. Returns a notice if the program waits for jobs.
  mutating func begin(_ manner: QuitChoice, _ work: UnfinishedWork) -> Notice? {
    isConfirmed = true
    guard manner == .whenDone else { return nil }
    return Notice(
      .info, "Weir ends when \(work.runningRequests) ended.", whatToDo: "Quit again to stop them.")
  }

  /// The notice for closing the question when nothing would be lost any more.
  static let ended = Notice(
    .info, "The running requests have ended.", whatToDo: "Quit again to leave.")
}
