import ClientModel
package import ReadingValues

/// The Topics tab of a subscription: the topics and the number of messages of each topic.
///
///     out of date ──ask──> asked ──take──> counted ──more messages──> out of date
package struct TopicTab: LineTab, Equatable, Sendable {
  package enum Row: Hashable, Sendable {
    /// All messages.
    case all
    case topic(TopicCounts.Topic)
    /// The number of messages whose topic has no row.
    case others(Int)
  }

  private enum CountState { case outdated, asked, counted }

  package private(set) var tally = TopicCounts()
  package private(set) var rows: [Row] = []
  private var countState = CountState.outdated

  /// Clears the topics. Called when another body is shown.
  mutating func clear() { self = TopicTab() }

  /// Marks the counts as outdated. Called when more of the body has arrived.
  mutating func expire() { if countState == .counted { countState = .outdated } }

  /// Records a request to count the messages if the counts are outdated.
  ///
  /// - Returns: Whether the reader must count.
  mutating func ask() -> Bool {
    guard countState == .outdated else { return false }
    countState = .asked
    return true
  }

  mutating func take(_ tally: TopicCounts) {
    self.tally = tally
    countState = tally.isComplete ? .counted : .outdated
    let topics = tally.topics.sorted { $0.name < $1.name }.map(Row.topic)
    rows = tally.messages == 0 ? [] : [.all] + topics
    if tally.others > 0 { rows.append(.others(tally.others)) }
  }

  func text(of row: Row) -> String? {
    if case .topic(let topic) = row { topic.name } else { nil }
  }
}
