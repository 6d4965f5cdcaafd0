public import ClientModel

/// An event of the client. Events are published in the order in which they happened. Changes of
/// jobs, lanes and graphs are already committed.
public enum ClientEvent: Sendable {
  /// Jobs were added or changed. Each is in its current state. Changes in quick succession form one
  /// event.
  case jobsChanged([Job])
  /// Lanes were added, paused or resumed, or their limits changed.
  case lanesChanged([Lane])
  /// Graphs were submitted or their steps changed.
  case graphsChanged([GraphRun])
  /// The head of the response to a running job arrived.
  case headArrived(JobID, ResponseHead)
  /// The numbers of bytes that a running job has sent and received. Published about ten times a
  /// second at most.
  case progressed(JobID, TransferProgress)
  /// The body of a running job has this many decoded bytes. The bytes are in the file at the path,
  /// or in memory (at most 64 KiB) if the path is nil.
  case bodyGrew(JobID, ByteCount, StoredBytes?)
  /// A failure that the user should know about, for example a Retry-After that holds a lane, or a
  /// fault of the store.
  case noticed(Failure)
  /// This process became the queue runner, or another process did.
  case runnerChanged(RunnerClaim)
  /// The number of events that were dropped before the next one because they were not read in time.
  case dropped(Int)
  /// Nothing runs and nothing is being written.
  case idle
}
