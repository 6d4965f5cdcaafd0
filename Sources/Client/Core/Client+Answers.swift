import ClientModel

/// What orders need to know before the store's transaction begins.
extension Client {
  /// What jobs that ask go on with when the answer is yes.
  func answeredRequests(_ ids: [JobID]) async throws(Failure) -> [JobID: PreparedRequest] {
    var goingOn: [JobID: PreparedRequest] = [:]
    for job in try await storage.jobs(matching: JobQuery(ids: ids, states: [.held])) {
      guard case .held(.question(let question)) = job.state,
        var request = try await storage.request(of: job.id)
      else { continue }
      switch question {
      case .redirectCarriesBody(let url, _):
        goingOn[job.id] = RedirectPolicy.allowed(request, to: url)
      case .largeBody:
        request.options.limits.bodyQuestion = ByteCount(Int64.max)
        goingOn[job.id] = request
      case .askingRefused: continue
      }
    }
    return goingOn
  }

  /// The priority and position that put a job at a place; nil when that place is not there.
  func target(
    of job: JobID, at place: QueuePlace
  ) async throws(Failure) -> (priority: Int, position: Double)? {
    guard let moved = try await storage.jobs(matching: JobQuery(ids: [job])).first else {
      return nil
    }
    let open: Set<JobState.Word> = [.waiting, .held]
    switch place {
    case .first:
      let query = JobQuery(states: open, lane: moved.lane, limit: 1)
      guard let first = try await storage.jobs(matching: query).first else { return nil }
      return (first.priority, first.position - 1)
    case .last:
      let query = JobQuery(states: open, lane: moved.lane)
      guard let last = try await storage.jobs(matching: query).last else { return nil }
      return (last.priority, last.position + 1)
    case .before(let other), .after(let other):
      let lane = try await storage.jobs(matching: JobQuery(states: open, lane: moved.lane))
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

  /// A fresh random UUID. Source: RFC 9562, section 5.4.
  func newKey() -> String {
    var bytes: [UInt8] = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}
