package import ClientModel

/// The queue as a person sees it: lanes with their counts, graphs as trees, and a window of jobs; one
/// row of these is selected.
///
/// Only the window is held; the rest stays in the store. Until the user looks at it the first row is
/// selected, or what was just sent, so that what is new is seen. From then on the selection stays on its
/// job when rows move, and on its row when the job ends or is gone.
package struct QueueModel: Equatable, Sendable {
  /// Every lane: first those at work, then those with work left, each in the order of their names.
  package internal(set) var lanes: [LaneTally] = []
  /// Whether lanes that do not exist yet will be paused.
  package internal(set) var futurePause = Lane.Pause.none
  /// The jobs of the window, in the queue's order.
  package internal(set) var window: [Job] = []
  /// The graphs whose rows stand over and among the jobs.
  package internal(set) var graphs = GraphRows()
  /// Which job of all is the window's first.
  package private(set) var offset = 0
  /// How many jobs there are in all.
  var jobTotal = 0
  private var layout = QueueLayout()
  package private(set) var list = ScrolledList()
  /// What the selection is on; nil when the queue is empty.
  package private(set) var selected: QueueItem?
  private var anchor = Anchor.top
  /// Effects that are shown and not carried out, in the order of the keys.
  var unconfirmed: [Effect] = []
  /// Jobs that were deleted, to be shown at once when that is undone.
  var deleted: [JobID: DeletedJob] = [:]
  package private(set) var progress: [JobID: TransferProgress] = [:]
  /// Whether a window was asked for and has not come.
  var loading = Loading.idle
  /// Rows that were asked for and have not come.
  var askedRows: Range<Int>?

  /// What the selection stays on when rows move.
  private enum Anchor: Equatable, Sendable {
    case top
    /// The job or graph that the user just sent, until the user moves the selection.
    case sent(QueueItem)
    /// What the user selected.
    case item
    /// The row: what was selected in it has ended, and moves to the finished ones.
    case row
  }

  enum Loading: Equatable, Sendable { case idle, asked }

  /// Who runs the queue when it is another process.
  package private(set) var runner: Int32?
  package private(set) var arrangement = QueueArrangement()
  /// How far the filter has looked.
  package internal(set) var search = QueueSearch.Progress.complete
  package internal(set) var marked = MarkedJobs()

  package init() {}

  /// How many rows there are in all.
  package var total: Int { layout.total }

  /// The job the selection is on: in the list, or as the step of a graph.
  package var selectedJob: Job? {
    switch selected {
    case .job(let id): window.first { $0.id == id }
    case .step(let place): graphs.job(of: place)
    case .graph, nil: nil
    }
  }

  /// The graph that commands about a graph mean: the selected one, or that of a step without a job.
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

  /// The jobs on screen, with the row each is in.
  package var visible: [(row: Int, job: Job)] {
    list.visibleRows(of: total).compactMap { row in job(at: row).map { (row, $0) } }
  }

  /// The window to ask for next: three screens around the selection, and never less than 200 rows.
  package var wantedWindow: Range<Int> {
    let span = max(200, list.height * 3)
    let start = max(0, layout.job(from: list.selected) - span / 2)
    return start..<start + span
  }

  /// True when rows on screen are not in the window.
  package var needsWindow: Bool {
    list.visibleRows(of: total).contains { item(at: $0) == nil }
  }

  /// True while a lane or a job in the window waits for a time that is shown running down.
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

  /// Scrolls; the selection moves only as far as it must to stay on screen.
  package mutating func scrollList(by rows: Int) {
    anchor = .item
    list.scroll(by: rows, among: total)
    selected = item(at: list.selected) ?? selected
  }

  /// The user looks here: nothing may slip away under his keys.
  package mutating func enter() {
    if anchor == .top, selected != nil { anchor = .item }
  }

  /// The user looks elsewhere: a selection on the first row is that row's again, not its job's.
  package mutating func leave() {
    if list.selected == 0, anchor == .item { anchor = .top }
  }

  package mutating func resize(height: Int) { list.resize(height: height, among: total) }

  /// Puts the selection on what was just sent, as soon as it is in the window.
  package mutating func follow(_ item: QueueItem) {
    anchor = .sent(item)
    followSelection()
  }

  /// The user looks at something else: it stays on the screen when what was sent ends.
  mutating func stopFollowing() { if case .sent = anchor { anchor = .item } }

  /// The last job of a graph that was just sent, once the graph has ended.
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

  /// Jobs as they stand now; those in the window change at once, the order follows with the next window.
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

  package mutating func receive(runner: Int32?) { self.runner = runner }

  /// The graphs in sight, newest first, with the jobs of their steps.
  package mutating func receive(graphs: [GraphRun], jobs: [Job]) {
    self.graphs.receive(graphs, jobs: jobs)
    layOut()
  }

  /// Puts the selection on a row of a batch, which is opened for it.
  mutating func select(row: Int, of graph: GraphID) {
    guard let run = graphs.graph(graph) else { return }
    if !graphs.isOpen(run) { fold(graph) }
    anchor = .item
    selected = .step(StepPlace(graph: graph, step: row))
    followSelection()
  }

  /// Folds a graph, or opens it; the selection goes with it.
  package mutating func fold(_ graph: GraphID) {
    anchor = .item
    graphs.fold(graph)
    selected = .graph(graph)
    layOut()
  }

  /// Begins to show another arrangement: from its first row, as soon as that is read.
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

  /// The row of the job with this index in the window.
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

  /// The selected job ended: the row is left to the next one, unless the user waits for just this job.
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

  /// What stands in a row; nil past the end, and where the window does not reach.
  package func item(at row: Int) -> QueueItem? {
    if case .graph(let item) = layout.place(at: row) { return item }
    return job(at: row).map { .job($0.id) }
  }
}

extension LaneTally {
  /// What stands at the top where not all lanes can be shown.
  fileprivate var rank: Int {
    func holds(_ words: JobState.Word...) -> Bool { words.contains { counts[$0, default: 0] > 0 } }
    return holds(.running, .polling) ? 0 : holds(.waiting, .held, .interrupted) ? 1 : 2
  }
}
