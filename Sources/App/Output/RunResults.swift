import ClientModel
import ViewModels

/// The results of the jobs that ended during a queue run.
struct RunResults {
  private struct Tally {
    var counts: [JobState.Word: Int] = [:]
    var causes = GraphReport.Causes()
  }

  /// The tally of each graph and batch. The tally of all other jobs has the key nil.
  private var tallies: [GraphID?: Tally] = [:]
  /// The number of ended jobs whose events were dropped.
  private var dropped = 0

  mutating func take(_ event: Event) {
    switch event.kind {
    case .finished(let job):
      tallies[event.graph, default: Tally()].counts[job.state.word, default: 0] += 1
      tallies[event.graph, default: Tally()].causes.add(job)
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
      all.causes.merge(tally.causes)
    }
    let total = all.counts.values.reduce(dropped, +)
    guard total > 0 else { return nil }
    var parts = JobState.Word.allCases.compactMap { word -> String? in
      guard let count = all.counts[word] else { return nil }
      let causes = word == .failed ? all.causes.texts { cause, _ in cause.text } : []
      return "\(count.grouped) \(word.rawValue)"
        + (causes.isEmpty ? "" : " (\(causes.joined(separator: "; ")))")
    }
    if dropped > 0 { parts.append("\(dropped.grouped) with an unknown result") }
    return "\(total.grouped) job\(total == 1 ? "" : "s") ended in \(time.shown): "
      + parts.joined(separator: ", ") + "."
  }
}
