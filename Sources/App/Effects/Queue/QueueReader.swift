import ClientCore
import ClientModel
import Synchronization
import ViewModels

/// The reader of the queue panel's contents: the lanes, the graphs, and a filtered and sorted
/// window of the jobs.
///
/// The client's events are applied. The store is read only for changes that the events do not
/// describe.
actor QueueReader {
  private let client: Client
  private var (offset, limit) = (0, 200)
  private var arrangement = QueueArrangement()
  private var filter = HistoryFilter.all
  private var found = FoundJobs()
  private var contents = QueueContents()
  /// The sections that are folded.
  private var folded: Set<QueueSection> = []
  /// The durations of the latest jobs in each lane. They are nil before the first read.
  private var activity: [LaneKey: LaneActivity]?
  /// The visible rows of an open batch and their labels. They are nil if no batch is open.
  private var rows: (graph: GraphID, rows: Range<Int>, words: [JobID: String])?
  /// The events since the oldest pending read began. The result of the read may not include them.
  private var journal: [ClientEvent] = []
  private var reads = 0
  /// The number of the newest read, and the number of the displayed read.
  private var (lastRead, shownRead) = (0, 0)
  /// Whether the contents changed after the last call of `events`.
  private var isChanged = false
  /// Whether the list must be searched again. The search starts at `nextSearch` or later.
  private var owesSearch = false
  private var nextSearch = ContinuousClock.now
  /// Whether the last read failed. After a failed read, the next event causes another read.
  private var isFailing = false
  /// The arrangement that the user typed last.
  private nonisolated let latest = Mutex(QueueArrangement())

  /// The number of ended jobs whose durations are read at the start.
  private static let durations = 200
  /// The maximum number of jobs that a filter reads at a time.
  private static let page = 1000
  /// The duration of one slice of a search. The matches are shown after each slice.
  private static let slice = Duration.milliseconds(60)
  /// The maximum duration of a repeated search. The earlier list stays on the screen during the
  /// search.
  private static let searchTimeout = Duration.seconds(60)

  init(_ client: Client) { self.client = client }

  /// Announces the next arrangement. Pending searches are cancelled.
  nonisolated func request(for arrangement: QueueArrangement) {
    latest.withLock { $0 = arrangement }
  }

  /// Reads another window of the list.
  func show(offset: Int, limit: Int) async throws {
    (self.offset, self.limit) = (offset, limit)
    try await read()
  }

  /// Sets the folded sections and reads the list. The list contains the jobs of all other sections.
  func fold(_ sections: Set<QueueSection>) async throws {
    folded = sections
    try await read()
  }

  // MARK: Changes

  /// The update of the screen that is due.
  enum Update { case none, now, later }

  /// The update of the screen that is due. It depends on the changes since the last call of
  /// `events`.
  var update: Update {
    if isFailing { return .none }
    if isChanged || contents.isStale { return .now }
    return owesSearch ? (nextSearch <= .now ? .now : .later) : .none
  }

  /// The minimum time between two updates of the screen. It is longer while a batch runs, because
  /// only the counts change then.
  var pace: Duration {
    .milliseconds(contents.graphs.contains { $0.rows != nil && !$0.isEnded } ? 250 : 50)
  }

  /// Applies an event. If the store is being read, the event is also applied to the result of the
  /// read.
  func take(_ event: ClientEvent) {
    if reads > 0 { journal.append(event) }
    isFailing = false
    if case .jobsChanged(let jobs) = event { noteDurations(of: jobs) }
    apply(event)
  }

  private func noteDurations(of jobs: [Job]) {
    for job in jobs where [.succeeded, .failed].contains(job.state.word) {
      activity?[job.lane, default: LaneActivity()].add(job)
    }
  }

  /// Reads the durations of the newest ended jobs. Later durations arrive as events.
  private func readDurations() async throws {
    guard activity == nil else { return }
    let ended = JobQuery(states: [.succeeded, .failed], limit: Self.durations)
    let jobs = try await client.jobs(matching: ended)
    activity = [:]
    noteDurations(of: jobs.reversed())
  }

  /// The activity of all lanes that are paused or have unfinished jobs.
  private var laneActivity: [LaneKey: LaneActivity] {
    let running = contents.runningInLanes
    var lanes: [LaneKey: LaneActivity] = [:]
    for tally in contents.lanes where tally.isActive {
      var activity = activity?[tally.lane.key] ?? LaneActivity()
      activity.running = running[tally.lane.key] ?? []
      lanes[tally.lane.key] = activity
    }
    return lanes
  }

  /// Marks the contents as stale and schedules another search, because anything may have changed.
  func expire() { take(.dropped(0)) }

  private func apply(_ event: ClientEvent) {
    switch event {
    case .jobsChanged(let jobs):
      if isFiltered {
        noteMatches(among: jobs)
        contents.apply(jobs, where: fits)
      } else {
        contents.apply(jobs, order: order)
      }
    case .lanesChanged: contents.expire()
    case .graphsChanged(let runs):
      // The rows of a new batch may match the filter.
      if isFiltered, runs.contains(where: { $0.rows != nil && $0.id > found.newestGraph }) {
        owesSearch = true
      }
      contents.apply(runs)
    // A process that becomes the queue runner may have paused lanes. There is no event for this.
    case .dropped, .runnerChanged:
      contents.expire()
      owesSearch = isFiltered
    case .headArrived, .progressed, .bodyGrew, .noticed, .idle: return
    }
    isChanged = true
  }

  /// Reads the changes that the events did not describe.
  ///
  /// A search may be postponed, so that searches take at most a tenth of the time.
  func refresh() async throws {
    isFailing = true
    if owesSearch, nextSearch <= .now {
      let began = ContinuousClock.now
      try await searchAgain()
      nextSearch = .now + began.duration(to: .now) * 10
    }
    if contents.isStale { try await read() }
    isFailing = false
  }

  /// Returns the events that show the current contents.
  func events() -> [AppEvent] {
    isChanged = false
    let lanes = contents.lanes.filter { $0.lane.key != .future }
    let jobs = QueueEvent.jobs(
      contents.jobs, offset: contents.offset, total: contents.total, sections: contents.sections)
    let activity = QueueEvent.activity(laneActivity, ahead: contents.ahead)
    let search = QueueEvent.searched(QueueSearch(arrangement, progress))
    return [.queue(.graphs(shownGraphs, contents.steps))] + rowEvents
      + [.queue(.lanes(lanes)), .queue(.futureLanes(contents.futurePause)), .queue(activity)]
      + [.queue(jobs)]
      + (isFiltered ? [.queue(search)] : [])
  }

  // MARK: Filter and order

  private var isFiltered: Bool { !arrangement.filter.isEmpty }

  /// Searches for the jobs of another arrangement.
  ///
  /// - Returns: False if the user has typed another filter meanwhile. In that case, the list does
  ///   not change until the search for that filter. Reading the list after each letter took a third
  ///   of the time before the first matches were shown.
  func arrange(_ new: QueueArrangement, keeping job: JobID? = nil) async throws -> Bool {
    guard isWished(new) else { return false }
    arrangement = new
    filter = HistoryFilter(new.filter, now: SystemClock().now)
    found = FoundJobs()
    (nextSearch, owesSearch) = (.now, false)
    offset = 0
    if isFiltered { try await searchOn() } else { try await read() }
    if let job { try await show(job) }
    return true
  }

  /// Reads the window around a job if the list contains the job outside the current window.
  private func show(_ job: JobID) async throws {
    guard contents.total > limit, !contents.jobs.contains(where: { $0.id == job }),
      let index = try await allListed().firstIndex(where: { $0.id == job })
    else { return }
    offset = max(0, index - limit / 2)
    try await read()
  }

  /// Continues the search after the last slice.
  func searchOn() async throws {
    let (wanted, looked) = (arrangement, try await search(from: found, for: Self.slice))
    // The user may have typed another filter, or another search may have progressed further.
    if wanted == arrangement, looked.looked >= found.looked {
      found = looked
      found.state = nil
    }
    try await read()
  }

  /// Searches all jobs again, because a change may concern jobs outside the window.
  private func searchAgain() async throws {
    owesSearch = false
    guard isFiltered, found.isComplete else { return }
    let (wanted, start) = (arrangement, beginReading())
    defer { endReading() }
    let looked = try await search(from: FoundJobs(), for: Self.searchTimeout)
    // With an incomplete list, rows would disappear for a moment.
    guard wanted == arrangement, looked.isComplete else { return }
    found = looked
    found.state = nil
    guard let state = looked.state, start.number > shownRead else { return contents.expire() }
    adopt(state, showing: found.page(offset, limit), at: offset, since: start)
  }

  /// Schedules another search if one of the jobs may need a new row. Jobs that no longer match the
  /// filter are removed.
  private func noteMatches(among jobs: [Job]) {
    for job in jobs {
      if fits(job) {
        if !found.contains(job, in: order) { owesSearch = true }
      } else if found.remove([job.id]), !contents.jobs.contains(where: { $0.id == job.id }) {
        // If this job was above the window, the window now has other jobs.
        contents.expire()
      }
    }
  }

  /// Returns all listed jobs, in the order of the list. Folded sections are not included.
  func allListed() async throws -> [Job] {
    if isFiltered {
      var jobs: [Job] = []
      for start in stride(from: 0, to: found.ids.count, by: Self.page) {
        let ids = found.page(start, Self.page)
        let known = Dictionary(
          try await client.jobs(matching: JobQuery(ids: ids)).map { ($0.id, $0) },
          uniquingKeysWith: { first, _ in first })
        jobs += ids.compactMap { known[$0] }
      }
      return jobs
    }
    var query = JobQuery(part: .alone, order: order)
    query.workspaces = restriction
    guard order == .queue else { return try await client.jobs(matching: query) }
    var jobs: [Job] = []
    for section in QueueSection.allCases where !folded.contains(section) {
      query.states = section.states
      jobs += try await client.jobs(matching: query)
    }
    return jobs
  }

  // MARK: Workspaces

  /// The workspaces to which a query must be restricted. Nil if no other workspace has jobs.
  private var restriction: Set<String>? {
    arrangement.workspaces.flatMap { contents.hasJobs(outside: $0) ? $0 : nil }
  }

  private func fits(_ job: Job) -> Bool {
    (arrangement.workspaces?.contains(job.lane.workspace) ?? true) && filter.fits(job)
  }

  /// The graphs of the listed workspaces.
  private var shownGraphs: [GraphRun] {
    guard let workspaces = arrangement.workspaces else { return contents.graphs }
    return contents.graphs.filter {
      workspaces.contains(contents.lane(of: $0)?.workspace ?? $0.workspace)
    }
  }

  // MARK: Deleting

  /// Deletes the given jobs that are finished. Returns the number of deleted jobs.
  func delete(_ deletion: QueueEffect.Deletion) async throws -> Int {
    let count = try await client.delete(deletion.jobs, as: deletion.id)
    found.remove(Set(deletion.jobs))
    expire()
    return count
  }

  func restore(_ deletion: QueueEffect.Deletion) async throws {
    try await client.restore(deletion.id)
    expire()
    try await searchAgain()
  }

  // MARK: Rows of a batch

  /// Shows rows of a batch and their labels. An empty range hides the rows.
  func show(_ wanted: Range<Int>, of graph: GraphID) async throws {
    guard let span = span(of: wanted, in: graph) else {
      rows = nil
      return
    }
    let ids = (span.lowerBound.rawValue...span.upperBound.rawValue).map { JobID($0) }
    rows = (graph, wanted, try await client.values(of: ids).mapValues(JSONRowReader.words))
    try await read()
  }

  private func span(of rows: Range<Int>, in graph: GraphID) -> ClosedRange<JobID>? {
    guard !rows.isEmpty, let run = contents.graphs.first(where: { $0.id == graph }),
      let first = run.job(ofRow: rows.lowerBound), let last = run.job(ofRow: rows.upperBound - 1)
    else { return nil }
    return first...last
  }

  private var rowEvents: [AppEvent] {
    guard let rows, let span = visibleRows, contents.rowSpan == span else { return [] }
    let window = BatchRows(rows: rows.rows, jobs: contents.rows, words: rows.words)
    return [.queue(.rows(window, of: rows.graph))]
  }

  // MARK: Reading

  private var order: JobQuery.Order {
    switch arrangement.order {
    case .queue: .queue
    case .newestFirst: .newestFirst
    case .oldestFirst: .oldestFirst
    }
  }

  private var visibleRows: ClosedRange<JobID>? { rows.flatMap { span(of: $0.rows, in: $0.graph) } }

  /// Reads the contents again in a single query.
  private func read() async throws {
    try await readDurations()
    let (wanted, offset, start) = (arrangement, offset, beginReading())
    defer { endReading() }
    let (ids, folded) = (found.page(offset, limit), folded)
    let window =
      isFiltered
      ? JobQuery(ids: ids)
      : JobQuery(part: .alone, order: order, offset: offset, limit: limit)
    var query = QueueQuery(jobs: window, rows: visibleRows)
    if !isFiltered { query.jobs.workspaces = restriction }
    if !isFiltered, order == .queue {
      query.sections = QueueSection.allCases.map {
        QueueQuery.Section($0.states, isListed: !folded.contains($0))
      }
    }
    let state = try await client.queue(matching: query)
    // If the user has chosen another arrangement or folded a section meanwhile, another read
    // follows.
    guard wanted == arrangement, folded == self.folded else { return }
    adopt(state, showing: ids, at: offset, since: start)
    // Another workspace now has a job.
    if !isFiltered, query.jobs.workspaces == nil, restriction != nil { contents.expire() }
  }

  /// Shows a state of the store. Events that arrived during the read are applied to the state.
  ///
  /// A state that is older than the shown one is ignored.
  ///
  /// - Parameter ids: The jobs of the window, if a filter found them.
  private func adopt(
    _ state: QueueState, showing ids: [JobID], at offset: Int, since start: ReadStart
  ) {
    guard start.number > shownRead else { return }
    shownRead = start.number
    var state = state
    if isFiltered {
      let known = Dictionary(
        state.jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      // Jobs change while they are displayed. Jobs that no longer match the filter are removed.
      state.jobs = ids.compactMap { known[$0] }.filter(fits)
      found.replace(ids, at: offset, with: state.jobs.map(\.id))
      state.total = found.ids.count
    }
    let sections =
      state.sections.isEmpty
      ? nil
      : QueueSections(
        Dictionary(uniqueKeysWithValues: zip(QueueSection.allCases, state.sections)),
        folded: folded)
    contents = QueueContents(
      state, at: offset, span: limit, sections: sections, rows: visibleRows)
    isChanged = true
    for event in journal.dropFirst(start.position) { apply(event) }
  }

  /// The start of a read.
  private struct ReadStart {
    /// The number of the read. A higher number means a newer result.
    let number: Int
    /// The index in the journal of the first event to apply to the result.
    let position: Int
  }

  private func beginReading() -> ReadStart {
    reads += 1
    lastRead += 1
    return ReadStart(number: lastRead, position: journal.count)
  }

  private func endReading() {
    reads -= 1
    if reads == 0 { journal = [] }
  }

  private var progress: QueueSearch.Progress {
    if let word = filter.unread.first { return .unread(word) }
    return found.isComplete ? .complete : .underWay
  }

  /// Continues a search. Returns all matches found so far.
  ///
  /// The displayed list does not change, because several searches may run at once.
  private func search(from start: FoundJobs, for time: Duration) async throws -> FoundJobs {
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
      query.workspaces = restriction
      if found.looked == 0 {
        let state = try await client.queue(matching: QueueQuery(jobs: query, rows: visibleRows))
        found.newestGraph = state.graphs.first?.id ?? GraphID(0)
        found.take(state.jobs, of: Self.page, where: fits)
        // The state contains all jobs of a short queue, so no other read is needed.
        if found.isComplete { found.state = state }
      } else {
        let jobs = try await client.jobs(matching: query)
        found.take(jobs, of: Self.page, where: fits)
      }
      guard began.duration(to: .now) < time else { break }
    }
    return found
  }

  private func isWished(_ arrangement: QueueArrangement) -> Bool {
    latest.withLock { $0 == arrangement }
  }
}
