import ClientModel

/// Prepares requests and resolves secrets.
extension Seams {
  /// Runs the on-submit preparers of jobs.
  ///
  /// - Returns: The prepared jobs.
  /// - Throws: The error of the first preparer that fails.
  nonisolated(nonsending) func prepared(_ jobs: [NewJob]) async throws(Failure) -> [NewJob] {
    guard let source = middleware else { return jobs }
    var jobs = jobs
    for index in jobs.indices where source.concerns(jobs[index].request) {
      let stages = try await source.middleware(
        for: jobs[index].request, workspace: jobs[index].lane.workspace)
      guard !stages.onSubmit.isEmpty else { continue }
      var run = StageRun(clock: clock)
      jobs[index].request = try await run.prepare(
        jobs[index].request, stages.onSubmit, at: .submit)
      jobs[index].request.gateway?.submitted = run.notes
    }
    return jobs
  }

  /// Runs all preparers of a request and returns the request in the form that would be sent.
  nonisolated(nonsending) func prepared(
    _ request: PreparedRequest, in workspace: String
  ) async throws(Failure) -> PreparedRequest {
    guard let source = middleware, source.concerns(request) else { return request }
    let stages = try await source.middleware(for: request, workspace: workspace)
    var run = StageRun(clock: clock)
    let submitted = try await run.prepare(request, stages.onSubmit, at: .submit)
    return try await run.prepare(submitted, stages.onDispatch, at: .dispatch)
  }

  /// Returns the secret or the shared value to which a reference points.
  nonisolated(nonsending) func secret(_ reference: SecretReference) async throws(Failure) -> Secret
  {
    guard case .value(let name) = reference else {
      return try await secrets.resolve(reference)
    }
    let reader = SharedValueReader(store: store.values, secrets: secrets, programs: programs)
    if let key = SharedKey(name), let text = try await reader.value(of: key)?.content.text {
      return Secret(text)
    }
    throw Failure(
      .secretMissing, what: "The value \(name) was not found.",
      why: "There is no shared value with that name.",
      whatToDo: "Set the value, or send the request whose response sets it. Then release the job.")
  }
}
