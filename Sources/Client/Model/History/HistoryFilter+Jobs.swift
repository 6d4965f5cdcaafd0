/// Applies a filter to jobs of the queue. Only properties of the job itself are compared.
extension HistoryFilter {
  /// The job states that can match, or nil if every state can match.
  package var states: Set<JobState.Word>? {
    let sets = tests.compactMap { test -> Set<JobState.Word>? in
      guard case .state(let words) = test else { return nil }
      return Set(
        JobState.Word.allCases.filter { state in words.contains { Self.begins(state, $0) } })
    }
    guard let first = sets.first else { return nil }
    return sets.dropFirst().reduce(first) { $0.intersection($1) }
  }

  /// Strings that a matching job must contain. A store can search for them before `fits` checks the
  /// complete filter.
  package var storedTexts: [String] {
    tests.compactMap { test in
      guard case .text(let text) = test, text.utf8.allSatisfy({ $0 < 0x80 }),
        !JobState.Word.allCases.contains(where: { Self.holds($0.rawValue, text) })
      else { return nil }
      return text
    }
  }

  /// Returns whether all words match the job. Text is searched for in the URL, name, lane and
  /// state.
  package func fits(_ job: Job) -> Bool {
    mayFit(job) && tests.allSatisfy { fits(job, $0) }
  }

  private func fits(_ job: Job, _ test: Test) -> Bool {
    switch test {
    case .job, .state, .request, .sameRequest: return true
    case .status(let ranges):
      guard let status = job.status else { return false }
      return ranges.contains { $0.contains(status) }
    case .end(let words): return words.contains { Self.begins(job.state.word, $0) }
    case .method(let word): return job.method.rawValue.lowercased().begins(with: word)
    case .gateway(let name): return job.lane.name.lowercased().contains(name)
    case .since(let time): return job.since >= time
    case .before(let time): return job.since < time
    case .text(let text):
      return [job.displayURL, job.name ?? "", job.lane.name, job.state.word.rawValue].contains {
        Self.holds($0, text)
      }
    }
  }

  private static func begins(_ state: JobState.Word, _ word: String) -> Bool {
    state.rawValue.lowercased().begins(with: word)
  }
}
