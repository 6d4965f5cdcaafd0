public import ClientModel

/// A response that is passed through the processors.
public struct ReceivedResponse: Sendable {
  /// The request as it was sent. Secrets in it are references or sealed.
  public let request: PreparedRequest
  /// Status and header fields.
  public var head: ResponseHead
  /// The body, read in pieces.
  public var body: Body
  /// A JSON Pointer to the relevant part of the body, or an empty string for all of it.
  public var root: String
  /// The values for later requests, by name.
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

  /// Returns the value at a pointer below the root, or nil if there is none. A string has no
  /// quotes, any other value is JSON.
  public func value(at pointer: String = "") throws(Failure) -> String? {
    try body.value(at: root + pointer)
  }
}
