import ClientModel

/// The end of the program. One question names everything that would be lost.
struct Quitting: Sendable {
  /// Whether the user has decided how the program ends.
  private(set) var isUnderWay = false

  /// Asks the question if there is one, then ends the program. A second quit stops the jobs that the first
  /// waits for.
  func quit(_ work: UnfinishedWork) -> [Effect] {
    if isUnderWay { return [.quit(.stoppingJobs)] }
    return work.question.map { [.confirm($0)] } ?? [.quit(.atOnce)]
  }

  /// The program ends in this manner; while it waits for its jobs, a notice says so.
  mutating func begin(_ manner: QuitManner, _ work: UnfinishedWork) -> Notice? {
    isUnderWay = true
    guard manner == .whenDone else { return nil }
    return Notice(
      .info, "Weir ends when \(work.runningRequests) ended.", whatToDo: "Quit again to stop them.")
  }

  /// The notice for a question that is closed because nothing would be lost any more.
  static let ended = Notice(
    .info, "What was running has ended.", whatToDo: "Quit again to leave.")
}
