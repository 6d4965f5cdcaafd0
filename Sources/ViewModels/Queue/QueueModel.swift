package import ClientModel

/// The queue as the user sees it: lanes with their counts, graphs as trees, and a window of jobs.
/// One row is selected.
///
/// Only the window is in memory; the other jobs stay in the store. Until the user enters the panel,
/// the first row is selected, or the job that was just sent, so that new jobs are visible. After
/// that, the selection stays on its job when rows move, and on its row when the job ends or is
/// deleted.
package struct QueueModel: Equatable, Sendable {
  /// All lanes: with running jobs, with waiting jobs, then the rest; each group is sorted by name.
  package internal(set) var lanes: [LaneTally] = []
  /// The pause of lanes that do not exist yet.
  package internal(set) var futurePause = Lane.Pause.none
  /// The jobs of the window, in the order of the list.
  package internal(set) var window: [Job] = []
  /// The graphs with rows above and among the jobs.
  package internal(set) var graphs = GraphRows()
  /// The index of the window's first job among all jobs.
  package private(set) var offset = 0
  /// The total number of jobs.
  var jobTotal = 0
  private var layout = QueueLayout()
  package private(set) var list = ScrolledList()
  /// The selected item, or nil if the queue is empty.
  package private(set) var selected: QueueItem?
  private var anchor = Anchor.top
  /// The effects that are shown but not carried out yet, in the order of the keys.
  var unconfirmed: [Effect] = []
  /// The deleted jobs, which are shown at once when the deletion is undone.
  var deleted: [JobID: DeletedJob] = [:]
  /// The number of deletions in this session.
  private var deletions: Int64 = 0
  package private(set) var progress: [JobID: TransferProgress] = [:]
  /// The state of the request for a window of rows.
  var loading = Loading.idle
  /// The rows that were requested and have not arrived.
  var askedRows: Range<Int>?

  /// The anchor of the selection when rows move.
  private enum Anchor: Equatable, Sendable {
    case top
    /// The job or graph that the user just sent, until the user moves the selection.
    case sent(QueueItem)
    /// The item that the user selected.
    case item
    /// The row, because the selected job has ended and moves to the ended jobs.
    case row
  }

  enum Loading: Equatable, Sendable { case idle, asked }

  /// The process that runs the queue, or nil if it is this one.
  package private(set) var runner: String?
  package private(set) var arrangement = QueueArrangement()
  /// The progress of the filter.
  package internal(set) var search = QueueSearch.Progress.complete
  package internal(set) var marked = MarkedJobs()

  package init() {}

  /// Returns an identifier for a deletion.
  mutating func nextDeletion() -> DeletionID {
    deletions += 1
    return DeletionID(deletions)
  }

  /// The total number of rows.
  package var total: Int { layout.total }

  /// The selected job, in the list or as the step of a graph.
  package var selectedJob: Job? {
    switch selected {
    case .job(let id): window.first { $0.id == id }
    case .step(let place): graphs.job(of: place)
    case .graph, nil: nil
    }
  }

  /// The selected graph for commands, or the graph of a selected step without a job.
  package var selectedGraph: GraphRun? {
    switch selected {
    case .graph(let id): graphs.graph(id)
    case .step(let place):
      graphs.job(of: place) == nil && selectedBatch == nil ? graphs.graph(place.graph) : nil
    case .job, nil: nil
    }
  }

  /// The batch whose line or row is selected.
  package var selectedBatch: GraphRun? {
    foldable.flatMap(graphs.graph).flatMap { $0.rows == nil ? nil : $0 }
  }

  /// The jobs on the screen, each with its row.
  package var visible: [(row: Int, job: Job)] {
    list.visibleRows(of: total).compactMap { row in job(at: row).map { (row, $0) } }
  }

  /// The window to request next: three screens around the selection, but at least 200 rows.
  package var wantedWindow: Range<Int> {
    let span = max(200, list.height * 3)
    let start = max(0, layout.job(from: list.selected) - span / 2)
    return start..<start + span
  }

  /// Whether rows on the screen are not in the window.
  package var needsWindow: Bool {
    list.visibleRows(of: total).contains { item(at: $0) == nil }
  }

  /// Whether a lane or a job in the window waits for a time, which the panel shows as a countdown.
  package var countsDown: Bool {
    lanes.contains { $0.lane.heldUntil != nil }
      || window.contains { job in
        switch job.state {
        case .waiting(.until), .held(.until), .polling(_, .some): true
        default: false
        }
      }
  }

  // MARK: Moving

  package mutating func select(_ row: Int) {
    anchor = .item
    list.move(.to(row), among: total)
    selected = item(at: list.selected)
  }

  /// Scrolls. The selection moves only if it would leave the screen.
  package mutating func scrollList(by rows: Int) {
    anchor = .item
    list.scroll(by: rows, among: total)
    selected = item(at: list.selected) ?? selected
  }

  /// Keeps the selection on its job from now on, because the user works in the panel.
  package mutating func enter() {
    if anchor == .top, selected != nil { anchor = .item }
  }

  /// Keeps a selected first row selected while the user works outside of the panel.
  package mutating func leave() {
    if list.selected == 0, anchor == .item { anchor = .top }
  }

  package mutating func resize(height: Int) { list.resize(height: height, among: total) }

  /// Selects the item that was just sent, as soon as it is in the window.
  package mutating func follow(_ item: QueueItem) {
    anchor = .sent(item)
    followSelection()
  }

  /// Stops following the item that was just sent, because the user opens another job.
  mutating func stopFollowing() { if case .sent = anchor { anchor = .item } }

  /// Stops following a sent graph that has ended. Returns its last job, or nil if there is none.
  mutating func takeEndOfSentGraph() -> JobID? {
    guard case .sent(.graph(let id)) = anchor, let run = graphs.graph(id), run.isEnded else {
      return nil
    }
    anchor = .item
    return run.steps.compactMap(\.job).last
  }

  // MARK: Events

  package mutating func receive(lanes: [LaneTally]) {
    self.lanes = lanes.sorted {
      ($0.rank, $0.lane.key.name) < ($1.rank, $1.lane.key.name)
    }
  }

  package mutating func receive(window: [Job], offset: Int, total: Int) {
    let known = Dictionary(self.window.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.window = window.map { $0.orNewer(known[$0.id]) }
    for job in self.window { leaveRow(of: job, before: known[job.id]) }
    self.offset = offset
    jobTotal = total
    layOut()
    progress = progress.filter { entry in
      self.window.contains { $0.id == entry.key && $0.state.word == .running }
    }
  }

  /// Updates the jobs of the window at once; their order follows with the next window.
  package mutating func receive(changed jobs: [Job]) {
    graphs.receive(changed: jobs)
    for job in jobs {
      if let index = window.firstIndex(where: { $0.id == job.id }) {
        leaveRow(of: job, before: window[index])
        window[index] = job
      }
      if job.state.word != .running { progress[job.id] = nil }
    }
  }

  package mutating func receive(progress update: TransferProgress, of job: JobID) {
    progress[job] = update
  }

  package mutating func receive(runner: String?) { self.runner = runner }

  /// Updates the graphs in the panel, newest first, and the jobs of their steps.
  package mutating func receive(graphs: [GraphRun], jobs: [Job]) {
    self.graphs.receive(graphs, jobs: jobs)
    layOut()
  }

  /// Selects a row of a batch, and opens the batch if it is folded.
  mutating func select(row: Int, of graph: GraphID) {
    guard let run = graphs.graph(graph) else { return }
    if !graphs.isOpen(run) { fold(graph) }
    anchor = .item
    selected = .step(StepPlace(graph: graph, step: row))
    followSelection()
  }

  /// Folds or unfolds a graph and selects it.
  package mutating func fold(_ graph: GraphID) {
    anchor = .item
    graphs.fold(graph)
    selected = .graph(graph)
    layOut()
  }

  /// Begins to show another arrangement. Its first row is selected as soon as the rows are read.
  mutating func begin(_ new: QueueArrangement) {
    arrangement = new
    search = new.filter.isEmpty ? .complete : .underWay
    anchor = .top
    list.move(.first, among: total)
  }

  mutating func layOut() {
    layout = QueueLayout(
      graphs.found(by: arrangement.filter), window: window, offset: offset, jobTotal: jobTotal,
      order: arrangement.order)
    followSelection()
  }

  /// Returns the row of the job with this index in the window.
  func row(ofJobAt index: Int) -> Int? {
    window.indices.contains(index) ? layout.row(ofJob: offset + index) : nil
  }

  private mutating func followSelection() {
    switch anchor {
    case .top: stay(inRow: 0)
    case .sent(let item):
      if row(of: item) != nil { selected = item }
      stayOnItem()
    case .item: stayOnItem()
    case .row:
      stay(inRow: list.selected)
      anchor = .item
    }
  }

  private mutating func stayOnItem() {
    if let selected, let row = row(of: selected) {
      list.move(.to(row), among: total)
    } else {
      stay(inRow: min(list.selected, max(0, total - 1)))
    }
  }

  private mutating func stay(inRow row: Int) {
    list.move(.to(row), among: total)
    selected = item(at: list.selected)
  }

  /// Keeps the selection in its row when its job ends, unless the user follows the job.
  private mutating func leaveRow(of job: Job, before: Job?) {
    guard job.state.word.isFinished, before?.state.word.isFinished == false else { return }
    leaveRow(of: job)
  }

  mutating func leaveRow(of job: Job) {
    if anchor == .item, selected == .job(job.id) { anchor = .row }
  }

  private func row(of item: QueueItem) -> Int? {
    guard case .job(let id) = item else { return layout.row(of: item) }
    return window.firstIndex { $0.id == id }.map { layout.row(ofJob: offset + $0) }
  }

  private func job(at row: Int) -> Job? {
    guard case .job(let number) = layout.place(at: row) else { return nil }
    return window.indices.contains(number - offset) ? window[number - offset] : nil
  }

  /// Returns the item in a row, or nil past the end and outside the window.
  package func item(at row: Int) -> QueueItem? {
    if case .graph(let item) = layout.place(at: row) { return item }
    return job(at: row).map { .job($0.id) }
  }
}

extension LaneTally {
  /// The rank of the lane when not all lanes can be shown; 0 is first.
  fileprivate var rank: Int {
    func holds(_ words: JobState.Word...) -> Bool { words.contains { counts[$0, default: 0] > 0 } }
    return holds(.running, .polling) ? 0 : holds(.waiting, .held, .interrupted) ? 1 : 2
  }
}
