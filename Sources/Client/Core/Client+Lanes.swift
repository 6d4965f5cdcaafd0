public import ClientModel

/// What a user may tell lanes to do. Each call commits, then returns the lanes as they are after.
extension Client {
  /// Starts nothing new in a lane; what runs finishes.
  @discardableResult
  public func pause(_ lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.pause = .byUser }
  }

  /// Pauses every lane there is.
  @discardableResult
  public func pauseAll() async throws(Failure) -> [Lane] {
    try await changeAll { $0.pause = .byUser }
  }

  /// Lifts a lane's pause, whoever made it, and fills its free slots.
  @discardableResult
  public func resume(_ lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.pause = .none }
  }

  /// Lifts every pause.
  @discardableResult
  public func resumeAll() async throws(Failure) -> [Lane] {
    try await changeAll { $0.pause = .none }
  }

  /// Lifts the pauses that a restart made, never one that the user made: what `queue run` does.
  @discardableResult
  public func resumeAfterRestart() async throws(Failure) -> [Lane] {
    try await changeAll { if $0.pause == .byRestart { $0.pause = .none } }
  }

  /// Sets how many jobs of a lane may run at once, 1 or more; takes effect at once.
  @discardableResult
  public func setLimit(_ limit: Int, of lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.limit = max(1, limit) }
  }

  /// Sets how many jobs of a lane may start in a second; nil for no limit.
  @discardableResult
  public func setRate(_ rate: Double?, of lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { lane in
      if let rate, rate > 0, rate.isFinite { lane.rate = rate } else { lane.rate = nil }
    }
  }

  /// Lets a lane go on that a server's Retry-After holds.
  @discardableResult
  public func liftHold(of lane: LaneKey) async throws(Failure) -> Lane {
    try await change(lane) { $0.heldUntil = nil }
  }

  /// Sets how many connections there may be, in all and to one host; takes effect at once, also for
  /// requests that wait for one. It holds in this process alone and is not kept.
  public nonisolated func setConnectionPool(_ pool: ConnectionPool) { transport.use(pool) }

  func change(
    _ key: LaneKey, _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> Lane {
    let lane = try await storage.changeLane(key, decide)
    absorb([lane])
    return lane
  }

  func changeAll(
    _ decide: @escaping @Sendable (inout Lane) -> Void
  ) async throws(Failure) -> [Lane] {
    var changed: [Lane] = []
    for tally in try await storage.lanes() {
      var lane = tally.lane
      decide(&lane)
      if lane != tally.lane {
        changed.append(try await storage.changeLane(lane.key, decide))
      }
    }
    absorb(changed)
    return changed
  }

  func absorb(_ lanes: [Lane], from place: Event.Place = .here) {
    guard !lanes.isEmpty else { return }
    for lane in lanes { queue.set(lane) }
    publish(.lanesChanged(lanes), from: place)
    fill()
  }
}
