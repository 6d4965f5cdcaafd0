import ClientCore
import ClientModel

/// The content of a `MemoryStorage`. This is a value type, so that `crashed()` can copy it.
struct MemoryTables: Sendable {
  struct Entry: Sendable {
    var job: Job
    var request: PreparedRequest
    var draft: Draft?
    var attempts: [Attempt] = []
    var hop: RedirectHop?
    var revision: Int64
  }

  struct LaneEntry: Sendable {
    var lane: Lane
    var revision: Int64
  }

  /// The number of calls so far that read jobs, lanes or graphs.
  var reads = 0

  /// The jobs and graphs that one deletion removed.
  private struct Deletion: Sendable {
    let jobs: [JobID: Entry]
    let graphs: [GraphID: MemoryGraphs.Entry]
    let places: [JobID: GraphPosition]
    let values: [JobID: [UInt8]]
  }

  private(set) var entries: [JobID: Entry] = [:]
  /// The lanes in the order of their first use.
  private(set) var lanes: [LaneEntry] = []
  var jars = MemoryJars()
  var values = MemoryValues()
  /// The running jobs that this process started.
  var owned: Set<JobID> = []
  /// Whether a queue runner has taken over the queue and still runs it.
  private(set) var hasRunner = false
  var graphs = MemoryGraphs()
  /// The deletions that can be undone.
  private var deletions: [DeletionID: Deletion] = [:]
  private(set) var revision: Int64 = 0
  private var lastID: Int64 = 0

  mutating func add(_ new: NewJob, at now: Timestamp) -> JobID {
    lastID += 1
    let job = Job(new, id: JobID(lastID), at: now)
    entries[job.id] = Entry(
      job: job, request: new.request, draft: new.draft, revision: nextRevision())
    _ = laneIndex(new.lane)
    return job.id
  }

  /// Adds all jobs, or none if an error occurs.
  mutating func add(_ jobs: JobAddition, at now: Timestamp) throws -> AddedJobs {
    var new: [NewJob] = []
    try jobs.each { new.append($0) }
    let ids = new.map { add($0, at: now) }
    guard let start = jobs.start else {
      return AddedJobs(ids: ids, cookieRevision: jars.revision)
    }
    let receipt = commit(StoreBatch(starts: ids.map { JobStart(job: $0, at: start) }))
    return AddedJobs(ids: ids, started: receipt.started, cookieRevision: jars.revision)
  }

  mutating func add(_ batch: NewBatch, at now: Timestamp) throws -> GraphRun {
    graphs.lastID += 1
    let first = JobID(lastID + 1)
    var counts = RowCounts()
    func add(_ job: NewJob, _ row: [UInt8]) {
      graphs.values[self.add(job, at: now)] = row
      counts[job.state.word] += 1
    }
    try batch.rows.forEach(add)
    let run = GraphRun(batch, id: GraphID(graphs.lastID), first: first, counts: counts, at: now)
    graphs.batches.insert(run.id)
    graphs.entries[run.id] = MemoryGraphs.Entry(
      run: run, material: batch.material ?? GraphMaterial(), revision: nextRevision(),
      isOwned: false)
    return run
  }

  mutating func commit(_ batch: StoreBatch) -> StoreReceipt {
    // Ends are applied first, because a job may end one attempt and start the next in the same
    // batch.
    for end in batch.ends {
      update(end.id.job) { entry in
        if let at = entry.attempts.firstIndex(where: { $0.id == end.id }) {
          entry.attempts[at].result = end.result
        }
        entry.job.end(end)
      }
    }
    for hop in batch.hops {
      guard let job = entries[hop.attempt.id.job]?.job, case .running = job.state else { continue }
      update(job.id) { entry in
        entry.attempts.append(hop.attempt)
        entry.job.hop(to: hop.attempt)
        if let hop = hop.hop { entry.hop = hop }
      }
    }
    var started: [JobID: StartedJob] = [:]
    for start in batch.starts {
      guard entries[start.job]?.job.mayStart ?? false, !graphs.isInHeldOrStoppedBatch(start.job)
      else {
        continue
      }
      update(start.job) { entry in
        do throws(Failure) {
          let hop = entry.hop
          let sent = try entry.job.sending(entry.request, from: hop)
          let attempt = Attempt(next: entry.job, sending: sent, from: hop, at: start.at)
          let asked = entry.job.remote
          entry.attempts.append(attempt)
          entry.job.start(attempt)
          started[start.job] = StartedJob(
            job: entry.job, request: sent, hop: hop, asked: asked)
        } catch {
          entry.job.apply(JobChange(state: .failed(error), at: start.at))
        }
      }
      if started[start.job] != nil { owned.insert(start.job) }
    }
    let cookies = jars.commit(batch.cookies, known: batch.known)
    return StoreReceipt(started: started, revision: revision, cookies: cookies)
  }

  mutating func change(_ jobs: [JobID], _ decide: (Job) -> JobChange?) -> [Job] {
    var changed: [Job] = []
    for id in jobs {
      guard let job = entries[id]?.job, let change = decide(job) else { continue }
      update(id) { entry in
        entry.job.apply(change)
        if let request = change.request { entry.request = request }
        if let hop = change.hop { entry.hop = hop }
      }
      if let job = entries[id]?.job { changed.append(job) }
    }
    return changed
  }

  /// Removes jobs and returns the names of their body files.
  mutating func delete(_ jobs: [JobID]) -> [String] {
    if !jobs.isEmpty { _ = nextRevision() }
    var files: [String] = []
    for id in jobs {
      owned.remove(id)
      let gone = entries.removeValue(forKey: id)
      graphs.count(gone?.job, nil, revision: revision)
      for attempt in gone?.attempts ?? [] {
        if case .file(let name, _, _) = attempt.result?.body { files.append(name) }
      }
    }
    return files
  }

  mutating func remove(_ removal: Removal) -> (count: Int, files: [String]) {
    switch removal {
    case .selected(let jobs, let graphs, let deletion): remove(jobs, graphs, as: deletion)
    case .retention(let limit, let size): prune(olderThan: limit, retaining: size)
    case .undoing(let deletion): (restore(deletion), [])
    }
  }

  /// Deletes jobs and graphs. If the deletion can be undone, the files are kept.
  private mutating func remove(
    _ jobs: JobQuery?, _ selected: GraphQuery?, as deletion: DeletionID?
  ) -> (count: Int, files: [String]) {
    let jobs = jobs.map(matches) ?? []
    let gone = jobs.filter { $0.state.word.isFinished && !isNeeded($0.id) }.map(\.id)
    let before = (entries: entries, graphs: graphs)
    let files = delete(gone)
    if let query = selected { graphs.remove(matching: query) }
    guard let deletion else { return (gone.count, files) }
    deletions[deletion] = Deletion(
      jobs: before.entries.filter { entries[$0.key] == nil },
      graphs: before.graphs.entries.filter { graphs.entries[$0.key] == nil },
      places: before.graphs.places.filter { graphs.places[$0.key] == nil },
      values: before.graphs.values.filter { graphs.values[$0.key] == nil })
    return (gone.count, [])
  }

  private mutating func restore(_ deletion: DeletionID) -> Int {
    guard let found = deletions.removeValue(forKey: deletion) else { return 0 }
    graphs.restore(found.graphs, places: found.places, values: found.values)
    for (id, entry) in found.jobs {
      var entry = entry
      entry.revision = nextRevision()
      entries[id] = entry
      graphs.count(nil, entry.job, revision: revision)
    }
    return found.jobs.count
  }

  private mutating func prune(
    olderThan limit: Timestamp, retaining size: ByteCount
  ) -> (count: Int, files: [String]) {
    let finished = entries.values.map(\.job).filter(\.state.word.isFinished)
      .sorted { ($0.since, $0.id) > ($1.since, $1.id) }
    var age = PlausibleAge()
    let plausible = Set(
      entries.values.map(\.job).sorted { $0.id < $1.id }
        .filter { age.isPlausible(created: $0.created, ended: $0.since) }.map(\.id))
    var total: ByteCount = 0
    let gone = finished.filter { job in
      if isNeeded(job.id) { return false }
      total = total + storedBytes(of: job.id)
      return job.since < limit && plausible.contains(job.id) || total > size
    }
    return (gone.count, delete(gone.map(\.id)))
  }

  private func storedBytes(of job: JobID) -> ByteCount {
    (entries[job]?.attempts ?? []).reduce(0) { $0 + ($1.result?.body.length ?? 0) }
  }

  mutating func changeLane(_ key: LaneKey, _ decide: (inout Lane) -> Void) -> Lane {
    let index = laneIndex(key)
    let before = lanes[index].lane
    decide(&lanes[index].lane)
    if lanes[index].lane != before { lanes[index].revision = nextRevision() }
    return lanes[index].lane
  }

  mutating func changeLanes(_ keys: [LaneKey]?, _ decide: (inout Lane) -> Void) -> [Lane] {
    if let keys { return keys.map { changeLane($0, decide) } }
    var future = Lane(key: .future)
    decide(&future)
    if future != Lane(key: .future) { _ = laneIndex(.future) }
    return lanes.map(\.lane).compactMap { before in
      let lane = changeLane(before.key, decide)
      return lane == before ? nil : lane
    }
  }

  func tallies() -> [LaneTally] {
    var counts: [LaneKey: [JobState.Word: Int]] = [:]
    for entry in entries.values {
      counts[entry.job.lane, default: [:]][entry.job.state.word, default: 0] += 1
    }
    return lanes.map { LaneTally(lane: $0.lane, counts: counts[$0.lane.key] ?? [:]) }
  }

  func changes(since known: Int64) -> StoreChanges {
    let changed = entries.values.filter { $0.revision > known }
      .sorted { $0.revision < $1.revision }
    let some = changed.prefix(10_000)
    let isPartial = some.count < changed.count
    return StoreChanges(
      jobs: some.map(\.job),
      lanes: lanes.filter { $0.revision > known }.map(\.lane),
      graphs: graphs.entries.values.filter { $0.revision > known }.map(\.run),
      revision: isPartial ? (some.last?.revision ?? revision) : revision, isPartial: isPartial)
  }

  mutating func takeQueue(_ takeover: QueueTakeover) -> TakeoverResult {
    let end: RunnerEnd = hasRunner ? .death : .orderly
    hasRunner = true
    let recovered = recoverOrphans(takeover.job)
    let changed = tallies().compactMap { tally in
      takeover.lane(tally, end).map { changeLane(tally.lane.key, $0) }
    }
    return TakeoverResult(
      recovered: recovered, lanes: lanes.map(\.lane), changed: changed, revision: revision)
  }

  mutating func leaveQueue(_ decide: (LaneTally) -> QueueTakeover.LaneChange?) {
    for tally in tallies() {
      if let change = decide(tally) { _ = changeLane(tally.lane.key, change) }
    }
    hasRunner = false
  }

  var orphans: [Job] {
    matches(of: JobQuery(states: [.running], order: .oldestFirst)).filter { !owned.contains($0.id) }
  }

  mutating func recoverOrphans(_ decide: (OrphanedJob) -> JobChange?) -> [Job] {
    let found = entries
    return change(orphans.map(\.id)) { job in
      let known = found[job.id]
      return decide(OrphanedJob(job: job, hop: known?.hop, last: known?.attempts.last))
    }
  }

  private mutating func laneIndex(_ key: LaneKey) -> Int {
    if let index = lanes.firstIndex(where: { $0.lane.key == key }) { return index }
    let future = lanes.first { $0.lane.key == .future }?.lane
    let lane = Lane(key: key, pause: future?.pause ?? .none, pausedSince: future?.pausedSince)
    lanes.append(LaneEntry(lane: lane, revision: nextRevision()))
    return lanes.count - 1
  }

  private mutating func update(_ id: JobID, _ body: (inout Entry) -> Void) {
    guard var entry = entries[id] else { return }
    let before = entry.job
    body(&entry)
    if !entry.job.goesOnFromHop { entry.hop = nil }
    entry.revision = nextRevision()
    graphs.count(before, entry.job, revision: entry.revision)
    entries[id] = entry
    if entry.job.state.word != .running { owned.remove(id) }
  }

  mutating func nextRevision() -> Int64 {
    revision += 1
    return revision
  }
}
