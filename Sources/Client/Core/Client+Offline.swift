import ClientModel

/// Handles lanes whose server cannot be reached. Such a lane is paused, and its server is probed
/// until it can be reached.
extension Client {
  /// Pauses a lane because its server cannot be reached. The lane is resumed when the server can be
  /// reached.
  func pauseOffline(_ key: LaneKey, because failure: Failure) {
    guard queue.pauseOffline(key) else { return }
    publish(.noticed(.offline(key, because: failure)))
    watchOffline(key, from: .paused)
  }

  /// Probes the server of an offline lane. Stops when the server can be reached, or when the lane
  /// is no longer paused as offline.
  func watchOffline(_ key: LaneKey, from step: OfflineLanes.Step) {
    let number = offline.begin(key, from: step)
    let task = reporting { (client) throws(Failure) in
      defer { client.endWatch(of: key, number) }
      let now = client.clock.now
      if step == .paused { try await client.change(key) { $0.pauseOffline(at: now) } }
      while client.isOffline(key), let next = client.offline.next(key, number) {
        client.noteIdleness()
        switch next {
        case .wait(let span): await client.clock.wait(for: span)
        case .probe:
          guard try await LaneProbe(seams: client.seams).isReachable(key) else { continue }
          try await client.change(key, Lane.resumeOnline)
        }
      }
    }
    offline.attach(task, to: key, number)
  }

  private func endWatch(of key: LaneKey, _ number: Int) {
    let isLast = offline.end(key, number)
    noteIdleness()
    // The store failed, so the server must be probed again.
    if isLast, isOffline(key) { watchOffline(key, from: .paused) }
  }

  private func isOffline(_ key: LaneKey) -> Bool {
    runner.isRunner && !lifetime.isQuitting && queue.lane(key)?.pause == .offline
  }
}
