import ClientCore
import ClientModel

/// One attempt while a script answers it.
struct ScriptedPlay {
  let attempt: OutgoingAttempt
  var result: AttemptResult
  private(set) var sent = FinishFacts.Sent.nothing
  private var sink: BodySink

  init(_ attempt: OutgoingAttempt) {
    self.attempt = attempt
    result = AttemptResult(end: .answered, source: .stub)
    sink = BodySink(path: attempt.bodyPath)
  }

  mutating func responseBegins(_ head: ResponseHead, after delay: Duration) {
    sent = .something
    result.head = head
    result.timings.firstByte = delay
    result.connection.address = "scripted"
  }

  /// Nothing comes back; whether the request had left is the script's word.
  mutating func fails(after sent: FinishFacts.Sent) { self.sent = sent }

  mutating func take(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    try sink.write(Array(bytes))
    try sink.flush()
  }

  /// The events after a step.
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

  /// The result with whatever came of the body.
  func ended() -> AttemptResult {
    var result = result
    result.body = sink.stored()
    result.transfer.responseBody = ByteCount(sink.length)
    return result
  }

  /// The body cut into at most that many pieces.
  static func steps(of bytes: [UInt8], atMost count: Int) -> [ArraySlice<UInt8>] {
    guard !bytes.isEmpty else { return [] }
    let size = (bytes.count + count - 1) / count
    return stride(from: 0, to: bytes.count, by: size).map { start in
      bytes[start..<min(start + size, bytes.count)]
    }
  }
}
