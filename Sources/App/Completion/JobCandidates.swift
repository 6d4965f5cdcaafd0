import ArgumentParser
import ClientCore
import ClientModel
import ClientStore

/// The ids of jobs, graphs and batches.
struct JobCandidates {
  /// The jobs, in the order in which the shell offers them.
  let jobs: [Job]
  var graphs: [GraphRun] = []

  /// The maximum number of offered jobs. The same maximum applies to graphs.
  static let most = 200

  var all: [CompletionCandidate] {
    jobs.map { CompletionCandidate($0.id.description, $0.line) }
      + graphs.map { CompletionCandidate($0.id.description, $0.line) }
  }

  /// Returns the query for the jobs that a command can change.
  ///
  /// The next jobs to run are first, then the jobs that ended last. If a command accepts every job,
  /// the query finds the newest jobs.
  static func query(for command: [String]) -> JobQuery {
    guard let states = states(for: command) else {
      return JobQuery(order: .newestFirst, limit: most)
    }
    return JobQuery(states: states, order: .queue, limit: most)
  }

  /// Returns the states of the jobs that a command can change. Returns nil for all states.
  private static func states(for command: [String]) -> Set<JobState.Word>? {
    guard command.count == 2, command[0] == "queue" else { return nil }
    switch command[1] {
    case "cancel": return [.held, .waiting, .running, .polling, .interrupted]
    case "hold": return [.waiting, .polling]
    case "release": return [.held]
    case "move", "export": return [.held, .waiting]
    case "poll": return [.polling]
    case "retry": return [.failed, .cancelled, .skipped, .interrupted]
    case "resolve": return [.interrupted]
    case "delete": return [.succeeded, .failed, .cancelled, .skipped]
    default: return nil
    }
  }
}

extension Job {
  /// The request and the state of the job. Secrets in the URL are masked with dots.
  fileprivate var line: String {
    let state = [state.word.rawValue, status.map(String.init)].compactMap { $0 }
    return "\(state.joined(separator: " "))  \(method.rawValue) \(displayURL)"
  }
}

extension GraphRun {
  fileprivate var line: String {
    "\(stateText)  \(rows == nil ? "graph" : "batch") \(plan.name)"
  }
}

extension CompletionKind {
  static var jobs: CompletionKind {
    values { line, facts in
      let query = JobCandidates.query(for: line.command)
      return JobCandidates(jobs: try facts.store().jobs(matching: query)).all
    }
  }

  static var jobsAndGraphs: CompletionKind {
    values { line, facts in
      let store = try facts.store()
      return JobCandidates(
        jobs: try store.jobs(matching: JobCandidates.query(for: line.command)),
        graphs: try store.graphs(newest: JobCandidates.most)
      ).all
    }
  }

  static var graphs: CompletionKind {
    values { _, facts in
      JobCandidates(jobs: [], graphs: try facts.store().graphs(newest: JobCandidates.most)).all
    }
  }
}
