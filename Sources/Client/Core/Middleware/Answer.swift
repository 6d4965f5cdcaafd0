public import ClientModel

/// A response on its way through the processors.
public struct ReceivedResponse: Sendable {
  /// As it was sent: secrets in it are references or sealed.
  public let request: PreparedRequest
  /// Status and header fields.
  public var head: ResponseHead
  /// The body, read in pieces.
  public var body: Body
  /// A JSON Pointer to the part of the body that matters; empty for all of it.
  public var root: String
  /// What later requests may use, by name.
  public var captured: [String: Secret]

  /// Creates a response for a processor.
  public init(
    to request: PreparedRequest, head: ResponseHead, body: Body, root: String = "",
    captured: [String: Secret] = [:]
  ) {
    self.request = request
    self.head = head
    self.body = body
    self.root = root
    self.captured = captured
  }

  /// The value at a pointer below the root: a string without its quotes, others as they are written.
  public func value(at pointer: String = "") throws(Failure) -> String? {
    try body.value(at: root + pointer)
  }
}
