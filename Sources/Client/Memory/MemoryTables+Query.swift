import ClientCore
import ClientModel

extension MemoryTables {
  /// Returns the matching jobs in the query's order, within its offset and limit.
  func window(of query: JobQuery) -> [Job] {
    Array(matches(of: query).dropFirst(max(0, query.offset)).prefix(max(0, query.limit ?? .max)))
  }

  /// Returns all jobs that match a query, in the query's order. The query's offset and limit are
  /// ignored.
  func matches(of query: JobQuery) -> [Job] {
    let candidates: [Job] =
      if let ids = query.ids { Set(ids).compactMap { entries[$0]?.job } } else {
        entries.values.map(\.job)
      }
    let found = candidates.filter { job in
      (query.states?.contains(job.state.word) ?? true)
        && (query.lane.map { $0 == job.lane } ?? true)
        && !query.excluded.contains(job.id)
        && (query.workspaces?.contains(job.lane.workspace) ?? true)
        && (query.scheduling.map { $0 == job.scheduling } ?? true)
        && (query.after.map { $0 < job.id } ?? true) && isPart(job, query.part)
        && query.findsTexts(in: job)
    }
    switch query.order {
    case .oldestFirst: return found.sorted { $0.id < $1.id }
    case .newestFirst: return found.sorted { $0.id > $1.id }
    case .queue:
      let order = QueueOrder(lanes.map(\.lane.key))
      return found.sorted { order.places($0, before: $1) }
    }
  }

  /// Returns the number of jobs that wait before each given job in the job's lane. All given jobs
  /// must be waiting. The jobs of held batches are not counted.
  func waitingAhead(of jobs: [Job]) -> [JobID: Int] {
    var counts: [LaneKey: Int] = [:]
    var ahead: [JobID: Int] = [:]
    let wanted = Set(jobs.map(\.id))
    for job in matches(of: JobQuery(states: [.waiting])) {
      if wanted.contains(job.id) { ahead[job.id] = counts[job.lane, default: 0] }
      if graphs.batch(of: job.id)?.instruction != .hold { counts[job.lane, default: 0] += 1 }
    }
    return ahead
  }

  private func isPart(_ job: Job, _ part: JobQuery.Part) -> Bool {
    switch part {
    case .all: true
    case .alone: graphs.batch(of: job.id) == nil
    case .span(let span): span.contains(job.id)
    }
  }
}
