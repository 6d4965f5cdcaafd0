public import ClientModel

/// Which jobs a process runs, besides reading and changing the queue.
public enum ClientRole: Hashable, Sendable {
  /// Runs queued jobs if no other process does. Otherwise it follows, and takes over when the other
  /// one ends.
  case runner
  /// Runs only the immediate jobs that it submitted itself.
  case sender
  /// Runs nothing.
  case visitor
}

/// How a new queue runner treats lanes in which the previous one left work.
public enum RestartRule: Hashable, Sendable {
  /// They are paused until the user resumes them.
  case pauseLanes
  /// They continue, also those that an earlier restart paused; a pause of the user stays.
  case goOn
}

/// Limits of immediate jobs, the pause before a retry, and how long finished jobs are stored.
public struct ClientOptions: Hashable, Sendable {
  /// How many immediate jobs may run at once in this process.
  public var immediateInAll: Int
  /// How many immediate jobs may run at once against one host.
  public var immediatePerHost: Int
  /// The longest pause before the first retry of a job; doubled with each further one.
  public var firstPause: Duration
  /// How long the store retains finished jobs; older ones are deleted when a queue runner starts.
  public var retention: Duration
  /// The size of finished jobs that the store retains; the oldest are deleted when a queue runner
  /// starts.
  public var retentionSize: ByteCount

  /// Creates options; the defaults are 64 immediate jobs, 6 per host, 2 seconds, 30 days and 2 GB.
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

/// How running jobs end when the program does.
public enum QuitManner: Hashable, Sendable {
  /// They finish; nothing new starts.
  case drain
  /// They are stopped. A job that may be repeated waits for the next start, any other is
  /// `interrupted`.
  case stop
}

/// A place in a lane's order, relative to another job of the same lane or to all of them.
public enum QueuePlace: Hashable, Sendable {
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
