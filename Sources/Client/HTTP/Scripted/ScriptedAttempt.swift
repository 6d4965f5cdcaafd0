import ClientCore
import ClientModel

/// An attempt whose response comes from a script.
struct ScriptedAttempt {
  let attempt: OutgoingAttempt
  var result: AttemptResult
  private(set) var sent = FinishFacts.Sent.nothing
  private var sink: BodySink

  init(_ attempt: OutgoingAttempt) {
    self.attempt = attempt
    result = AttemptResult(end: .responded, source: .stub)
    sink = BodySink(attempt.body)
  }

  mutating func responseBegins(_ head: ResponseHead, after delay: Duration) {
    sent = .something
    result.head = head
    result.timings.firstByte = delay
    result.connection.address = "scripted"
  }

  /// Records that the attempt fails without a response.
  mutating func fails(after sent: FinishFacts.Sent) { self.sent = sent }

  mutating func take(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    try sink.write(Array(bytes))
    try sink.flush()
  }

  /// Returns the progress events for the body received so far.
  func notices(total: Int) -> [TransportEvent] {
    let length = ByteCount(sink.length)
    return [
      .progressed(
        attempt.id, TransferProgress(received: length, toReceive: ByteCount(total))),
      .bodyGrew(attempt.id, length, sink.place),
    ]
  }

  mutating func complete(after total: Duration) throws(Failure) {
    result.timings.total = total
    try sink.sync()
  }

  /// Returns the result with the received part of the body.
  func ended() -> AttemptResult {
    var result = result
    result.body = sink.stored()
    result.transfer.responseBody = ByteCount(sink.length)
    return result
  }

  /// Splits the body into at most `count` chunks.
  static func steps(of bytes: [UInt8], atMost count: Int) -> [ArraySlice<UInt8>] {
    guard !bytes.isEmpty else { return [] }
    let size = (bytes.count + count - 1) / count
    return stride(from: 0, to: bytes.count, by: size).map { start in
      bytes[start..<min(start + size, bytes.count)]
    }
  }
}
