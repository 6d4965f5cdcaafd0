public import ClientModel

/// The role of a process. The role determines the jobs that the process runs. A process in any role
/// can read and change the queue.
public enum ClientRole: Hashable, Sendable {
  /// Runs queued jobs if no other process does. Otherwise follows that process, and takes over when
  /// it ends.
  case runner
  /// Runs only the immediate jobs that it submitted itself.
  case sender
  /// Runs nothing.
  case visitor
}

/// The rule for lanes with jobs left by a previous queue runner: they are paused or continue.
public enum RestartRule: Hashable, Sendable {
  /// The lanes are paused until the user resumes them.
  case pauseLanes
  /// The lanes continue, including those that an earlier restart paused. A pause of the user
  /// remains.
  case resumeLanes
}

/// The limits of immediate jobs, the pause before a retry, and the retention of finished jobs.
public struct ClientOptions: Hashable, Sendable {
  /// The maximum number of immediate jobs that run at once in this process.
  public var immediateInAll: Int
  /// The maximum number of immediate jobs that run at once against one host.
  public var immediatePerHost: Int
  /// The maximum pause before the first retry of a job. The maximum doubles with each further
  /// retry.
  public var firstPause: Duration
  /// The retention time of finished jobs. When a queue runner starts, it deletes older jobs.
  public var retention: Duration
  /// The maximum total size of the bodies of finished jobs. When a queue runner starts, it deletes
  /// the oldest jobs until the others are within this size.
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

/// The way in which a client ends while jobs are running.
public enum QuitMode: Hashable, Sendable {
  /// The running jobs finish, and nothing new starts.
  case drain
  /// The running jobs are stopped. A job that may be repeated waits for the next start of the
  /// program. Any other running job becomes `interrupted`.
  case stop
}

/// A place in a lane's order, relative to one other job of the lane or to all of them.
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
  /// Yes: the job continues.
  case yes
  /// No: the job ends.
  case no
}
