public import ClientModel

/// The role of a process. It determines which jobs the process runs. Every process can read and
/// change the queue.
public enum ClientRole: Hashable, Sendable {
  /// Runs queued jobs, unless another process already does. In this case it follows that process
  /// and takes over when it ends.
  case runner
  /// Runs only the immediate jobs that it submitted.
  case sender
  /// Runs no jobs.
  case visitor
}

/// The treatment of lanes that have unfinished jobs of an earlier queue runner.
public enum RestartRule: Hashable, Sendable {
  /// The lanes are paused until the user resumes them.
  case pauseLanes
  /// The lanes continue. Lanes that an earlier restart paused are resumed, but lanes that the user
  /// paused are not.
  case resumeLanes
}

/// The limits of immediate jobs, the pause before a retry, and the retention of finished jobs.
public struct ClientOptions: Hashable, Sendable {
  /// The maximum number of immediate jobs that run at once in this process.
  public var immediateInAll: Int
  /// The maximum number of immediate jobs that run at once against one host.
  public var immediatePerHost: Int
  /// The maximum pause before the first retry. It doubles with each retry.
  public var firstPause: Duration
  /// The retention time of finished jobs. A queue runner deletes older jobs when it starts.
  public var retention: Duration
  /// The maximum total size of the bodies of finished jobs. A queue runner deletes the oldest jobs
  /// beyond this size when it starts.
  public var retentionSize: ByteCount

  /// Creates options. The defaults are 64 immediate jobs, 6 per host, 2 seconds, 30 days and 2 GB.
  public init(
    immediateInAll: Int = 64, immediatePerHost: Int = 6, firstPause: Duration = .seconds(2),
    retention: Duration = .seconds(30 * 86_400),
    retentionSize: ByteCount = ByteCount(2_000_000_000)
  ) {
    self.immediateInAll = immediateInAll
    self.immediatePerHost = immediatePerHost
    self.firstPause = firstPause
    self.retention = retention
    self.retentionSize = retentionSize
  }
}

/// The manner of ending a client while jobs are running.
public enum QuitMode: Hashable, Sendable {
  /// Running jobs finish, and no more jobs start.
  case drain
  /// Running jobs are stopped. A repeatable job waits for the next start of the program. A job that
  /// is not repeatable becomes `interrupted`.
  case stop
}

/// A place in the order of a lane.
public enum QueuePosition: Hashable, Sendable {
  /// Directly before this job.
  case before(JobID)
  /// Directly after this job.
  case after(JobID)
  /// Before all other jobs of the lane.
  case first
  /// After all other jobs of the lane.
  case last
}

/// The user's answer to the question of a held job.
public enum QuestionAnswer: Hashable, Sendable {
  /// The job continues.
  case yes
  /// The job ends.
  case no
}
