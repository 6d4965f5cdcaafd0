/// The progress of a transfer. An unknown total is nil.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes of the request body that were sent.
  public var sent: ByteCount
  /// The size of the request body.
  public var toSend: ByteCount?
  /// Bytes of the response body that were received, before its content codings are decoded.
  public var received: ByteCount
  /// The size of the response body before its content codings are decoded.
  public var toReceive: ByteCount?

  /// Creates the progress of a transfer.
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
