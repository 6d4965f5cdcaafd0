import ClientCore
import ClientModel
import ClientWorkspace
import ViewModels

/// The publisher of events for the event log. At the end of a long job or graph, it also rings the
/// bell and sets the terminal's title.
struct EventReport {
  /// The followed events. Notices are excluded, because they reach the screen separately.
  private static let words = Set(Event.Word.allCases).subtracting([.noticed])

  private let client: Client

  init(_ client: Client) { self.client = client }

  /// Publishes events in batches and rings at the end of a long job or graph.
  ///
  /// There are at most about twenty batches per second. While there are no events, the task does
  /// not wake up.
  func follow(
    publish: @escaping @Sendable (AppEvent) async -> Void,
    ring: @escaping @Sendable (String) async -> Void
  ) async {
    for await batch in await client.eventBatches(of: Self.words, buffering: 2000) {
      await publish(.happened(batch.map { LoggedEvent($0, time: $0.time.timeOfDay) }))
      if let end = batch.last(where: { ($0.duration ?? .zero) > FinishCommand.long }) {
        await ring(end.title)
      }
      do { try await QuietClock().sleep(for: .milliseconds(50)) } catch { break }
    }
  }
}

extension Event {
  /// The terminal's title after a job or graph has ended: `weir: job 17 succeeded`.
  var title: String {
    guard case .finished(let job) = kind else { return "weir: \(line)" }
    return "weir: \(job.name ?? "job \(job.id)") \(job.state.word.rawValue)"
  }
}

extension Timestamp {
  /// The local time, such as `04:05:06`.
  var timeOfDay: String { String(text.suffix(8)) }
}
