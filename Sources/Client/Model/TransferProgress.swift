/// The progress of a transfer; a total that is not known is nil.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes of the request body that were sent.
  public var sent: ByteCount
  /// The size of the request body.
  public var toSend: ByteCount?
  /// Wire bytes of the body.
  public var received: ByteCount
  /// The size of the response body on the wire.
  public var toReceive: ByteCount?

  /// Creates a progress.
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
