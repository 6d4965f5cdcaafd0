public import ClientModel

/// What became of an order to send every failed job again.
public struct FailedRetry: Hashable, Sendable {
  /// The jobs that are sent again.
  public var retried: [Job]
  /// The jobs that were left out because they may take effect twice.
  public var withheld: [Job]

  public init(retried: [Job], withheld: [Job]) {
    self.retried = retried
    self.withheld = withheld
  }
}
