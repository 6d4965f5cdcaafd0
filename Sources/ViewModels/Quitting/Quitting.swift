import ClientModel

/// The end of the program: everything that would be lost is asked about in one question.
struct Quitting: Sendable {
  /// Whether the user has decided how the program ends.
  private(set) var isUnderWay = false

  /// Asks what must be asked, then ends. Quitting while the program waits for its jobs stops them.
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

  /// What the user learns when the question is closed because nothing would be lost any more.
  static let ended = Notice(
    .info, "What was running has ended.", whatToDo: "Quit again to leave.")
}
