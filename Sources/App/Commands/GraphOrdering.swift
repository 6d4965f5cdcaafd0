import ClientCore
import ClientModel

/// Changes graphs and says what became of each; one that could not take the change is named.
func change(
  _ graphs: [GraphID], _ word: String, in session: ClientSession,
  _ act: ((Client, GraphID) async throws -> GraphRun?)?
) async throws -> ExitStatus {
  var status = ExitStatus.done
  for id in graphs {
    if let run = try await act?(session.client, id) {
      Console.print("Graph \(id): \(word). \(run.stateText)")
      continue
    }
    let known = try await session.client.graphs(matching: GraphQuery(ids: [id])).first
    Console.complain(
      known.map { run in
        act == nil
          ? "Graph \(id) was left as it is: only jobs can be \(word)."
          : "Graph \(id) was left as it is: \(run.stateText)."
      } ?? "There is no graph \(id).")
    status = .usage
  }
  return status
}
