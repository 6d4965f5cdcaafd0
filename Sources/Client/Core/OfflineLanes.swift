import ClientModel

/// The lanes that are paused because their server cannot be reached: when each is probed next, and what is
/// under way.
///
///     connection failure ──► paused ──► waiting ──► probing ──► reachable: the lane is active again
///                                          ▲            │
///                                          └── failed ──┘
struct OfflineLanes {
  /// Where a lane stands.
  enum Step {
    /// Its pause is being committed.
    case paused
    /// An earlier queue runner left it paused: it is probed at once.
    case due
    case waiting
    case probing
  }

  /// What its watch does next.
  enum Next: Equatable {
    case wait(Duration)
    case probe
  }

  private struct Entry {
    /// Of its watch: a newer watch takes the place of an older one.
    var number: Int
    var step: Step
    /// Probes in a row that failed.
    var failures = 0
    var task: Task<Void, Never>?
  }

  private var entries: [LaneKey: Entry] = [:]
  private var lastNumber = 0

  /// True when no pause is being committed and no server is being probed.
  var isResting: Bool { entries.values.allSatisfy { $0.step == .waiting } }

  /// Begins to watch a lane.
  ///
  /// - Returns: The number of the watch.
  mutating func begin(_ lane: LaneKey, from step: Step) -> Int {
    entries[lane]?.task?.cancel()
    lastNumber += 1
    entries[lane] = Entry(number: lastNumber, step: step)
    return lastNumber
  }

  mutating func attach(_ task: Task<Void, Never>, to lane: LaneKey, _ number: Int) {
    if entries[lane]?.number == number { entries[lane]?.task = task }
  }

  /// What the watch of a lane does now: nil when another watch has taken its place. It waits 1 s after the
  /// pause, twice as long after each probe that failed, and at most 30 s.
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

  /// Ends a watch.
  ///
  /// - Returns: False when another watch has taken its place.
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

/// Asks whether the server of a lane can be reached, by the way of the first request that waits there.
struct LaneProbe: Sendable {
  let seams: Seams

  /// True also when no request waits, or when it cannot be filled in: then nothing is gained by a pause.
  nonisolated(nonsending) func isReachable(_ lane: LaneKey) async throws(Failure) -> Bool {
    let query = JobQuery(states: [.waiting], lane: lane, order: .oldestFirst, limit: 1)
    guard let job = try await seams.storage.jobs(matching: query).first,
      let waiting = try await seams.storage.request(of: job.id)
    else { return true }
    // Neither its headers nor its body are needed to connect, nor their secrets.
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
  /// Pauses the lane of an attempt and lets its job wait there, where its gateway says so and no connection was
  /// made. Immediate jobs pass the queue by, and a redirect may lead to another server.
  ///
  /// - Returns: Whether the attempt ends by this.
  mutating func waitsOffline(
    _ run: Run, _ result: AttemptResult, _ facts: FinishFacts
  ) -> Bool {
    guard run.request.gateway?.pause == .offline, run.stop == nil, facts.sent == .nothing,
      run.redirects.count == 0, !attempts.isImmediate(run.job.id),
      case .failed(let failure) = result.end
    else { return false }
    let kinds: Set<Failure.Kind> = [
      .connectTimeout, .nameNotFound, .nameLookup, .refused, .unreachable, .proxy,
    ]
    guard kinds.contains(failure.kind) else { return false }
    actions.append(.pauseOffline(run.job.lane, failure))
    end(run, result, .waiting(.slot))
    return true
  }
}

extension Lane {
  /// A pause that the user made meanwhile stays.
  @Sendable static func pauseOffline(_ lane: inout Lane) {
    if lane.pause == .none { lane.pause = .offline }
  }

  @Sendable static func resumeOnline(_ lane: inout Lane) {
    if lane.pause == .offline { lane.pause = .none }
  }
}

extension JobQueue {
  /// Pauses a lane at once, before its pause is stored.
  ///
  /// - Returns: False for a lane that is paused already.
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
        "It goes on by itself once the server can be reached; `weir queue resume` goes on now.")
  }
}
