public import ClientModel

extension Client {
  /// Raises an own event: here, and in every process that listens to the same store.
  ///
  /// - Parameters:
  ///   - job: The job that it concerns. The event has the gateway and the call identifier of this job.
  ///   - graph: The graph that it concerns. The event has the call identifier of this graph.
  ///   - call: The caller's identifier, instead of that of the job or graph.
  /// - Throws: `invalidRequest` when it has no name or is longer than `OwnEvent.longest`; what the
  ///   store says when the other processes cannot be notified. It was raised here even then.
  public func raise(
    _ event: OwnEvent, job: JobID? = nil, graph: GraphID? = nil, call: String? = nil
  ) async throws(Failure) {
    var raised = RaisedEvent(.own(event), at: clock.now, job: job, graph: graph, call: call)
    if let job, let about = try await storage.jobs(numbered: [job]).first {
      raised.gateway = about.lane.gateway
      raised.call = call ?? about.call
    }
    if let graph, raised.call == nil { raised.call = try await graphReader.run(graph)?.plan.call }
    try await publisher.raise(event, as: raised, in: storage)
  }

  /// Begins to follow the jobs of other processes.
  func beginFollowing() async throws(Failure) {
    let newest = JobQuery(order: .newestFirst, limit: 1)
    publisher.begin(after: try await storage.jobs(matching: newest).first?.id ?? JobID(0))
  }
}
