import ClientCore
import ClientModel

/// A response body that is being received: decoded, checked against the limits and stored.
struct ReceivedBody {
  var sink: BodySink
  private(set) var decoding: ContentDecoding?
  /// Whether Weir cannot decode a content coding of the body. Such a body is stored as received.
  private(set) var hasUnknownCoding = false
  /// Whether the response is a stream, which is shown while it is received, at any length.
  private(set) var isLive = false
  /// The length that the head announces, in bytes on the wire.
  private(set) var expected: Int64?
  private var wireBytes: Int64 = 0

  /// Creates an empty body.
  ///
  /// - Parameter body: The destination. It is created only when it is needed.
  init(_ body: NewBody) { sink = BodySink(body) }

  /// Starts the body after a head. Discards the body of an earlier challenge.
  mutating func begin(
    _ head: ResponseHead, _ request: WireRequest, takingOff reach: ContentDecoding.CodingSelection
  ) {
    if sink.length > 0 { sink.empty() }
    isLive = head.isStream
    hasUnknownCoding = ContentDecoding.hasUnknownCoding(head, reach)
    decoding = ContentDecoding(head, reach, from: request.origin)
    wireBytes = 0
    let length = head.fields.first("Content-Length").flatMap { Int64($0) }
    expected = request.method == .head ? nil : length
  }

  /// The length that determines the reporting interval. It is nil for a stream, because the newest
  /// bytes of a stream are shown at any length.
  var pacedLength: Int64? { isLive ? nil : sink.length }

  mutating func count(_ bytes: Int) { wireBytes += Int64(bytes) }

  /// Returns whether the announced length already exceeds the limit.
  func exceeds(_ limits: TransferLimits) -> Bool {
    guard let expected, decoding == nil else { return false }
    return expected > limits.bodyQuestion.bytes
  }

  /// Stores decoded bytes.
  ///
  /// - Returns: Whether the body was just moved from memory to its file.
  mutating func store(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Bool {
    let place = sink.place
    try sink.write(bytes)
    guard sink.place != place else { return false }
    try sink.flush()
    return true
  }

  func check(_ limits: TransferLimits, _ origin: Origin) throws(Failure) {
    guard decoding != nil else {
      if sink.length > limits.bodyQuestion.bytes {
        throw .bodyQuestion(origin, limits.bodyQuestion)
      }
      return
    }
    if sink.length > limits.decodedBody.bytes { throw .decodedLimit(origin, limits.decodedBody) }
    if sink.length > 10_000_000, sink.length / wireBytes >= Int64(limits.decodedRatio) {
      throw .ratioLimit(origin, limits.decodedRatio)
    }
  }
}
