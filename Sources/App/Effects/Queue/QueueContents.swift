import ClientCore
import ClientModel
import ViewModels

/// The stored contents of the queue panel: a window of the job list, lanes, graphs with their jobs,
/// and rows of a batch.
///
/// The client's events change the contents. After some events, the contents are stale until the
/// next read. An event about a job that was not read does not contain the new counts and the new
/// window. Events about lanes and graphs have no time, so they may be older than the last read. A
/// job's state has a time, which shows whether the event is newer.
struct QueueContents: Equatable, Sendable {
  /// The jobs of the window, in the order of the list.
  private(set) var jobs: [Job] = []
  private(set) var offset = 0
  /// The number of jobs in the list.
  private(set) var total = 0
  /// The sections of the list. They are nil for a flat list.
  private(set) var sections: QueueSections?
  /// For each waiting job of the window, the number of jobs that wait before it in its lane.
  private(set) var ahead: [JobID: Int] = [:]
  /// The known running jobs that use a slot of their lane.
  private var running: [JobID: Job] = [:]
  private(set) var lanes: [LaneTally] = []
  /// The graphs, newest first.
  private(set) var graphs: [GraphRun] = []
  /// The current states of the jobs that were read.
  private var known: [JobID: Job] = [:]
  private var rowIDs: [JobID] = []
  /// The requested rows of a batch. They are nil if no batch is open.
  private(set) var rowSpan: ClosedRange<JobID>?
  /// The requested number of jobs in the window.
  private var span = 0
  /// Whether there was a change that the events did not describe.
  private(set) var isStale = true

  init() {}

  /// Creates contents from a state of the store.
  ///
  /// - Parameters:
  ///   - offset: The index of the window's first job in the list.
  ///   - span: The requested number of jobs in the window.
  ///   - rows: The requested rows of a batch.
  init(
    _ state: QueueState, at offset: Int, span: Int, sections: QueueSections? = nil,
    rows: ClosedRange<JobID>? = nil
  ) {
    (jobs, total, lanes, graphs) = (state.jobs, state.total, state.lanes, state.graphs)
    (self.sections, ahead) = (sections, state.ahead)
    (self.offset, self.span, isStale) = (offset, span, false)
    (rowIDs, rowSpan) = (state.rows.map(\.id), rows)
    known = Dictionary(
      (state.jobs + state.steps + state.rows).map { ($0.id, $0) },
      uniquingKeysWith: { first, _ in first })
    for job in state.running + state.jobs { noteRunning(job) }
  }

  /// The running jobs of each lane, in the order of their starts.
  var runningInLanes: [LaneKey: [LaneActivity.Running]] {
    Dictionary(grouping: running.values, by: \.lane).mapValues { jobs in
      jobs.map(LaneActivity.Running.init).sorted { $0.start < $1.start }
    }
  }

  /// The jobs of the graphs' steps.
  var steps: [Job] { graphs.flatMap(\.shownJobs).compactMap { known[$0] } }

  var rows: [Job] { rowIDs.compactMap { known[$0] } }

  /// Returns the lane of a graph's first known job.
  func lane(of graph: GraphRun) -> LaneKey? {
    graph.shownJobs.lazy.compactMap { known[$0]?.lane }.first
  }

  /// Returns whether other workspaces have jobs. Also true before the lanes were read.
  func hasJobs(outside workspaces: Set<String>) -> Bool {
    lanes.isEmpty
      || lanes.contains { tally in
        !workspaces.contains(tally.lane.key.workspace) && tally.counts.contains { $0.value > 0 }
      }
  }

  /// The pause of lanes that do not exist yet.
  var futurePause: Lane.Pause { lanes.first { $0.lane.key == .future }?.lane.pause ?? .none }

  /// Marks the contents as stale.
  mutating func expire() { isStale = true }

  // MARK: Events

  /// Applies new states of jobs to a list in queue order or sorted by age.
  mutating func apply(_ changed: [Job], order: JobQuery.Order) {
    let queue = QueueOrder(lanes.map(\.lane.key))
    for job in changed {
      guard let before = update(job, in: queue) else { continue }
      if order == .queue, !queue.places(job, like: before) || isMoved(job, from: before) {
        move(job, from: before, in: queue)
      } else if let index = jobs.firstIndex(where: { $0.id == job.id }) {
        jobs[index] = job
      }
    }
  }

  /// Applies new states of jobs to a filtered list.
  ///
  /// Jobs that no longer match the filter are removed. All others stay in their rows until the
  /// search is repeated.
  mutating func apply(_ changed: [Job], where fits: (Job) -> Bool) {
    let queue = QueueOrder(lanes.map(\.lane.key))
    for job in changed {
      guard update(job, in: queue) != nil, let index = jobs.firstIndex(where: { $0.id == job.id })
      else {
        continue
      }
      if fits(job) {
        jobs[index] = job
      } else {
        jobs.remove(at: index)
        total -= 1
        refill()
      }
    }
  }

  mutating func apply(_ changed: [GraphRun]) {
    for run in changed {
      guard let index = graphs.firstIndex(where: { $0.id == run.id }) else {
        isStale = true
        continue
      }
      // If the list is full, another graph may replace a graph that ended or runs again.
      if graphs[index].isEnded != run.isEnded {
        isStale = isStale || !run.isEnded || openGraphs == QueueQuery.openGraphs
      }
      if graphs[index].instruction != run.instruction { isStale = true }
      graphs[index] = run
      if !run.shownJobs.allSatisfy({ known[$0] != nil }) { isStale = true }
    }
    let ended = graphs.filter(\.isEnded).map(\.id)
    let surplus = Set(ended.dropFirst(QueueQuery.endedGraphs))
    guard !surplus.isEmpty else { return }
    // The steps of a graph that is no longer shown as a tree are listed as jobs.
    isStale = isStale || graphs.contains { surplus.contains($0.id) && $0.rows == nil }
    graphs.removeAll { surplus.contains($0.id) }
  }

  private var openGraphs: Int { graphs.count { !$0.isEnded } }

  // MARK: Jobs

  /// Stores the state of a known job and counts the job in its lane.
  ///
  /// - Returns: The earlier state. Nil if the job was unknown or did not change.
  private mutating func update(_ job: Job, in order: QueueOrder) -> Job? {
    let before = known[job.id]
    guard before != job else { return nil }
    guard let before, let from = tally(of: before), let to = tally(of: job),
      before.since < job.since
    else {
      isStale = true
      return nil
    }
    lanes[from].counts[before.state.word, default: 0] -= 1
    lanes[to].counts[job.state.word, default: 0] += 1
    known[job.id] = job
    // The event does not contain the new counts of the batch.
    if graphs.contains(where: { $0.rows != nil && $0.span?.contains(job.id) == true }) {
      isStale = true
    }
    noteRunning(job)
    countAhead(job, before: before, in: order)
    return before
  }

  private mutating func noteRunning(_ job: Job) {
    let usesSlot = job.state.word == .running && job.scheduling == .queued
    running[job.id] = usesSlot ? job : nil
  }

  /// Updates `ahead` after a change of a job.
  ///
  /// The numbers change only if the job started or stopped waiting, or was moved. The next read
  /// counts the rows of batches between two jobs of the window.
  private mutating func countAhead(_ job: Job, before: Job, in order: QueueOrder) {
    let (was, waits) = (before.state.word == .waiting, job.state.word == .waiting)
    guard was != waits || (was && !order.places(job, like: before)) else { return }
    let others = jobs.filter {
      $0.id != job.id && $0.lane == job.lane && $0.state.word == .waiting
    }
    if was {
      for other in others where order.places(before, before: other) { ahead[other.id]? -= 1 }
      ahead[job.id] = nil
    }
    guard waits else { return }
    // A flat list does not contain all jobs of the lane, or has another order.
    guard sections != nil else {
      isStale = true
      return
    }
    if let previous = others.last(where: { order.places($0, before: job) }) {
      ahead[job.id] = ahead[previous.id].map { $0 + 1 }
    } else if let next = others.first(where: { order.places(job, before: $0) }) {
      ahead[job.id] = ahead[next.id]
    } else {
      // A read returns the running jobs only if a job of the window waits.
      isStale = true
    }
    for other in others where order.places(job, before: other) { ahead[other.id]? += 1 }
  }

  private func tally(of job: Job) -> Int? { lanes.firstIndex { $0.lane.key == job.lane } }

  /// Returns whether the job is now in another section.
  private func isMoved(_ job: Job, from before: Job) -> Bool {
    sections != nil && QueueSection(job.state.word) != QueueSection(before.state.word)
  }

  /// Moves a job to its position in the queue, if the window contains that position.
  private mutating func move(_ job: Job, from before: Job, in order: QueueOrder) {
    // The rows of batches and the steps of graphs are not in the list.
    guard !graphs.contains(where: { $0.contains(job.id) }) else { return }
    if var sections {
      let (old, new) = (QueueSection(before.state.word), QueueSection(job.state.word))
      sections.move(from: old, to: new)
      (self.sections, total) = (sections, sections.total)
      if sections.folded.isSuperset(of: [old, new]) { return }
    }
    guard let index = jobs.firstIndex(where: { $0.id == job.id }) else {
      isStale = true
      return
    }
    jobs.remove(at: index)
    if let sections, sections.folded.contains(QueueSection(job.state.word)) { return refill() }
    let place = jobs.firstIndex { places(job, before: $0, in: order) } ?? jobs.count
    let isAtEnd = offset + jobs.count + 1 >= total
    if place == 0, offset > 0 { isStale = true }
    if place < jobs.count || isAtEnd { jobs.insert(job, at: place) }
    refill()
  }

  private func places(_ job: Job, before other: Job, in order: QueueOrder) -> Bool {
    guard sections != nil else { return order.places(job, before: other) }
    let (left, right) = (QueueSection(job.state.word), QueueSection(other.state.word))
    return left == right ? order.places(job, before: other) : left.rawValue < right.rawValue
  }

  /// Marks the contents as stale if the window lacks more than an eighth of its jobs and the list
  /// has further jobs.
  private mutating func refill() {
    if jobs.count < span - span / 8, offset + jobs.count < total { isStale = true }
  }
}

extension GraphRun {
  /// Returns whether a job is a row or a step of the graph.
  fileprivate func contains(_ job: JobID) -> Bool {
    span?.contains(job) ?? steps.contains { $0.job == job }
  }
}
