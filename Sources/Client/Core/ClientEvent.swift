public import ClientModel

/// An event of the client. Events are published in the order in which they occur. Changes of jobs,
/// lanes and graphs are already committed.
public enum ClientEvent: Sendable {
  /// Jobs were added or changed. The jobs are in their current states. Changes in quick succession
  /// are combined into one event.
  case jobsChanged([Job])
  /// Lanes were added, paused or resumed, or their limits changed.
  case lanesChanged([Lane])
  /// Graphs were submitted or their steps changed.
  case graphsChanged([GraphRun])
  /// The head of the response arrived.
  case headArrived(JobID, ResponseHead)
  /// The number of bytes that a running job has sent and received. Published at most about ten
  /// times per second.
  case progressed(JobID, TransferProgress)
  /// The number of decoded bytes of a running job's body, and the file that contains them. If the
  /// file is nil, the bytes are in memory and at most 64 KiB.
  case bodyGrew(JobID, ByteCount, StoredBytes?)
  /// A failure that the user should know. Examples are a lane held by `Retry-After` and a fault of
  /// the store.
  case noticed(Failure)
  /// A process became the queue runner. It may be this process.
  case runnerChanged(RunnerClaim)
  /// The number of events that were dropped at this point, because they were not read in time.
  case dropped(Int)
  /// No work is running or being written.
  case idle
}
