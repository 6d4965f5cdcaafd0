/// How far a transfer has come; totals are nil when nobody knows them.
public struct TransferProgress: Hashable, Sendable {
  public var sent: ByteCount
  public var toSend: ByteCount?
  /// Wire bytes of the body.
  public var received: ByteCount
  public var toReceive: ByteCount?

  public init(
    sent: ByteCount = 0, toSend: ByteCount? = nil, received: ByteCount = 0,
    toReceive: ByteCount? = nil
  ) {
    self.sent = sent
    self.toSend = toSend
    self.received = received
    self.toReceive = toReceive
  }
}
