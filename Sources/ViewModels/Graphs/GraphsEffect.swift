package import ClientModel

/// What the list of a new graph asks the session to do.
package enum GraphsEffect: Hashable, Sendable {
  /// Read the templates and path variables of a saved request that have no value; answered by
  /// `GraphsEvent.variables` or a notice.
  case variables(of: String)
  /// Add a graph of saved requests to the queue; answered by `AppEvent.graphQueued` or a notice.
  case queue(GraphPlan)
  /// Write the file of a graph, named as the graph; answered by `GraphsEvent.saved`, `taken` or a notice.
  case save(GraphPlan, RequestsEffect.Replacing)
}

/// What the session reports to the list of a new graph.
package enum GraphsEvent: Sendable {
  case variables([String], of: String)
  case saved(String)
  /// The workspace has another graph of that name; nothing was written.
  case taken(GraphPlan)
  /// The graph was not saved, because its file has another version by now.
  case conflict(GraphPlan, FileChange)
}
