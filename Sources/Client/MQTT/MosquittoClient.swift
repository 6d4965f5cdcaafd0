public import ClientCore
public import ClientModel
import Synchronization

/// A connection to a broker through libmosquitto. The first use loads the library.
///
/// The client's thread runs from `connect` to `disconnect`. In a stored session, the library
/// delivers messages again after a reconnect. In a clean session, all unacknowledged messages fail
/// when the connection is lost.
public final class MosquittoClient: PubSubClient {
  public let events: AsyncStream<[PubSubEvent]>
  private let publisher: AsyncStream<[PubSubEvent]>.Continuation
  private let address: BrokerAddress
  private let inbox = BrokerInbox()
  private let life = Mutex(LoopState.idle)

  private enum LoopState { case idle, running, over }

  /// Creates a client that is not connected.
  public init(_ address: BrokerAddress) {
    self.address = address
    (events, publisher) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
  }

  deinit { inbox.put(.disconnect) }

  /// The version of libmosquitto, such as `2.0.11`, or nil if the library is not installed.
  public static var libraryVersion: String? { BrokerLibrary.version }

  public func connect() {
    let isFirst = life.withLock { life in
      guard life == .idle else { return false }
      life = .running
      return true
    }
    inbox.put(.connect)
    guard isFirst else { return }
    let (inbox, publisher, address) = (inbox, publisher, address)
    let started = OwnThread.start {
      BrokerLoop(address, inbox: inbox, events: publisher).run()
      publisher.finish()
    }
    guard !started else { return }
    life.withLock { $0 = .over }
    publisher.yield([.disconnected(.noThread(address.origin), retry: nil)])
    publisher.finish()
  }

  public func subscribe(_ filters: [TopicFilter], quality: QualityOfService) {
    inbox.put(.subscribe(filters, quality))
  }

  public func unsubscribe(_ filters: [TopicFilter]) { inbox.put(.unsubscribe(filters)) }

  public func publish(_ message: BrokerMessage, as id: PublicationID, timeout: Duration) {
    guard life.withLock({ $0 == .running }) else {
      publisher.yield([
        .notPublished(id, .notConnected(address.origin), FinishFacts(sent: .nothing))
      ])
      return
    }
    inbox.put(.publish(message, id, due: .now + timeout))
  }

  public func disconnect() {
    let wasIdle = life.withLock { life in
      defer { life = .over }
      return life == .idle
    }
    if wasIdle { return publisher.finish() }
    inbox.put(.disconnect)
  }
}

/// A provider of clients based on libmosquitto.
public struct MosquittoProvider: PubSubProvider {
  /// Creates a provider. The first connection loads the library.
  public init() {}

  public func client(of broker: BrokerAddress) -> any PubSubClient { MosquittoClient(broker) }
}
