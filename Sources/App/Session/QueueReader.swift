import ClientCore
import ClientModel
import ViewModels

/// Reads what the queue panel shows: a window of the jobs, filtered and sorted, without those that the user
/// deleted in this session. These are deleted from the store when the session ends, so that undo can bring
/// them back.
actor QueueReader {
  private let client: Client
  private var offset = 0
  private var limit = 200
  private var arrangement = QueueArrangement()
  private var filter = HistoryFilter.all
  private var found = FoundJobs()
  private var deleted: [Job] = []

  /// The jobs that are read at a time while a filter looks through them.
  private static let page = 2000
  /// How long a filter looks before it shows what it has found.
  private static let slice = Duration.milliseconds(60)

  init(_ client: Client) { self.client = client }

  /// How long the last look through all jobs took.
  var searchDuration: Duration { arrangement.filter.isEmpty ? .zero : found.duration }

  func show(offset: Int, limit: Int) { (self.offset, self.limit) = (offset, limit) }

  /// Begins to look for the jobs of another arrangement.
  func arrange(_ new: QueueArrangement) async throws {
    arrangement = new
    filter = HistoryFilter(new.filter, now: SystemClock().now)
    found = FoundJobs()
    offset = 0
    guard !new.filter.isEmpty else { return }
    try await look(upTo: Self.slice)
  }

  /// Looks on where the last slice ended.
  func lookOn() async throws { try await look(upTo: Self.slice) }

  /// The window of the panel as it is now.
  func events() async throws -> [AppEvent] {
    arrangement.filter.isEmpty ? try await window() : try await foundWindow()
  }

  /// Looks through all jobs again, because some changed.
  func refresh() async throws {
    guard !arrangement.filter.isEmpty, found.isComplete else { return }
    let (before, wanted) = (found, arrangement)
    found = FoundJobs()
    try await look(upTo: .seconds(60))
    // An incomplete list would let rows vanish for a moment.
    if arrangement == wanted, !found.isComplete { found = before }
  }

  /// The numbers of all jobs that are listed.
  func allListed() async throws -> [JobID] {
    guard arrangement.filter.isEmpty else { return found.ids }
    let jobs = try await client.jobs(matching: JobQuery(part: .alone))
    let hidden = hidden
    return jobs.map(\.id).filter { !hidden.contains($0) }
  }

  // MARK: Deleting

  /// Hides finished jobs. Returns how many of these there were.
  func delete(_ ids: [JobID]) async throws -> Int {
    let jobs = try await client.jobs(matching: JobQuery(ids: ids))
    let ended = jobs.filter { $0.state.word.isFinished }
    deleted += ended
    found.remove(ended.map(\.id))
    return ended.count
  }

  func restore(_ ids: [JobID]) async throws {
    deleted.removeAll { ids.contains($0.id) }
    try await refresh()
  }

  /// The numbers of the hidden jobs.
  var hidden: Set<JobID> { Set(deleted.map(\.id)) }

  /// Deletes the hidden jobs from the store.
  func finish() async throws {
    let ids = deleted.map(\.id)
    guard !ids.isEmpty else { return }
    deleted = []
    _ = try await client.delete(ids)
  }

  // MARK: Reading

  private var order: JobQuery.Order {
    switch arrangement.order {
    case .queue: .queue
    case .newestFirst: .newestFirst
    case .oldestFirst: .oldestFirst
    }
  }

  private func window() async throws -> [AppEvent] {
    let (offset, limit, hidden) = (offset, limit, hidden)
    var jobs = try await client.jobs(
      matching: JobQuery(
        part: .alone, order: order, offset: offset, limit: limit + hidden.count))
    let total = try await client.count(matching: JobQuery(part: .alone)) - hidden.count
    if !hidden.isEmpty {
      // Hidden jobs before the window move it by their number.
      let skipped = jobs.first.map { first in deleted.count { precedes($0, first) } } ?? 0
      jobs = Array(jobs.filter { !hidden.contains($0.id) }.dropFirst(skipped).prefix(limit))
    }
    return [.queue(.jobs(jobs, offset: offset, total: max(total, 0)))]
  }

  private func precedes(_ job: Job, _ other: Job) -> Bool {
    switch order {
    case .newestFirst: job.id > other.id
    case .oldestFirst: job.id < other.id
    case .queue: other.state.word.isFinished && (job.since, job.id) > (other.since, other.id)
    }
  }

  private func foundWindow() async throws -> [AppEvent] {
    let ids = Array(found.ids.dropFirst(offset).prefix(limit))
    let jobs = ids.isEmpty ? [] : try await client.jobs(matching: JobQuery(ids: ids))
    let known = Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return [
      .queue(.jobs(ids.compactMap { known[$0] }, offset: offset, total: found.ids.count)),
      .queue(.searched(QueueSearch(arrangement, progress))),
    ]
  }

  private var progress: QueueSearch.Progress {
    if let word = filter.unread.first { return .unread(word) }
    return found.isComplete ? .complete : .underWay
  }

  private func look(upTo time: Duration) async throws {
    guard filter.unread.isEmpty else { return found.complete() }
    let (wanted, filter, start) = (arrangement, filter, ContinuousClock.now)
    while !found.isComplete {
      let jobs = try await client.jobs(
        matching: JobQuery(
          part: .alone, states: filter.states, order: order, offset: found.looked,
          limit: Self.page))
      // Another filter was typed meanwhile.
      guard wanted == arrangement else { return }
      let hidden = hidden
      found.take(jobs) { filter.fits($0) && !hidden.contains($0.id) }
      if jobs.count < Self.page { found.complete() }
      guard start.duration(to: .now) < time else { break }
    }
    found.duration += start.duration(to: .now)
  }
}

/// The jobs that a filter found, in their order.
private struct FoundJobs {
  private(set) var ids: [JobID] = []
  /// Jobs move while the filter looks: one may come twice.
  private var known: Set<JobID> = []
  private(set) var looked = 0
  private(set) var isComplete = false
  var duration = Duration.zero

  mutating func take(_ jobs: [Job], where fits: (Job) -> Bool) {
    looked += jobs.count
    for job in jobs where fits(job) && known.insert(job.id).inserted { ids.append(job.id) }
  }

  mutating func complete() { isComplete = true }

  mutating func remove(_ gone: [JobID]) {
    let gone = Set(gone)
    ids.removeAll { gone.contains($0) }
  }
}
