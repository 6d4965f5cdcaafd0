import ClientModel
import ViewModels

/// The results of the jobs that ended during a queue run.
struct RunResults {
  /// The maximum number of causes. The remaining failures are only counted.
  private static let mostCauses = 12

  private struct Tally {
    var counts: [JobState.Word: Int] = [:]
    var causes: [GraphReport.Cause: Int] = [:]
  }

  /// The tally of each graph and batch. The tally of all other jobs has the key nil.
  private var tallies: [GraphID?: Tally] = [:]
  /// The number of ended jobs whose events were dropped.
  private var dropped = 0

  mutating func take(_ event: Event) {
    switch event.kind {
    case .finished(let job):
      tallies[event.graph, default: Tally()].counts[job.state.word, default: 0] += 1
      if let cause = GraphReport.Cause(job) {
        tallies[event.graph, default: Tally()].causes[cause, default: 0] += 1
      }
    case .dropped(let count): dropped += count
    default: break
    }
  }

  /// Returns the results as one line. Returns nil if no job ended.
  ///
  /// - Parameters:
  ///   - batches: The batches whose results were already reported. Their rows are not counted.
  ///   - time: The time of the run.
  func line(without batches: Set<GraphID>, in time: Duration) -> String? {
    var all = Tally()
    for (graph, tally) in tallies where graph.map(batches.contains) != true {
      all.counts.merge(tally.counts, uniquingKeysWith: +)
      all.causes.merge(tally.causes, uniquingKeysWith: +)
    }
    let total = all.counts.values.reduce(dropped, +)
    guard total > 0 else { return nil }
    var parts = JobState.Word.allCases.compactMap { word -> String? in
      guard let count = all.counts[word] else { return nil }
      let causes = word == .failed ? " (\(Self.text(of: all.causes)))" : ""
      return "\(count.grouped) \(word.rawValue)\(causes)"
    }
    if dropped > 0 { parts.append("\(dropped.grouped) not read") }
    return "\(total.grouped) job\(total == 1 ? "" : "s") ended in \(time.shown): "
      + parts.joined(separator: ", ") + "."
  }

  /// Returns the causes with their numbers, most frequent first.
  private static func text(of causes: [GraphReport.Cause: Int]) -> String {
    let sorted = causes.map { (text: $0.key.text, count: $0.value) }
      .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
    let rest = sorted.dropFirst(mostCauses).reduce(0) { $0 + $1.count }
    let texts = sorted.prefix(mostCauses).map { "\($0.text): \($0.count.grouped)" }
    return (texts + (rest > 0 ? ["other causes: \(rest.grouped)"] : [])).joined(separator: "; ")
  }
}
