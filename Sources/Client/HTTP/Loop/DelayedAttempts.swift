import ClientCore
import ClientModel

/// Attempts that were not yet passed to libcurl, and ends that were not yet reported.
struct DelayedAttempts {
  /// Ends that wait until their body is synced to disk.
  private var syncing: [AttemptID: Ending] = [:]
  /// Attempts that wait for their signature.
  private var signing: [AttemptID: OutgoingAttempt] = [:]
  /// Attempts that wait for a file descriptor.
  private var putOff: [OutgoingAttempt] = []

  var isEmpty: Bool { putOff.isEmpty && signing.isEmpty }
  var hasPutOff: Bool { !putOff.isEmpty }
  var isSyncing: Bool { !syncing.isEmpty }
  func isSyncing(_ id: AttemptID) -> Bool { syncing[id] != nil }

  mutating func sync(_ ending: Ending) { syncing[ending.id] = ending }
  mutating func takeSynced(_ id: AttemptID) -> Ending? { syncing.removeValue(forKey: id) }

  mutating func sign(_ attempt: OutgoingAttempt) { signing[attempt.id] = attempt }
  mutating func takeSigned(_ id: AttemptID) -> OutgoingAttempt? {
    signing.removeValue(forKey: id)
  }

  mutating func putOff(_ attempt: OutgoingAttempt) { putOff.append(attempt) }
  mutating func takePutOff() -> [OutgoingAttempt] {
    defer { putOff = [] }
    return putOff
  }

  /// Removes and returns attempts of which nothing was sent.
  ///
  /// - Parameter ids: The attempts to cancel, or nil for all.
  mutating func cancel(_ ids: Set<AttemptID>?) -> [OutgoingAttempt] {
    let stopped =
      putOff.filter { ids?.contains($0.id) ?? true }
      + signing.values.filter { ids?.contains($0.id) ?? true }
    putOff.removeAll { ids?.contains($0.id) ?? true }
    for attempt in stopped { signing[attempt.id] = nil }
    return stopped
  }
}
