import ClientCore
import ClientModel
import Synchronization
import ViewModels

/// The reader of the queue panel's contents: a window of the jobs, filtered and sorted.
actor QueueReader {
  private let client: Client
  private var offset = 0
  private var limit = 200
  private var arrangement = QueueArrangement()
  private var filter = HistoryFilter.all
  private var found = FoundJobs()
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

  /// Updates the list after jobs changed: with a filter, searches all jobs again. An update may be
  /// postponed, so that updates take at most a tenth of the time.
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
    guard !arrangement.filter.isEmpty, found.isComplete else { return }
    let wanted = arrangement
    let looked = try await look(from: FoundJobs(), for: Self.patience)
    // An incomplete list would make rows disappear for a moment.
    guard wanted == arrangement, looked.isComplete else { return }
    adopt(looked)
  }

  /// Returns the ids of all listed jobs.
  func allListed() async throws -> [JobID] {
    guard arrangement.filter.isEmpty else { return found.ids }
    return try await client.jobs(matching: JobQuery(part: .alone)).map(\.id)
  }

  // MARK: Deleting

  /// Deletes those of the jobs that are finished. Returns their number.
  func delete(_ deletion: QueueEffect.Deletion) async throws -> Int {
    let count = try await client.delete(deletion.jobs, as: deletion.id)
    found.remove(Set(deletion.jobs))
    return count
  }

  func restore(_ deletion: QueueEffect.Deletion) async throws {
    try await client.restore(deletion.id)
    try await lookAgain()
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
    let offset = offset
    let jobs = try await client.jobs(
      matching: JobQuery(part: .alone, order: order, offset: offset, limit: limit))
    let total = try await client.count(matching: JobQuery(part: .alone))
    return [.queue(.jobs(jobs, offset: offset, total: total))]
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

  /// Replaces the list of the panel with a search result.
  private func adopt(_ looked: FoundJobs) { found = looked }
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
