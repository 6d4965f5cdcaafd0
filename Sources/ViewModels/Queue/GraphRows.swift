package import ClientModel

/// The item that a row of the queue panel shows.
package enum QueueItem: Hashable, Sendable {
  /// The heading of a section.
  case section(QueueSection)
  case graph(GraphID)
  /// A step of a graph, identified by its number in the plan.
  case step(GraphPosition)
  case job(JobID)
}

/// The graphs in the queue panel, as trees. Each graph has a line, with its steps below.
///
/// By default, a graph is open until it ends, and a batch is closed. In a filtered list, all are
/// closed, because the jobs of their steps are listed too. The user can fold and unfold them. Only
/// the rows of an open batch that are near the screen are in memory.
package struct GraphRows: Equatable, Sendable {
  /// The active graphs, newest first, followed by the ended graphs. The graph that ended last is
  /// the first of these.
  package private(set) var graphs: [GraphRun] = []
  private var jobs: [JobID: Job] = [:]
  private var windows: [GraphID: BatchRows] = [:]
  /// The fold states that the user set. They replace the default states.
  private var chosen: [GraphID: ListRow.Fold] = [:]
  /// The results of ended graphs.
  private var reports: [GraphID: GraphReport] = [:]
  /// The end times of the graphs whose results were requested.
  private var asked: [GraphID: Timestamp] = [:]

  /// Whether the list shows only the jobs and graphs that match a filter.
  var isFiltered = false

  init() {}

  /// Returns the results of a graph. Returns nil if the graph has not ended or its results were not
  /// read.
  package func report(of graph: GraphRun) -> GraphReport? {
    reports[graph.id].flatMap { graph.isEnded && $0.run.since >= graph.since ? $0 : nil }
  }

  mutating func receive(_ report: GraphReport) {
    if report.run.isEnded { reports[report.run.id] = report }
  }

  /// Returns whether the results of a graph must be read. Returns true only once for each end of
  /// the graph.
  mutating func takeUnreported(_ id: GraphID) -> Bool {
    guard let graph = graph(id), graph.isEnded, asked[id] != graph.since else { return false }
    asked[id] = graph.since
    return report(of: graph) == nil
  }

  package func isOpen(_ graph: GraphRun) -> Bool {
    chosen[graph.id].map { $0 == .open } ?? (graph.rows == nil && !graph.isEnded && !isFiltered)
  }

  package func graph(_ id: GraphID) -> GraphRun? { graphs.first { $0.id == id } }

  /// Returns the graphs whose names contain all words of a filter. Their jobs are filtered
  /// separately.
  func found(by filter: String) -> GraphRows {
    let words = filter.lowercased().words(at: " ")
    var found = self
    found.graphs = graphs.filter { graph in
      words.allSatisfy { word in
        [graph.title, graph.plan.name].contains {
          $0.lowercased().contains(bytes: String(word))
        }
      }
    }
    return found
  }

  /// Returns the held batch that prevents the start of a waiting job. Returns nil if there is none.
  package func holding(_ job: Job) -> GraphRun? {
    guard job.state.word == .waiting else { return nil }
    return graphs.first { $0.instruction == .hold && $0.span?.contains(job.id) == true }
  }

  /// Returns the job of a step. Returns nil if the step is local, has not started, or its job is
  /// not in memory.
  package func job(of place: GraphPosition) -> Job? {
    guard let graph = graph(place.graph) else { return nil }
    if let id = graph.job(ofRow: place.step) { return windows[graph.id]?.jobs[id] }
    guard graph.steps.indices.contains(place.step) else { return nil }
    return graph.steps[place.step].job.flatMap { jobs[$0] }
  }

  /// The jobs of steps and rows that are in memory. A job may occur twice.
  var jobsInSight: [Job] { jobs.values + windows.values.flatMap(\.jobs.values) }

  /// Returns the lane of the graph's first job.
  func lane(of graph: GraphRun) -> LaneKey? {
    let first = graph.rows?.first ?? graph.steps.lazy.compactMap(\.job).first
    return first.flatMap { jobs[$0]?.lane }
  }

  /// Returns the lanes in which jobs of a graph wait.
  func waitingLanes(of graph: GraphRun) -> Set<LaneKey> {
    if let rows = graph.rows {
      return rows.counts[.waiting] > 0 ? Set([lane(of: graph)].compactMap(\.self)) : []
    }
    let waiting = graph.steps.compactMap(\.job).compactMap { jobs[$0] }
      .filter { $0.state.word == .waiting }
    return Set(waiting.map(\.lane))
  }

  mutating func receive(_ graphs: [GraphRun], jobs: [Job]) {
    self.graphs =
      graphs.filter { !$0.isEnded }.sorted { $0.id > $1.id }
      + graphs.filter(\.isEnded).sorted { ($0.since, $0.id) > ($1.since, $1.id) }
    let known = self.jobs
    self.jobs = Dictionary(
      jobs.map { ($0.id, $0.orNewer(known[$0.id])) }, uniquingKeysWith: { first, _ in first })
    let ids = Set(graphs.map(\.id))
    chosen = chosen.filter { ids.contains($0.key) }
    reports = reports.filter { ids.contains($0.key) }
    asked = asked.filter { ids.contains($0.key) }
    windows = windows.filter { ids.contains($0.key) }
  }

  mutating func receive(changed jobs: [Job]) {
    for job in jobs where self.jobs[job.id] != nil { self.jobs[job.id] = job }
    guard !windows.isEmpty else { return }
    for (graph, window) in windows {
      for job in jobs where window.jobs[job.id] != nil { windows[graph]?.jobs[job.id] = job }
    }
  }

  mutating func set(_ order: GraphRun.Instruction, for graph: GraphID) {
    guard let index = graphs.firstIndex(where: { $0.id == graph }) else { return }
    graphs[index].instruction = order
  }

  mutating func change(_ ids: Set<JobID>, _ change: (inout Job) -> Void) {
    for var job in jobs.values where ids.contains(job.id) {
      change(&job)
      jobs[job.id] = job
    }
    for (graph, window) in windows {
      for var job in window.jobs.values where ids.contains(job.id) {
        change(&job)
        windows[graph]?.jobs[job.id] = job
      }
    }
  }

  mutating func receive(_ window: BatchRows, of graph: GraphID) {
    guard let run = self.graph(graph), isOpen(run) else { return }
    let known = windows[graph]?.jobs ?? [:]
    var window = window
    window.jobs = window.jobs.mapValues { $0.orNewer(known[$0.id]) }
    windows[graph] = window
  }

  /// Returns the label of a batch row. Returns nil if the row is not in memory.
  package func words(of place: GraphPosition) -> String? {
    guard let id = graph(place.graph)?.job(ofRow: place.step) else { return nil }
    return windows[place.graph]?.words[id]
  }

  /// Returns whether the data of a step is in memory. Rows of a batch are not always in memory.
  func isLoaded(_ place: GraphPosition) -> Bool {
    guard let run = graph(place.graph), run.rows != nil else { return true }
    return windows[place.graph]?.rows.contains(place.step) ?? false
  }

  mutating func fold(_ graph: GraphID) {
    guard let run = self.graph(graph) else { return }
    chosen[graph] = isOpen(run) ? .closed : .open
    windows[graph] = nil
  }

  /// Returns the section that shows a graph. An active graph is in the running section if one of
  /// its jobs is.
  package func section(of graph: GraphRun) -> QueueSection {
    if graph.isEnded { return .done }
    if isRunning(graph) { return .running }
    return graph.instruction == .hold ? .held : .next
  }

  private func isRunning(_ graph: GraphRun) -> Bool {
    if let counts = graph.rows?.counts { return counts[.running] + counts[.polling] > 0 }
    return graph.steps.contains { step in
      guard step.state == .running else { return false }
      guard let job = step.job.flatMap({ jobs[$0] }) else { return true }
      return QueueSection(job.state.word) == .running
    }
  }

  /// Returns the number of lines of a graph. An open graph has one more line for each step or row.
  func count(of graph: GraphRun) -> Int { 1 + (isOpen(graph) ? graph.plan.count : 0) }
}
