package import ClientModel

/// The kinds of the selected row.
extension QueueRows {
  /// The selected job, or the job of the selected step. Nil if no job is selected.
  package var selectedJob: Job? {
    switch selected {
    case .job(let id): window.first { $0.id == id }
    case .step(let place): graphs.job(of: place)
    case .graph, .section, nil: nil
    }
  }

  /// The section whose heading is selected. Nil if no heading is selected.
  package var selectedSection: QueueSection? {
    if case .section(let section) = selected { section } else { nil }
  }

  /// The selected graph, or the graph of a selected step that has no job. Nil for a row of a batch.
  package var selectedGraph: GraphRun? {
    switch selected {
    case .graph(let id): graphs.graph(id)
    case .step(let place):
      graphs.job(of: place) == nil && selectedBatch == nil ? graphs.graph(place.graph) : nil
    case .job, .section, nil: nil
    }
  }

  /// The batch whose line or row is selected. Nil if there is none.
  package var selectedBatch: GraphRun? {
    foldable.flatMap(graphs.graph).flatMap { $0.rows == nil ? nil : $0 }
  }

  /// The graph or batch whose line, step or row is selected. Nil if there is none.
  package var containingGraph: GraphRun? { foldable.flatMap(graphs.graph) }

  /// The graph that contains the selected row. Nil if there is none.
  var foldable: GraphID? {
    switch selected {
    case .graph(let id): id
    case .step(let place): place.graph
    case .job, .section, nil: nil
    }
  }
}
