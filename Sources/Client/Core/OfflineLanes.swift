import ClientModel

/// The lanes that are paused because their server cannot be reached. Each lane has a state and a
/// next step.
///
///     connection failure ──► paused ──► waiting ──► probing ──► active
///                                          ▲            │
///                                          └── failed ──┘
struct OfflineLanes {
  /// The state of a lane.
  enum Step {
    /// The pause is being committed.
    case paused
    /// An earlier queue runner left the lane paused. The server is probed at once.
    case due
    case waiting
    case probing
  }

  /// The next action for a lane, which is to wait or to probe its server.
  enum Next: Equatable {
    case wait(Duration)
    case probe
  }

  private struct Entry {
    /// The number of the lane's monitor. A newer monitor replaces an older one.
    var number: Int
    var step: Step
    /// The number of consecutive failed probes.
    var failures = 0
    var task: Task<Void, Never>?
  }

  private var entries: [LaneKey: Entry] = [:]
  private var lastNumber = 0

  /// Whether no pause is being committed and no server is being probed.
  var isResting: Bool { entries.values.allSatisfy { $0.step == .waiting } }

  /// Starts to monitor a lane.
  ///
  /// - Returns: The number of the monitor.
  mutating func begin(_ lane: LaneKey, from step: Step) -> Int {
    entries[lane]?.task?.cancel()
    lastNumber += 1
    entries[lane] = Entry(number: lastNumber, step: step)
    return lastNumber
  }

  mutating func attach(_ task: Task<Void, Never>, to lane: LaneKey, _ number: Int) {
    if entries[lane]?.number == number { entries[lane]?.task = task }
  }

  /// Returns the next action of a monitor. Returns nil if a newer monitor has replaced it.
  ///
  /// The first wait is 1 s. It doubles after each failed probe, up to 30 s.
  mutating func next(_ lane: LaneKey, _ number: Int) -> Next? {
    guard var entry = entries[lane], entry.number == number else { return nil }
    defer { entries[lane] = entry }
    switch entry.step {
    case .due, .waiting:
      entry.step = .probing
      return .probe
    case .paused, .probing:
      let span = Duration.seconds(min(30, 1 << min(entry.failures, 5)))
      entry.step = .waiting
      entry.failures += 1
      return .wait(span)
    }
  }

  /// Ends a monitor.
  ///
  /// - Returns: False if a newer monitor has replaced it.
  mutating func end(_ lane: LaneKey, _ number: Int) -> Bool {
    guard entries[lane]?.number == number else { return false }
    entries[lane] = nil
    return true
  }

  mutating func cancelAll() {
    for entry in entries.values { entry.task?.cancel() }
    entries = [:]
  }
}

/// Checks whether a lane's server can be reached. It uses the route of the lane's first waiting
/// request.
struct LaneProbe: Sendable {
  let seams: Seams

  /// Returns whether the lane's server can be reached. If no request waits or its secrets are
  /// unavailable, returns true, because a pause would not help.
  nonisolated(nonsending) func isReachable(_ lane: LaneKey) async throws(Failure) -> Bool {
    let query = JobQuery(states: [.waiting], lane: lane, order: .oldestFirst, limit: 1)
    guard let job = try await seams.store.jobs.jobs(matching: query).first,
      let waiting = try await seams.store.jobs.request(of: job.id)
    else { return true }
    // Connecting requires neither headers nor a body, nor the secrets in them.
    let request = PreparedRequest(
      method: .get, url: waiting.origin.description + "/", origin: waiting.origin,
      options: waiting.options)
    do throws(Failure) {
      var secrets: [SecretReference: Secret] = [:]
      for reference in request.references {
        secrets[reference] = try await seams.secret(reference)
      }
      return await seams.transport.connects(
        for: try WireRequest(filling: request, with: secrets))
    } catch {
      return true
    }
  }
}

extension AttemptPipeline {
  /// Pauses the lane of an attempt if no connection was established and the gateway requires the
  /// pause. The job then waits in the lane.
  ///
  /// Immediate jobs are excluded because they ignore the lane. Redirects are excluded because they
  /// may lead to a different server.
  ///
  /// - Returns: Whether the attempt has ended.
  mutating func waitsOffline(_ run: Run, _ verdict: Verdict) -> Bool {
    guard run.request.gateway?.pause == .offline, run.stop == nil, verdict.sent == .nothing,
      run.redirects.count == 0, !attempts.isImmediate(run.job.id),
      case .failed(let failure) = verdict.result.end
    else { return false }
    let kinds: Set<Failure.Kind> = [
      .connectTimeout, .nameNotFound, .nameLookup, .refused, .unreachable, .proxy,
    ]
    guard kinds.contains(failure.kind) else { return false }
    actions.append(.pauseOffline(run.job.lane, failure))
    end(run, verdict.result, .waiting(.slot))
    return true
  }
}

extension Lane {
  /// Pauses a lane unless it is already paused.
  mutating func pauseOffline(at now: Timestamp) {
    if pause == .none { pause(.offline, at: now) }
  }

  @Sendable static func resumeOnline(_ lane: inout Lane) {
    if lane.pause == .offline { lane.pause = .none }
  }
}

extension JobQueue {
  /// Pauses a lane at once, before the pause is stored.
  ///
  /// - Returns: False if the lane is already paused.
  mutating func pauseOffline(_ key: LaneKey) -> Bool {
    var lane = lane(key) ?? Lane(key: key)
    guard !lane.isPaused else { return false }
    lane.pause = .offline
    set(lane)
    return true
  }
}

extension Failure {
  static func offline(_ lane: LaneKey, because failure: Failure) -> Failure {
    Failure(
      .unreachable, what: "Lane \(lane.name) is paused: its server cannot be reached.",
      why: failure.why,
      whatToDo:
        "It resumes automatically once the server can be reached; `weir queue resume` resumes it now."
    )
  }
}
