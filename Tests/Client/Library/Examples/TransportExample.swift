import WeirClient

/// The example of the article *Transports*: answers each attempt at once with its URL.
final class EchoTransport: Transport {
  let events: AsyncStream<[TransportEvent]>
  private let publisher: AsyncStream<[TransportEvent]>.Continuation

  init() { (events, publisher) = AsyncStream.makeStream() }

  func begin(_ attempts: [OutgoingAttempt]) {
    publisher.yield(
      attempts.flatMap { attempt -> [TransportEvent] in
        let head = ResponseHead(status: 200)
        let result = AttemptResult(
          end: .responded, head: head, body: .inline(Array(attempt.request.url.utf8)))
        return [
          .headArrived(attempt.id, head),
          .finished(attempt.id, result, FinishFacts(sent: .something)),
        ]
      })
  }

  // No attempt is under way: each has finished in `begin`.
  func cancel(_ attempts: [AttemptID]) {}

  func shutDown() async { publisher.finish() }
}
