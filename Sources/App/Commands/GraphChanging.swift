import ClientCore
import ClientModel

/// Changes graphs and prints each result. A graph that could not be changed is reported.
func change(
  _ graphs: [GraphID], _ word: String, in session: ClientSession,
  _ act: ((Client, GraphID) async throws -> GraphRun?)?
) async throws -> ExitStatus {
  var status = ExitStatus.done
  for id in graphs {
    if let run = try await act?(session.client, id) {
      Console.print("\(run.title): \(word). \(run.stateText)")
      continue
    }
    let known = try await session.client.graphs(matching: GraphQuery(ids: [id])).first
    Console.complain(
      known.map { run in
        act == nil
          ? "\(run.title) was not changed: this command applies only to jobs."
          : "\(run.title) was not changed: \(run.stateText). \(run.advice)"
      } ?? "There is no graph \(id).")
    status = .usage
  }
  return status
}

extension GraphRun {
  /// Advice that names the commands that are possible in the current state of the graph.
  fileprivate var advice: String {
    if isEnded {
      return summary.failed > 0
        ? "It has ended; `weir queue retry \(id)` retries the failed jobs."
        : "It has ended; `weir show \(id)` shows the results."
    }
    return instruction == .hold
      ? "It is held; `weir queue release \(id)` releases it."
      : "It has not ended; `weir queue hold \(id)` holds it, `weir queue cancel \(id)` ends it."
  }
}
