import ClientCore
import ClientHTTP
import ClientModel

/// The growing response of one subscription.
struct MessageStream {
  let attempt: AttemptID
  let filter: TopicFilter
  let quality: QualityOfService
  /// The maximum size of the body. A larger body ends the stream.
  private let limit: ByteCount
  private let origin: Origin
  private let began = ContinuousClock.now
  private var sink: BodySink
  private var head: ResponseHead?
  private(set) var isReported = true

  init(_ attempt: OutgoingAttempt, _ subscription: TopicSubscription) throws(Failure) {
    self.attempt = attempt.id
    quality = subscription.quality
    limit = attempt.request.options.limits.bodyQuestion
    origin = attempt.request.origin
    sink = BodySink(attempt.body)
    do throws(TopicFilter.Problem) { filter = try TopicFilter(subscription.filter) } catch {
      throw Failure(
        .invalidRequest, what: "This topic cannot be subscribed to.", why: error.why,
        whatToDo: error.whatToDo)
    }
  }

  /// Starts the response after the broker granted the subscription. Returns nil if the response has
  /// already started.
  mutating func begin(_ version: BrokerOptions.Version) throws(Failure) -> TransportEvent? {
    guard head == nil else { return nil }
    let head = ResponseHead(
      version: version == .v5 ? .mqtt5 : .mqtt311, status: 200, reason: "SUBACK",
      fields: [ResponseField("Content-Type", "application/x-ndjson")])
    self.head = head
    // Even a short response is stored in a file, because it is read while it is received.
    try sink.spill()
    return .headArrived(attempt, head)
  }

  /// Appends a line to the response.
  ///
  /// - Throws: The reason why the line cannot be stored. `bodyLimit` if the body becomes too large.
  mutating func take(_ line: [UInt8]) throws(Failure) {
    guard head != nil else { return }
    // The hash tree of a growing body covers only complete blocks of 64 bytes. Spaces before the
    // line break fill the last block, so that the newest message is shown immediately.
    let blanks = (64 - (Int(sink.length) + line.count) % 64) % 64
    try sink.write(line.dropLast() + [UInt8](repeating: 0x20, count: blanks) + line.suffix(1))
    isReported = false
    guard ByteCount(sink.length) > limit else { return }
    throw Failure(
      .bodyLimit, what: "The subscription to \(filter) at \(origin.host) ended.",
      why: "Its messages exceed the body limit of \(limit).",
      whatToDo: "Subscribe again, or allow more with the limit body-question.")
  }

  /// Returns the growth since the last call, or nil if there is none.
  mutating func report() throws(Failure) -> TransportEvent? {
    guard !isReported else { return nil }
    isReported = true
    try sink.flush()
    return .bodyGrew(attempt, ByteCount(sink.length), sink.place)
  }

  /// Returns the result of the attempt.
  func ended(_ end: AttemptResult.End) -> AttemptResult {
    var result = AttemptResult(end: end, head: head)
    do throws(Failure) {
      try sink.flush()
      try sink.sync()
    } catch {
      result.end = .failed(error)
    }
    result.body = sink.stored()
    result.transfer.responseBody = ByteCount(sink.length)
    result.timings.total = ContinuousClock.now - began
    result.connection.address = origin.host
    return result
  }
}
