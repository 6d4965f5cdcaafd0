package import ClientModel

/// The rows of the queue panel: section headings, graphs as trees, and jobs. One row is selected.
///
/// Only a window of the jobs is in memory. At first, the selection follows the first row or the job
/// that was just sent, so that new jobs are visible. After the user enters the panel, the selection
/// stays on its job when rows move, and in its row when that job ends or is deleted.
package struct QueueRows: Equatable, Sendable {
  /// The jobs of the window, in the order of the list.
  package private(set) var window: [Job] = []
  /// The graphs. Their rows are above the jobs and between them.
  package internal(set) var graphs = GraphRows()
  /// The index of the first job of the window among all jobs.
  package private(set) var offset = 0
  /// The total number of jobs.
  private(set) var jobTotal = 0
  /// The sections of the list. Nil for a list that is filtered or sorted by age.
  package private(set) var sections: QueueSections?
  /// The sections that the user folded.
  package private(set) var folded: Set<QueueSection> = []
  package private(set) var arrangement = QueueArrangement()
  private var layout = QueueLayout()
  package private(set) var list = ScrolledList()
  /// The selected item. Nil if the queue is empty.
  package private(set) var selected: QueueItem?
  private var anchor = Anchor.top
  /// The deleted jobs. After an undo, they are shown before the store has restored them.
  private var deleted: [JobID: DeletedJob] = [:]

  /// The item or row that stays selected when rows move.
  private enum Anchor: Equatable, Sendable {
    case top
    /// The job or graph that the user just sent, until the user moves the selection.
    case sent(QueueItem)
    /// The item that was selected before the list got another filter or order. It is selected while
    /// it is listed. Otherwise, the first row is selected.
    case kept(QueueItem)
    /// The item that the user selected.
    case item
    /// The current row. The selected job has ended and moves down to the ended jobs.
    case row
  }

  package init() {}

  /// The total number of rows.
  package var total: Int { layout.total }

  /// Returns the number of jobs and graphs in a section.
  package func count(of section: QueueSection) -> Int {
    (sections?[section] ?? 0) + graphs.graphs.count { graphs.section(of: $0) == section }
  }

  /// The ended batches of the list.
  var endedBatches: [GraphRun] {
    graphs.found(by: arrangement.filter).graphs.filter { $0.rows != nil && $0.isEnded }
  }

  /// The visible jobs and their rows.
  package var visible: [(row: Int, job: Job)] {
    list.visibleRows(of: total).compactMap { row in job(at: row).map { (row, $0) } }
  }

  /// Returns the nearest movable job of the same lane and section. A distance of 1 searches below
  /// the job, -1 above it.
  ///
  /// - Parameter others: The jobs to skip.
  func neighbour(of job: Job, _ distance: Int, besides others: Set<JobID> = []) -> JobID? {
    guard var index = window.firstIndex(where: { $0.id == job.id }) else { return nil }
    index += distance
    while window.indices.contains(index) {
      let other = window[index]
      let isNear = sections == nil || other.state.word == job.state.word
      if other.lane == job.lane, other.canBeMoved, isNear, !others.contains(other.id) {
        return other.id
      }
      index += distance
    }
    return nil
  }

  /// The window to request next. It has three screens around the selection, but at least 200 rows.
  package var wantedWindow: Range<Int> {
    let span = max(200, list.height * 3)
    let start = max(0, layout.job(from: list.selected) - span / 2)
    return start..<start + span
  }

  /// Whether visible rows are missing in the window.
  package var needsWindow: Bool {
    list.visibleRows(of: total).contains { item(at: $0) == nil }
  }

  /// The rows of a batch to request. They are around the first visible row that is not in memory.
  /// Nil if all visible rows are in memory.
  var wantedRows: (graph: GraphID, rows: Range<Int>)? {
    for row in list.visibleRows(of: total) {
      guard case .step(let place) = item(at: row), !graphs.isLoaded(place),
        let count = graphs.graph(place.graph)?.plan.count
      else { continue }
      let span = max(200, list.height * 3)
      let start = min(max(0, place.step - span / 2), max(0, count - span))
      return (place.graph, start..<min(count, start + span))
    }
    return nil
  }

  /// Returns the visible ended graphs whose results must be read for their lines. A graph is
  /// returned once for each time that it ends.
  mutating func takeUnreported() -> [GraphID] {
    list.visibleRows(of: total).compactMap { row in
      if case .graph(let id) = item(at: row), graphs.takeUnreported(id) { id } else { nil }
    }
  }

  // MARK: Moving

  package mutating func select(_ row: Int) {
    anchor = .item
    show(row)
    selected = item(at: list.selected)
  }

  /// Selects the first row that is not a heading.
  mutating func selectFirst() {
    anchor = .item
    stay(inRow: 0)
  }

  /// Scrolls. The selection moves only if it would leave the screen.
  package mutating func scrollList(by rows: Int) {
    anchor = .item
    list.scroll(by: rows, among: total)
    selected = item(at: list.selected) ?? selected
  }

  /// Keeps the selection on its job from now on. Called when the user enters the panel.
  package mutating func enter() {
    if anchor == .top, selected != nil { anchor = .item }
  }

  /// Keeps the first row selected from now on if it is selected now. Called when the user leaves
  /// the panel.
  package mutating func leave() {
    if isOnItem, (0..<list.selected).allSatisfy(isHeading) { anchor = .top }
  }

  package mutating func resize(height: Int) { list.resize(height: height, among: total) }

  /// Selects the item that was just sent as soon as it is in the window.
  package mutating func follow(_ item: QueueItem) {
    anchor = .sent(item)
    followSelection()
  }

  /// Stops following the item that was just sent. Called when the user opens another job.
  mutating func stopFollowing() { if case .sent = anchor { anchor = .item } }

  /// Stops following a sent graph that has ended. Returns the last job of the graph. Returns nil if
  /// there is no such graph.
  mutating func takeEndOfSentGraph() -> JobID? {
    guard case .sent(.graph(let id)) = anchor, let run = graphs.graph(id), run.isEnded else {
      return nil
    }
    anchor = .item
    return run.steps.compactMap(\.job).last
  }

  /// Selects a row of a batch. Opens the batch if it is folded.
  mutating func select(row: Int, of graph: GraphID) {
    guard let run = graphs.graph(graph) else { return }
    if !graphs.isOpen(run) { fold(graph) }
    anchor = .item
    selected = .step(GraphPosition(graph: graph, step: row))
    followSelection()
  }

  /// Folds or unfolds a graph and selects it.
  package mutating func fold(_ graph: GraphID) {
    anchor = .item
    graphs.fold(graph)
    selected = .graph(graph)
    layOut()
  }

  /// Folds or unfolds a section and selects its heading. After unfolding, the jobs arrive with the
  /// next window.
  mutating func fold(_ section: QueueSection) {
    guard var sections else { return }
    let count = sections[section]
    let start = sections.start(of: section)
    folded.formSymmetricDifference([section])
    sections.folded = folded
    if folded.contains(section) {
      let gone = (start..<start + count).clamped(to: offset..<offset + window.count)
      if !gone.isEmpty {
        window.removeSubrange(gone.lowerBound - offset..<gone.upperBound - offset)
      }
      if offset > start { offset = max(start, offset - count) }
    } else if offset >= start {
      offset += count
    } else {
      window = Array(window.prefix(start - offset))
    }
    (self.sections, jobTotal) = (sections, sections.total)
    (anchor, selected) = (.item, .section(section))
    layOut()
  }

  /// Begins to show another arrangement. The selection stays on its item if the new list contains
  /// it. Otherwise, the first row is selected when the rows arrive.
  mutating func begin(_ new: QueueArrangement) {
    arrangement = new
    graphs.isFiltered = !new.filter.isEmpty
    switch anchor {
    case .item, .row:
      anchor = selected.map { isListItem($0) ? .kept($0) : .top } ?? .top
    case .top, .sent, .kept: break
    }
    if anchor == .top { list.move(.first, among: total) }
  }

  /// Returns whether lists of every order can contain an item. Only lists in queue order have
  /// headings.
  private func isListItem(_ item: QueueItem) -> Bool {
    if case .section = item { false } else { true }
  }

  /// The job that stays selected in another arrangement. Nil if there is none.
  var keptJob: JobID? {
    switch anchor {
    case .kept(.job(let id)), .sent(.job(let id)): id
    case .kept, .sent, .top, .item, .row: nil
    }
  }

  // MARK: Events

  mutating func receive(
    window: [Job], offset: Int, total: Int, sections: QueueSections? = nil
  ) {
    self.sections = sections
    let known = Dictionary(self.window.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    self.window = window.map { $0.orNewer(known[$0.id]) }
    for job in self.window { leaveRow(of: job, before: known[job.id]) }
    self.offset = offset
    jobTotal = total
    layOut()
  }

  /// Updates the jobs of the window. Their order changes when the next window arrives.
  mutating func receive(changed jobs: [Job]) {
    graphs.receive(changed: jobs)
    for job in jobs {
      guard let index = window.firstIndex(where: { $0.id == job.id }) else { continue }
      leaveRow(of: job, before: window[index])
      window[index] = job
    }
  }

  mutating func receive(graphs: [GraphRun], jobs: [Job]) {
    self.graphs.receive(graphs, jobs: jobs)
    layOut()
  }

  // MARK: Layout

  mutating func layOut() {
    layout = QueueLayout(
      graphs.found(by: arrangement.filter), window: window, offset: offset, jobTotal: jobTotal,
      order: arrangement.order, sections: sections)
    followSelection()
  }

  /// Returns the row of the job at an index of the window. Returns nil if there is no such job.
  func row(ofJobAt index: Int) -> Int? {
    window.indices.contains(index) ? layout.row(ofJob: offset + index) : nil
  }

  private mutating func followSelection() {
    switch anchor {
    case .top: stay(inRow: 0)
    case .sent(let item):
      guard let row = row(of: item) else { return stayOnItem() }
      // A job that ended does not scroll the list to the ended jobs.
      guard selected != item || !hasEnded(item) || list.visibleRows(of: total).contains(row) else {
        stay(inRow: list.selected)
        anchor = .item
        return
      }
      selected = item
      show(row)
    case .kept(let item):
      guard row(of: item) != nil else { return stay(inRow: 0) }
      selected = item
      stayOnItem()
    case .item: stayOnItem()
    case .row:
      stay(inRow: list.selected)
      anchor = .item
    }
  }

  private mutating func stayOnItem() {
    if let selected, let row = row(of: selected) {
      // A row that has not moved stays at its place on the screen.
      if row == list.selected { list.move(.to(row), among: total) } else { show(row) }
    } else {
      stay(inRow: min(list.selected, max(0, total - 1)))
    }
  }

  /// Selects a row and scrolls to it. A heading directly above the row is visible too, if there is
  /// room.
  private mutating func show(_ row: Int) {
    if isHeading(row - 1) { list.move(.to(row - 1), among: total) }
    list.move(.to(row), among: total)
  }

  private func hasEnded(_ item: QueueItem) -> Bool {
    switch item {
    case .job(let id): window.contains { $0.id == id && $0.state.word.isFinished }
    case .graph(let id): graphs.graph(id)?.isEnded ?? false
    case .section, .step: false
    }
  }

  /// Selects a row. If the row is a heading, selects the nearest row that is not a heading,
  /// preferably below.
  private mutating func stay(inRow row: Int) {
    let below = (row..<max(row, total)).first { !isHeading($0) }
    let near = below ?? (0..<max(0, min(row, total))).last { !isHeading($0) }
    // Scrolls to the heading above the selected row.
    list.move(.to(row), among: total)
    list.move(.to(near ?? row), among: total)
    selected = item(at: list.selected)
  }

  /// Whether the selection stays on the item that the user selected.
  private var isOnItem: Bool {
    switch anchor {
    case .item: true
    case .kept(let item): selected == item
    case .top, .sent, .row: false
    }
  }

  private func isHeading(_ row: Int) -> Bool {
    if case .item(.section) = layout.place(at: row) { true } else { false }
  }

  /// Keeps the same row selected when the selected job ends, unless the user follows the job.
  private mutating func leaveRow(of job: Job, before: Job?) {
    guard job.state.word.isFinished, before?.state.word.isFinished == false else { return }
    leaveRow(of: job)
  }

  private mutating func leaveRow(of job: Job) {
    if isOnItem, selected == .job(job.id) { anchor = .row }
  }

  private func row(of item: QueueItem) -> Int? {
    guard case .job(let id) = item else { return layout.row(of: item) }
    return window.firstIndex { $0.id == id }.map { layout.row(ofJob: offset + $0) }
  }

  private func job(at row: Int) -> Job? {
    guard case .job(let number) = layout.place(at: row) else { return nil }
    return window.indices.contains(number - offset) ? window[number - offset] : nil
  }

  /// Returns the item in a row. Returns nil if there is no such row or its job is not in the
  /// window.
  package func item(at row: Int) -> QueueItem? {
    if case .item(let item) = layout.place(at: row) { return item }
    return job(at: row).map { .job($0.id) }
  }

  // MARK: Changes that are shown before they are carried out

  mutating func change(_ jobs: [JobID], _ change: (inout Job) -> Void) {
    let ids = Set(jobs)
    for index in window.indices where ids.contains(window[index].id) { change(&window[index]) }
    graphs.change(ids, change)
    sortIntoSections(ids)
  }

  /// Moves jobs whose state changed to their new sections.
  private mutating func sortIntoSections(_ changed: Set<JobID>) {
    guard let before = sections else { return }
    var after = before
    var parts: [QueueSection: [Job]] = [:]
    var moved: [Job] = []
    for (index, job) in window.enumerated() {
      let old = before.section(at: offset + index)
      let new = changed.contains(job.id) ? QueueSection(job.state.word) : old
      if new != old {
        after.move(from: old, to: new)
        moved.append(job)
      } else {
        parts[old, default: []].append(job)
      }
    }
    guard !moved.isEmpty else { return }
    for job in moved where !after.folded.contains(QueueSection(job.state.word)) {
      let section = QueueSection(job.state.word)
      let place = Self.place(of: job, among: parts[section] ?? [])
      parts[section, default: []].insert(job, at: place)
    }
    window = QueueSection.allCases.flatMap { parts[$0] ?? [] }
    (sections, jobTotal) = (after, after.total)
  }

  /// Returns the index at which a job enters a section. Unfinished jobs are in lane order. Ended
  /// jobs are newest first.
  private static func place(of job: Job, among jobs: [Job]) -> Int {
    if job.state.word.isFinished {
      return jobs.firstIndex { $0.state.word.isFinished } ?? jobs.count
    }
    func follows(_ other: Job) -> Bool {
      other.lane == job.lane
        && (-other.priority, other.position, other.id) > (-job.priority, job.position, job.id)
    }
    if let next = jobs.firstIndex(where: follows) { return next }
    return jobs.lastIndex { $0.lane == job.lane }.map { $0 + 1 } ?? jobs.count
  }

  /// Moves a job before or after another job. If the list is not in queue order, the row stays the
  /// same.
  mutating func move(_ job: JobID, to neighbour: QueueEffect.Neighbour) {
    let (other, distance) =
      switch neighbour {
      case .before(let other): (other, 0)
      case .after(let other): (other, 1)
      }
    guard arrangement.order == .queue, let next = window.first(where: { $0.id == other }),
      let index = window.firstIndex(where: { $0.id == job })
    else { return }
    var moved = window.remove(at: index)
    let place = window.firstIndex { $0.id == other } ?? index - distance
    // This position is temporary. The store chooses the exact position.
    moved.position = next.position + (distance == 0 ? -0.5 : 0.5)
    window.insert(moved, at: place + distance)
  }

  mutating func remove(_ jobs: [JobID]) {
    let (count, ids) = (window.count, Set(jobs))
    if deleted.count > Self.mostDeleted { deleted = [:] }
    for (index, job) in window.enumerated() where ids.contains(job.id) {
      deleted[job.id] = DeletedJob(job: job, row: offset + index)
    }
    if let listed = sections {
      for (index, job) in window.enumerated() where ids.contains(job.id) {
        sections?[listed.section(at: offset + index)] -= 1
      }
    }
    window.removeAll { ids.contains($0.id) }
    jobTotal -= count - window.count
  }

  /// The maximum number of deleted jobs in memory. Jobs of the last deletion are not counted.
  private static let mostDeleted = 1_000

  /// Shows deleted jobs again in their former rows. A job outside the window appears when its
  /// window is loaded.
  mutating func restore(_ jobs: [JobID]) {
    let shown = Set(window.map(\.id))
    let missing = jobs.filter { !shown.contains($0) }.compactMap { deleted[$0] }
    for one in missing.sorted(by: { $0.row < $1.row }) {
      guard (0...window.count).contains(one.row - offset) else { continue }
      sections?[.done] += 1
      if sections != nil, folded.contains(.done) { continue }
      window.insert(one.job, at: one.row - offset)
      jobTotal += 1
    }
  }

  /// Cancels jobs. A job that has not started ends at once and becomes the first of the ended jobs.
  mutating func cancel(_ jobs: [JobID]) {
    let ids = Set(jobs)
    let ending = window.filter { ids.contains($0.id) && $0.canBeMoved }
    change(jobs) { if $0.canBeMoved { $0.state = $0.cancelledState } else { $0.askToStop() } }
    for job in ending {
      leaveRow(of: job)
      guard sections == nil, arrangement.order == .queue,
        let index = window.firstIndex(where: { $0.id == job.id })
      else { continue }
      let ended = window.remove(at: index)
      let end = window.firstIndex { $0.state.word.isFinished } ?? window.endIndex
      window.insert(ended, at: max(index, end))
    }
  }
}

/// A deleted job and its former row.
struct DeletedJob: Equatable, Sendable {
  let job: Job
  let row: Int
}
