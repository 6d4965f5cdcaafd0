package import ClientModel

/// An effect of the list of a new graph.
package enum GraphsEffect: Hashable, Sendable {
  /// Reads the templates and path variables without a value of a saved request. Results in
  /// `GraphsEvent.variables` or a notice.
  case variables(of: String)
  /// Adds a graph of saved requests to the queue. Results in `AppEvent.graphQueued` or a notice.
  case queue(GraphPlan)
  /// Writes the file of a graph, with the name of the graph. Results in `GraphsEvent.saved`,
  /// `taken`, `conflict` or a notice.
  case save(GraphPlan, RequestsEffect.Replacing)
}

/// An event of the session for the list of a new graph.
package enum GraphsEvent: Sendable {
  case variables([String], of: String)
  case saved(String)
  /// The workspace has another graph of that name; nothing was written.
  case taken(GraphPlan)
  /// The graph was not saved because its file has changed on disk.
  case conflict(GraphPlan, FileChange)
}
