package import ClientModel

/// What the list of a new graph asks the session to do.
package enum GraphsEffect: Hashable, Sendable {
  /// Read the templates and path variables of a saved request that have no value; answered by
  /// `GraphsEvent.variables` or a notice.
  case variables(of: String)
  /// Add a graph of saved requests to the queue; answered by a notice.
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
}

/// What lists, prompts and questions ask of the graph that is being assembled.
package enum GraphDraftChange: Hashable, Sendable {
  /// Appends a step with this saved request.
  case add(String)
  /// Opens the list of the variables of a step.
  case showInputs(of: String)
  /// Asks for the value of a variable.
  case ask(GraphVariable)
  case set(GraphVariable, to: GraphStep.Input)
  case clear(GraphVariable)
  /// Offers a value of the response on show as an input.
  case offer(PickedValue)
}
