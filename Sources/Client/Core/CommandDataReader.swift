import ClientModel

/// Reads the data that a command needs before the store's transaction starts.
struct CommandDataReader: Sendable {
  let jobs: any JobReader

  /// The changes to the request and the redirect of a job after the user answered yes. A value is
  /// nil if it does not change.
  struct AnsweredQuestion: Sendable {
    var request: PreparedRequest?
    var hop: RedirectHop?
  }

  func answeredQuestions(_ ids: [JobID]) async throws(Failure) -> [JobID: AnsweredQuestion] {
    var answered: [JobID: AnsweredQuestion] = [:]
    for job in try await jobs.jobs(matching: JobQuery(ids: ids, states: [.held])) {
      guard case .held(.question(let question)) = job.state,
        let requests = try await jobs.requests(of: job.id)
      else { continue }
      var (request, hop) = (requests.request, requests.hop)
      switch question {
      case .redirectCarriesBody(let url, _):
        answered[job.id] = AnsweredQuestion(
          hop: RedirectPolicy.allowed(request, after: hop, to: url))
      case .largeBody:
        request.options.limits.bodyQuestion = ByteCount(Int64.max)
        hop?.request.options.limits.bodyQuestion = ByteCount(Int64.max)
        answered[job.id] = AnsweredQuestion(request: request, hop: hop)
      case .askingRefused: continue
      }
    }
    return answered
  }

  /// Returns the priority and the position of a place in a lane. Returns nil if the place does not
  /// exist.
  func target(
    of job: JobID, at place: QueuePosition
  ) async throws(Failure) -> (priority: Int, position: Double)? {
    guard let moved = try await jobs.jobs(matching: JobQuery(ids: [job])).first else {
      return nil
    }
    let open: Set<JobState.Word> = [.waiting, .held]
    switch place {
    case .first:
      let query = JobQuery(states: open, lane: moved.lane, limit: 1)
      guard let first = try await jobs.jobs(matching: query).first else { return nil }
      return (first.priority, first.position - 1)
    case .last:
      let query = JobQuery(states: open, lane: moved.lane)
      guard let last = try await jobs.jobs(matching: query).last else { return nil }
      return (last.priority, last.position + 1)
    case .before(let other), .after(let other):
      let lane = try await jobs.jobs(matching: JobQuery(states: open, lane: moved.lane))
        .filter { $0.id != job }
      guard let index = lane.firstIndex(where: { $0.id == other }) else { return nil }
      let step = if case .before = place { -1 } else { 1 }
      let neighbour = lane.indices.contains(index + step) ? lane[index + step] : nil
      guard let neighbour, neighbour.priority == lane[index].priority else {
        return (lane[index].priority, lane[index].position + Double(step))
      }
      return (lane[index].priority, (lane[index].position + neighbour.position) / 2)
    }
  }
}
