public import ClientModel

/// News from the client, in the order it happened. Everything in it is already committed.
public enum ClientEvent: Sendable {
  /// Jobs were added or moved; each is as it stands now. Bursts come as one event.
  case jobsChanged([Job])
  /// Lanes were added, paused or resumed, or their limits changed.
  case lanesChanged([Lane])
  /// Graphs were submitted or moved.
  case graphsChanged([GraphRun])
  /// A running job's answer began.
  case headArrived(JobID, ResponseHead)
  /// How many bytes a running job has sent and received, at most about ten times a second.
  case progressed(JobID, TransferProgress)
  /// The body of a running job has this many decoded bytes. The file at the path holds them; the path is nil
  /// while they are in memory (at most 64 KiB).
  case bodyGrew(JobID, ByteCount, path: String?)
  /// Something the user should know: a Retry-After that holds a lane, a fault of the store.
  case noticed(Failure)
  /// This process became, or ceased to be, the one that runs queued jobs.
  case runnerChanged(RunnerClaim)
  /// The number of events dropped before the next one, because they were not read in time.
  case dropped(Int)
  /// Nothing runs and nothing is being written.
  case idle
}
