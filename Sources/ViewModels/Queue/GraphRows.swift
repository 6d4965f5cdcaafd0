package import ClientModel

/// What one row of the queue panel is about.
package enum QueueItem: Hashable, Sendable {
  case graph(GraphID)
  /// A step of a graph, by its number in the plan.
  case step(StepPlace)
  case job(JobID)
}

/// The graphs among the jobs of the queue panel, as trees: a line for each, and below it its steps.
///
/// One that goes on is open, one that has ended is closed, unless the user folded it otherwise.
package struct GraphRows: Equatable, Sendable {
  /// Those that go on, the newest first, then those that have ended, the last to end first.
  package private(set) var graphs: [GraphRun] = []
  /// The jobs of the steps.
  private var jobs: [JobID: Job] = [:]
  /// What the user chose against the rule.
  private var chosen: [GraphID: ListRow.Fold] = [:]

  /// How many ended graphs are kept in sight.
  package static let endedLimit = 5

  init() {}

  package func isOpen(_ graph: GraphRun) -> Bool {
    chosen[graph.id].map { $0 == .open } ?? !graph.isEnded
  }

  package func graph(_ id: GraphID) -> GraphRun? { graphs.first { $0.id == id } }

  /// The job that does a step; nil for a local one, and before it starts.
  package func job(of place: StepPlace) -> Job? {
    guard let graph = graph(place.graph), graph.steps.indices.contains(place.step) else {
      return nil
    }
    return graph.steps[place.step].job.flatMap { jobs[$0] }
  }

  mutating func receive(_ graphs: [GraphRun], jobs: [Job]) {
    self.graphs =
      graphs.filter { !$0.isEnded }.sorted { $0.id > $1.id }
      + graphs.filter(\.isEnded).sorted { ($0.since, $0.id) > ($1.since, $1.id) }
    self.jobs = Dictionary(jobs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    chosen = chosen.filter { entry in graphs.contains { $0.id == entry.key } }
  }

  mutating func receive(changed jobs: [Job]) {
    for job in jobs where self.jobs[job.id] != nil { self.jobs[job.id] = job }
  }

  mutating func fold(_ graph: GraphID) {
    guard let run = self.graph(graph) else { return }
    chosen[graph] = isOpen(run) ? .closed : .open
  }

  /// A graph's line, and those of its steps where it is open.
  func rows(of graph: GraphRun) -> [QueueItem] {
    let steps = graph.steps.indices.map { QueueItem.step(StepPlace(graph: graph.id, step: $0)) }
    return [.graph(graph.id)] + (isOpen(graph) ? steps : [])
  }
}
