public import ClientModel

/// The result of retrying every failed job.
public struct FailedRetry: Hashable, Sendable {
  /// The jobs that are sent again.
  public var retried: [Job]
  /// The jobs that are not sent again, because they may take effect twice.
  public var withheld: [Job]

  /// Creates the result of retrying failed jobs.
  public init(retried: [Job], withheld: [Job]) {
    self.retried = retried
    self.withheld = withheld
  }
}
