public import ClientModel

/// An event of the client, in the order in which it happened. Everything in it is already
/// committed.
public enum ClientEvent: Sendable {
  /// Jobs were added or changed; each is given in its present state. Changes in quick succession
  /// are one event.
  case jobsChanged([Job])
  /// Lanes were added, paused or resumed, or their limits changed.
  case lanesChanged([Lane])
  /// Graphs were submitted or moved.
  case graphsChanged([GraphRun])
  /// The head of the response to a running job arrived.
  case headArrived(JobID, ResponseHead)
  /// How many bytes a running job has sent and received, at most about ten times a second.
  case progressed(JobID, TransferProgress)
  /// The body of a running job has this many decoded bytes. The file at the path holds them; the path is nil
  /// while they are in memory (at most 64 KiB).
  case bodyGrew(JobID, ByteCount, path: String?)
  /// Something the user should know: a Retry-After that holds a lane, a fault of the store.
  case noticed(Failure)
  /// This process became the queue runner, or is no longer.
  case runnerChanged(RunnerClaim)
  /// The number of events dropped before the next one, because they were not read in time.
  case dropped(Int)
  /// Nothing runs and nothing is being written.
  case idle
}
