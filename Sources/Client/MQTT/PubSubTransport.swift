public import ClientCore
import ClientHTTP
public import ClientModel
import Synchronization

/// A transport that publishes and subscribes for requests to `mqtt` and `mqtts` URLs. It passes
/// requests with any other scheme to a second transport.
///
/// The attempts to one broker share a connection. The connection ends a few seconds after the last
/// attempt.
public final class PubSubTransport: Transport {
  public let events: AsyncStream<[TransportEvent]>
  private let publisher: AsyncStream<[TransportEvent]>.Continuation
  private let other: any Transport
  private let forwarding: Task<Void, Never>
  private let connections: BrokerConnections

  /// Creates a transport. The first request to a broker loads the MQTT library.
  public init(before other: any Transport, _ provider: any PubSubProvider = MosquittoProvider()) {
    self.other = other
    let (events, publisher) = AsyncStream.makeStream(
      of: [TransportEvent].self, bufferingPolicy: .unbounded)
    self.events = events
    self.publisher = publisher
    connections = BrokerConnections(provider, publisher)
    forwarding = Task { for await batch in other.events { publisher.yield(batch) } }
  }

  deinit { publisher.finish() }

  public var capacity: Int { other.capacity }

  public func use(_ pool: ConnectionPool) { other.use(pool) }

  public func connects(for request: WireRequest) async -> Bool {
    await other.connects(for: request)
  }

  public func begin(_ attempts: [OutgoingAttempt]) {
    let passed = attempts.filter { !$0.request.origin.isBroker }
    if !passed.isEmpty { other.begin(passed) }
    for attempt in attempts where attempt.request.origin.isBroker { connections.begin(attempt) }
  }

  public func cancel(_ attempts: [AttemptID]) {
    other.cancel(attempts)
    connections.cancel(attempts)
  }

  public func shutDown() async {
    await connections.shutDown()
    await other.shutDown()
    await forwarding.value
    publisher.finish()
  }
}
