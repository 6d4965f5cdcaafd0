import ClientCore
import ClientModel

/// The jobs that a filter found, in the order of the list.
struct FoundJobs {
  private(set) var ids: [JobID] = []
  /// The jobs that were found, and a hash of each job's position in the queue. Jobs move during the
  /// search, so a job may be read twice.
  private var known: [JobID: Int] = [:]
  private(set) var looked = 0
  private(set) var isComplete = false
  /// The newest graph at the start of the search.
  var newestGraph = GraphID(0)
  /// The state of the store. It is nil unless the first page contained all jobs.
  var state: QueueState?

  /// Adds the matching jobs of a page. A page that is not full is the last page.
  mutating func take(_ jobs: [Job], of page: Int, where fits: (Job) -> Bool) {
    looked += jobs.count
    for job in jobs where fits(job) {
      if known.updateValue(Self.place(of: job), forKey: job.id) == nil { ids.append(job.id) }
    }
    if jobs.count < page { complete() }
  }

  mutating func complete() { isComplete = true }

  /// Returns whether the list contains a job at the job's current position.
  func contains(_ job: Job, in order: JobQuery.Order) -> Bool {
    guard let place = known[job.id] else { return false }
    return order != .queue || place == Self.place(of: job)
  }

  private static func place(of job: Job) -> Int {
    var hasher = Hasher()
    hasher.combine(job.state.word.isFinished)
    if job.state.word.isFinished {
      hasher.combine(job.since)
    } else {
      hasher.combine(job.lane)
      hasher.combine(job.priority)
      hasher.combine(job.position)
    }
    return hasher.finalize()
  }

  func page(_ offset: Int, _ limit: Int) -> [JobID] { Array(ids.dropFirst(offset).prefix(limit)) }

  /// Removes the jobs of a page that are not in `fewer`. Has no effect if the list has changed
  /// meanwhile.
  mutating func replace(_ page: [JobID], at offset: Int, with fewer: [JobID]) {
    guard fewer.count < page.count, self.page(offset, page.count) == page else { return }
    remove(Set(page).subtracting(fewer))
  }

  /// Removes jobs. Returns whether any of them was in the list.
  @discardableResult
  mutating func remove(_ gone: Set<JobID>) -> Bool {
    guard gone.contains(where: { known[$0] != nil }) else { return false }
    ids.removeAll { gone.contains($0) }
    for job in gone { known[job] = nil }
    return true
  }
}
