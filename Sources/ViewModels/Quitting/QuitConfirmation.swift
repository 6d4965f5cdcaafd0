import ClientModel

/// The steps of quitting the program. A single question names all unfinished work.
struct QuitConfirmation: Sendable {
  /// Whether the user has decided to quit.
  private(set) var isConfirmed = false

  /// Returns the question about unfinished work, or the effect that ends the program. While the
  /// program waits for running jobs, a second quit stops them.
  func quit(_ work: UnfinishedWork) -> [Effect] {
    if isConfirmed { return [.quit(.stoppingJobs)] }
    return work.question.map { [.confirm($0)] } ?? [.quit(.atOnce)]
  }

  /// Records that the program will end. Returns a notice if the program first waits for running
  /// jobs.
  mutating func begin(_ manner: QuitChoice, _ work: UnfinishedWork) -> Notice? {
    isConfirmed = true
    guard manner == .whenDone else { return nil }
    return Notice(
      .info, "Weir ends when \(work.runningRequests) ended.", whatToDo: "Quit again to stop them.")
  }
}
