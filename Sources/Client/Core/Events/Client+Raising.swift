public import ClientModel

extension Client {
  /// Raises a custom event in all processes that use the store.
  ///
  /// - Parameters:
  ///   - job: The job that the event concerns. The event gets the gateway and the call identifier
  ///     of this job.
  ///   - graph: The graph that the event concerns. The event gets the call identifier of this
  ///     graph.
  ///   - call: The caller's identifier. It replaces the identifier of the job or graph.
  /// - Throws: `invalidRequest` if the event has no name or is longer than `OwnEvent.longest`, or a
  ///   storage failure if the other processes cannot be notified. In the second case, the event was
  ///   still raised in this process.
  public func raise(
    _ event: OwnEvent, job: JobID? = nil, graph: GraphID? = nil, call: String? = nil
  ) async throws(Failure) {
    var raised = RaisedEvent(.own(event), at: clock.now, job: job, graph: graph, call: call)
    if let job, let about = try await store.jobs.jobs(numbered: [job]).first {
      raised.gateway = about.lane.gateway
      raised.call = call ?? about.call
    }
    if let graph, raised.call == nil { raised.call = try await graphReader.run(graph)?.plan.call }
    try await publisher.raise(event, as: raised, in: store.feed)
  }

  func beginFollowing() async throws(Failure) {
    let newest = JobQuery(order: .newestFirst, limit: 1)
    publisher.begin(after: try await store.jobs.jobs(matching: newest).first?.id ?? JobID(0))
  }
}
