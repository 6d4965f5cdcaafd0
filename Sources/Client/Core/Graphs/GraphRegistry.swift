import ClientModel

/// The graphs that this process advances, and the tasks that wait for graphs.
struct GraphRegistry {
  private(set) var driven: [GraphID: DrivenGraph] = [:]
  private var steps: [JobID: StepPlace] = [:]
  /// The graphs whose steps are sent at once by this process.
  private var own: Set<GraphID> = []
  var batches = BatchRegistry()
  /// How often the store is being asked whether batches have ended.
  var batchLooks = 0
  var waiters = GraphWaiters()

  /// True when no graph is being taken up, advanced or looked at and no local step runs.
  var isResting: Bool {
    batchLooks == 0
      && driven.values.allSatisfy { $0.isLoaded && $0.driver == nil && $0.local.isEmpty }
  }

  /// A graph whose task or local steps run.
  var active: DrivenGraph? {
    driven.values.first { $0.driver != nil || !$0.local.isEmpty }
  }

  /// The graph that a job belongs to, as far as this process knows.
  func graph(of job: JobID) -> GraphID? {
    (steps[job] ?? batches.place(of: job))?.graph
  }

  /// The urgency of a graph's new jobs.
  func urgency(of graph: GraphID) -> Job.Urgency { own.contains(graph) ? .now : .queued }

  mutating func addOwn(_ graph: GraphID) { own.insert(graph) }

  mutating func add(_ graph: DrivenGraph) { driven[graph.run.id] = graph }

  /// Notes which job belongs to a step.
  mutating func note(_ job: JobID, at place: StepPlace) { steps[job] = place }

  /// Notes which jobs belong to the steps of a graph.
  mutating func notePlaces(in run: GraphRun) {
    for (step, standing) in run.steps.enumerated() {
      if let id = standing.job { steps[id] = StepPlace(graph: run.id, step: step) }
    }
  }

  /// Removes a graph that has ended.
  mutating func remove(_ run: GraphRun) {
    driven[run.id] = nil
    own.remove(run.id)
    for job in run.steps.compactMap(\.job) { steps[job] = nil }
  }

  /// Passes changed jobs to the graphs whose steps they are.
  ///
  /// - Returns: The graphs that have to react.
  func hear(of jobs: [Job]) -> [DrivenGraph] {
    guard !steps.isEmpty else { return [] }
    return jobs.compactMap { job in
      guard let place = steps[job.id], let graph = driven[place.graph],
        graph.hear(of: job, at: place.step)
      else { return nil }
      return graph
    }
  }
}
