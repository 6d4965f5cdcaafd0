/// The progress of a transfer. A total is nil if unknown.
public struct TransferProgress: Hashable, Sendable {
  /// Bytes of the request body that were sent.
  public var sent: ByteCount
  /// The size of the request body.
  public var toSend: ByteCount?
  /// Bytes of the response body that were received, before decoding.
  public var received: ByteCount
  /// The size of the response body, before decoding.
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
