import ClientModel

/// The stages before and after the transport. Without a source of middleware each of these hooks costs
/// a look at one field.
extension Client {
  /// The jobs as their preparers on submit leave them.
  ///
  /// - Throws: What the first preparer that refused says; no job is committed then.
  func preparedOnSubmit(
    _ jobs: [NewJob], _ source: any MiddlewareSource
  ) async throws(Failure) -> [NewJob] {
    var jobs = jobs
    for index in jobs.indices where source.concerns(jobs[index].request) {
      let middleware = try await source.middleware(
        for: jobs[index].request, workspace: jobs[index].lane.workspace)
      guard !middleware.onSubmit.isEmpty else { continue }
      var stages = StageRun(clock: clock)
      jobs[index].request = try await stages.prepare(
        jobs[index].request, middleware.onSubmit, at: .submit)
      jobs[index].request.gateway?.submitted = stages.notes
    }
    return jobs
  }

  /// Has the preparers of an attempt change its request. False when it ended here instead.
  func prepareToLeave(_ attempt: AttemptID) async -> Bool {
    guard let source = seams.middleware, let run = pipeline.attempts.run(of: attempt),
      !pipeline.isPrepared(run)
    else { return true }
    let (request, workspace) = (run.request, run.job.lane.workspace)
    var stages = StageRun(clock: clock)
    do throws(Failure) {
      let middleware = try await source.middleware(for: request, workspace: workspace)
      let prepared = try await stages.prepare(request, middleware.onDispatch, at: .dispatch)
      return pipeline.prepare(
        attempt,
        AttemptPipeline.Prepared(request: prepared, middleware: middleware, notes: stages.notes))
    } catch {
      pipeline.refused(attempt, error, stages.notes)
      fill()
      return false
    }
  }

  /// The value of a reference, of shared values as well.
  func secret(_ reference: SecretReference) async throws(Failure) -> Secret {
    guard case .value(let name) = reference else {
      return try await seams.secrets.resolve(reference)
    }
    if let key = SharedKey(name), let text = try await sharedValue(key)?.content.text {
      return Secret(text)
    }
    throw Failure(
      .secretMissing, what: "The value \(name) was not found.",
      why: "There is no shared value of that name.",
      whatToDo: "Set it, or send the request whose answer brings it; then release the job.")
  }
}
