public import ClientModel

/// What a process does with the queue, beside reading and changing it.
public enum ClientRole: Hashable, Sendable {
  /// Runs queued jobs if no other process does; else looks on, and takes over when that one ends.
  case runner
  /// Runs only the urgent jobs it submitted itself.
  case sender
  /// Runs nothing.
  case visitor
}

/// What becomes of the lanes that a queue runner left with work in them, by its end or its death.
public enum RestartRule: Hashable, Sendable {
  /// They are paused by restart until the user lifts that.
  case pauseLanes
  /// They go on, those that were paused by restart before as well; a pause of the user's stays.
  case goOn
}

/// How many urgent jobs may run at once, and how long finished jobs are kept.
public struct ClientOptions: Hashable, Sendable {
  /// How many immediate jobs may run at once in this process.
  public var urgentInAll: Int
  /// How many immediate jobs may run at once against one host.
  public var urgentPerHost: Int
  /// What the store keeps of finished jobs; older ones go when a queue runner starts.
  public var keptSpan: Duration
  /// The size of finished jobs that the store retains; the oldest are deleted when a queue runner
  /// starts.
  public var keptSize: ByteCount

  /// Creates options; the defaults are 64 immediate jobs, 6 per host, 30 days and 2 GB.
  public init(
    urgentInAll: Int = 64, urgentPerHost: Int = 6, keptSpan: Duration = .seconds(30 * 86_400),
    keptSize: ByteCount = ByteCount(2_000_000_000)
  ) {
    self.urgentInAll = urgentInAll
    self.urgentPerHost = urgentPerHost
    self.keptSpan = keptSpan
    self.keptSize = keptSize
  }
}

/// What happens to running requests when the program ends.
public enum QuitManner: Hashable, Sendable {
  /// They finish; nothing new starts.
  case drain
  /// They are stopped; what may be repeated waits for the next start, the rest is `interrupted`.
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

/// The user's word on a job that asks.
public enum QuestionAnswer: Hashable, Sendable {
  /// The job continues.
  case yes
  /// The job ends.
  case no
}
