public import ClientModel

/// A response that passes through the processors.
public struct ReceivedResponse: Sendable {
  /// The request as sent. Its secrets are references or sealed texts.
  public let request: PreparedRequest
  /// The status and the header fields.
  public var head: ResponseHead
  /// The body, which can be read in chunks.
  public var body: Body
  /// The JSON Pointer to the relevant part of the body. An empty string means the whole body.
  public var root: String
  /// The values to store for later requests, by name.
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

  /// Returns the value at a pointer below the root, or nil if it does not exist. A string is
  /// returned unquoted, and other values are returned as JSON.
  public func value(at pointer: String = "") throws(Failure) -> String? {
    try body.value(at: root + pointer)
  }
}
