import ClientCore
import ClientModel
import Synchronization
import ViewModels

/// The reader of the queue panel's contents: a window of the jobs, filtered and sorted, without the
/// jobs that the user deleted in this session. Those jobs are deleted from the store when the
/// session ends, so that undo can restore them until then.
actor QueueReader {
  private let client: Client
  private var offset = 0
  private var limit = 200
  private var arrangement = QueueArrangement()
  private var filter = HistoryFilter.all
  private var found = FoundJobs()
  private var deleted: [Job] = []
  /// Whether a refresh was postponed until `nextRefresh`.
  private(set) var owesRefresh = false
  private var nextRefresh = ContinuousClock.now
  /// The arrangement that the user typed last.
  private nonisolated let wish = Mutex(QueueArrangement())

  /// The maximum number of jobs that a filter reads at a time.
  private static let page = 1000
  /// The duration of a search before its matches are shown.
  private static let slice = Duration.milliseconds(60)
  /// The maximum duration of a repeated search, during which the earlier list stays on the screen.
  private static let patience = Duration.seconds(60)

  init(_ client: Client) { self.client = client }

  /// Requests the next arrangement early and cancels pending searches.
  nonisolated func wish(for arrangement: QueueArrangement) { wish.withLock { $0 = arrangement } }

  func show(offset: Int, limit: Int) { (self.offset, self.limit) = (offset, limit) }

  /// Starts the search for the jobs of another arrangement.
  ///
  /// - Returns: The events that show the found jobs, or none if the user has typed another filter
  ///   meanwhile. The list then stays until that filter is searched: reading the list for each
  ///   letter took a third of the time to the first matches.
  func arrange(_ new: QueueArrangement) async throws -> [AppEvent] {
    guard isWished(new) else { return [] }
    arrangement = new
    filter = HistoryFilter(new.filter, now: SystemClock().now)
    found = FoundJobs()
    nextRefresh = .now
    offset = 0
    if !new.filter.isEmpty { try await lookOn() }
    return try await events()
  }

  /// Continues the search where the last slice ended.
  func lookOn() async throws {
    let (wanted, looked) = (arrangement, try await look(from: found, for: Self.slice))
    // The user typed another filter meanwhile, or another search has got further.
    guard wanted == arrangement, looked.looked >= found.looked else { return }
    adopt(looked)
  }

  /// Returns the events with the current window of the panel.
  func events() async throws -> [AppEvent] {
    arrangement.filter.isEmpty ? try await window() : try await foundWindow()
  }

  /// Updates the list after jobs changed: shows a deleted job that was sent again and, with a
  /// filter, searches all jobs again. An update may be postponed, so that updates take at most a
  /// tenth of the time.
  func refresh() async throws {
    let isDue = isRefreshDue
    owesRefresh = !isDue
    guard isDue else { return }
    let began = ContinuousClock.now
    try await lookAgain()
    nextRefresh = .now + began.duration(to: .now) * 10
  }

  var isRefreshDue: Bool { nextRefresh <= .now }

  private func lookAgain() async throws {
    try await showRevived()
    guard !arrangement.filter.isEmpty, found.isComplete else { return }
    let wanted = arrangement
    let looked = try await look(from: FoundJobs(), for: Self.patience)
    // An incomplete list would make rows disappear for a moment.
    guard wanted == arrangement, looked.isComplete else { return }
    adopt(looked)
  }

  /// Returns the lanes with the numbers of their jobs, without hidden jobs.
  func lanes() async throws -> [LaneTally] {
    var lanes = try await client.lanes()
    guard !deleted.isEmpty else { return lanes }
    let present = try await client.jobs(matching: JobQuery(ids: deleted.map(\.id)))
    let hidden = hidden
    for job in present where hidden.contains(job.id) {
      guard let index = lanes.firstIndex(where: { $0.lane.key == job.lane }) else { continue }
      lanes[index].counts[job.state.word]? -= 1
    }
    return lanes
  }

  /// Returns the pause that applies to lanes that do not exist yet.
  func futurePause() async throws -> Lane.Pause { try await client.futurePause() }

  /// Returns the ids of all listed jobs.
  func allListed() async throws -> [JobID] {
    guard arrangement.filter.isEmpty else { return found.ids }
    let jobs = try await client.jobs(matching: JobQuery(part: .alone))
    let hidden = hidden
    return jobs.map(\.id).filter { !hidden.contains($0) }
  }

  // MARK: Deleting

  /// Hides those of the jobs that are finished. Returns the number of finished jobs.
  func delete(_ ids: [JobID]) async throws -> Int {
    let jobs = try await client.jobs(matching: JobQuery(ids: ids))
    let ended = jobs.filter { $0.state.word.isFinished }
    let known = hidden
    deleted += ended.filter { !known.contains($0.id) }
    found.remove(hidden)
    return ended.count
  }

  func restore(_ ids: [JobID]) async throws {
    deleted.removeAll { ids.contains($0.id) }
    try await lookAgain()
  }

  /// The ids of the hidden jobs.
  var hidden: Set<JobID> { Set(deleted.map(\.id)) }

  /// Deletes the hidden jobs from the store.
  func finish() async throws {
    try await showRevived()
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
    // Rows of batches and jobs deleted from the store are not in this list.
    let left =
      hidden.isEmpty
      ? [] : try await client.jobs(matching: JobQuery(ids: Array(hidden), part: .alone))
    var jobs = try await client.jobs(
      matching: JobQuery(part: .alone, order: order, offset: offset, limit: limit + left.count))
    let total = try await client.count(matching: JobQuery(part: .alone)) - left.count
    if !left.isEmpty {
      // Each hidden job before the window moves the window by one.
      let skipped = jobs.first.map { first in left.count { precedes($0, first) } } ?? 0
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
    let (offset, limit, filter) = (offset, limit, filter)
    let ids = found.page(offset, limit)
    let jobs = ids.isEmpty ? [] : try await client.jobs(matching: JobQuery(ids: ids))
    let known = Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    // Jobs change while they are displayed, and those that no longer match the filter are removed.
    let fitting = ids.compactMap { known[$0] }.filter(filter.fits)
    found.replace(ids, at: offset, with: fitting.map(\.id))
    return [
      .queue(.jobs(fitting, offset: offset, total: found.ids.count)),
      .queue(.searched(QueueSearch(arrangement, progress))),
    ]
  }

  private var progress: QueueSearch.Progress {
    if let word = filter.unread.first { return .unread(word) }
    return found.isComplete ? .complete : .underWay
  }

  /// Returns the matches from a position on. The displayed list does not change, since several
  /// searches may run at once.
  private func look(from start: FoundJobs, for time: Duration) async throws -> FoundJobs {
    var found = start
    guard filter.unread.isEmpty else {
      found.complete()
      return found
    }
    let (wanted, filter, began) = (arrangement, filter, ContinuousClock.now)
    while !found.isComplete, wanted == arrangement, isWished(wanted) {
      var query = JobQuery(
        states: filter.states, order: order, offset: found.looked, limit: Self.page)
      query.texts = filter.storedTexts
      let jobs = try await client.jobs(matching: query)
      found.take(jobs) { filter.fits($0) }
      if jobs.count < Self.page { found.complete() }
      guard began.duration(to: .now) < time else { break }
    }
    return found
  }

  private func isWished(_ arrangement: QueueArrangement) -> Bool {
    wish.withLock { $0 == arrangement }
  }

  /// Replaces the list of the panel with a search result, without jobs that the user deleted during
  /// the search.
  private func adopt(_ looked: FoundJobs) {
    found = looked
    found.remove(hidden)
  }

  /// Removes jobs from the hidden jobs: those that another process or command sent again, which are
  /// then shown, and those that no longer exist.
  private func showRevived() async throws {
    guard !deleted.isEmpty else { return }
    let present = try await client.jobs(matching: JobQuery(ids: deleted.map(\.id)))
    let times = Dictionary(
      present.map { ($0.id, $0.since) }, uniquingKeysWith: { first, _ in first })
    deleted.removeAll { times[$0.id] != $0.since }
  }
}

/// The jobs that a filter found, in order.
private struct FoundJobs {
  private(set) var ids: [JobID] = []
  /// The jobs already found. Jobs move during the search, so a job may be read twice.
  private var known: Set<JobID> = []
  private(set) var looked = 0
  private(set) var isComplete = false

  mutating func take(_ jobs: [Job], where fits: (Job) -> Bool) {
    looked += jobs.count
    for job in jobs where fits(job) && known.insert(job.id).inserted { ids.append(job.id) }
  }

  mutating func complete() { isComplete = true }

  func page(_ offset: Int, _ limit: Int) -> [JobID] { Array(ids.dropFirst(offset).prefix(limit)) }

  /// Replaces a page with fewer jobs, unless the list has changed meanwhile.
  mutating func replace(_ page: [JobID], at offset: Int, with fewer: [JobID]) {
    guard fewer.count < page.count, self.page(offset, page.count) == page else { return }
    ids.replaceSubrange(offset..<offset + page.count, with: fewer)
  }

  mutating func remove(_ gone: Set<JobID>) { ids.removeAll { gone.contains($0) } }
}
