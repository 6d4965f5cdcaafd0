package import ClientModel

/// An operation on the workspace's graphs or on the new graph.
package enum GraphsEffect: FeatureEffect {
  /// Reads the templates and path variables of a saved request that have no value. Results in
  /// `GraphsEvent.variables` or a notice.
  case variables(of: String)
  /// Reads a graph of the workspace to edit it. Results in `GraphsEvent.opened` or a notice.
  case open(String)
  /// Adds a graph of the workspace to the queue. Results in `GraphsEvent.queued` or a notice.
  case run(String)
  /// Adds the graph that the user is assembling to the queue. Results in `GraphsEvent.queued` or a
  /// notice.
  case queue(GraphPlan)
  /// Writes a graph to its file. Results in `GraphsEvent.saved`, `taken`, `conflict` or a notice.
  case save(GraphPlan, RequestsEffect.Replacing)
}

/// An event for the list of the new graph.
package enum GraphsEvent: ListEvent {
  case variables([String], of: String)
  case saved(String)
  case opened(GraphPlan)
  /// The workspace already has a graph with this name. Nothing was written.
  case taken(GraphPlan)
  /// The graph was not saved because its file changed on disk.
  case conflict(GraphPlan, FileChange)
  case queued(GraphID, name: String)

  static let list: WritableKeyPath<ListSources, GraphDraftList> & Sendable = \.graph
}

extension Effect {
  package static func graphs(_ effect: GraphsEffect) -> Effect { .feature(.init(effect)) }
}

extension AppEvent {
  package static func graphs(_ event: GraphsEvent) -> AppEvent { .feature(event) }
}
