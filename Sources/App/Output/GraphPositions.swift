import ClientCore
import ClientModel

/// The positions of jobs in graphs and batches. Jobs outside a graph are not included.
struct GraphPositions {
  struct Position {
    var graph: GraphID
    /// The name of the step. In a batch, it is `row N`.
    var step: String
  }

  private var places: [JobID: Position] = [:]

  subscript(job: JobID) -> Position? { places[job] }

  static func read(of jobs: [Job], from client: Client) async throws(Failure) -> GraphPositions {
    let found = try await client.places(of: jobs.map(\.id))
    guard !found.isEmpty else { return GraphPositions() }
    let runs = try await client.graphs(
      matching: GraphQuery(ids: Array(Set(found.values.map(\.graph)))))
    let byID = Dictionary(runs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var places = GraphPositions()
    for (job, place) in found {
      guard let run = byID[place.graph], place.step < run.plan.count else { continue }
      let name = run.rows == nil ? run.plan.steps[place.step].name : "row \(place.step + 1)"
      places.places[job] = Position(graph: place.graph, step: name)
    }
    return places
  }
}
