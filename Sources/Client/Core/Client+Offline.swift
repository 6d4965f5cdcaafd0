import ClientModel

/// Lanes with an unreachable server. Such a lane is paused and probed until its server can be
/// reached.
extension Client {
  /// Pauses a lane with an unreachable server, and resumes it once the server can be reached.
  func pauseOffline(_ key: LaneKey, because failure: Failure) {
    guard queue.pauseOffline(key) else { return }
    publish(.noticed(.offline(key, because: failure)))
    watchOffline(key, from: .paused)
  }

  /// Probes the server of an offline lane until it can be reached or the lane is no longer paused
  /// as offline.
  func watchOffline(_ key: LaneKey, from step: OfflineLanes.Step) {
    let number = offline.begin(key, from: step)
    let task = reporting { (client) throws(Failure) in
      defer { client.endWatch(of: key, number) }
      if step == .paused { try await client.change(key, Lane.pauseOffline) }
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
    // The store failed in the meantime, so the result of the probe must be determined again.
    if isLast, isOffline(key) { watchOffline(key, from: .paused) }
  }

  private func isOffline(_ key: LaneKey) -> Bool {
    runner.isRunner && !lifetime.isQuitting && queue.lane(key)?.pause == .offline
  }
}
