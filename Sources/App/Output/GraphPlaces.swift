import ClientCore
import ClientModel

/// The jobs of a list that are steps of graphs or rows of batches, with their graph and step.
struct GraphPlaces {
  struct Place {
    var graph: GraphID
    /// The step's name, or `row N` in a batch.
    var step: String
  }

  private var places: [JobID: Place] = [:]

  subscript(job: JobID) -> Place? { places[job] }

  static func read(of jobs: [Job], from client: Client) async throws(Failure) -> GraphPlaces {
    let found = try await client.places(of: jobs.map(\.id))
    guard !found.isEmpty else { return GraphPlaces() }
    let runs = try await client.graphs(
      matching: GraphQuery(ids: Array(Set(found.values.map(\.graph)))))
    let byID = Dictionary(runs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var places = GraphPlaces()
    for (job, place) in found {
      guard let run = byID[place.graph], place.step < run.plan.count else { continue }
      let name = run.rows == nil ? run.plan.steps[place.step].name : "row \(place.step + 1)"
      places.places[job] = Place(graph: place.graph, step: name)
    }
    return places
  }
}
