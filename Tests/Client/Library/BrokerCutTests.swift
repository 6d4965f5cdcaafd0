import ClientCore
import ClientMQTT
import ClientModel
import Synchronization
import TestSupport
import TestTraits
import Testing

/// A broker that ends the connection while messages are handed to the library.
@Suite(.usesSystem(minutes: 2)) struct BrokerCutTests {
  /// Says yes to whoever connects and closes at once; from the second connection on it takes messages.
  private final class LeavingBroker: Sendable {
    final class Topics: Sendable { let all = Mutex<[String]>([]) }

    private let server: ConnectionServer
    private let found = Topics()

    init() throws {
      let found = found
      server = try ConnectionServer { Self.serve($0, found) }
    }

    var origin: Origin { Origin(scheme: "mqtt", host: "127.0.0.1", port: server.port) }
    var published: [String] { found.all.withLock { $0 } }

    private static func serve(_ connection: Connection, _ topics: Topics) {
      guard packet(of: connection) != nil else { return }
      let isKnown: UInt8 = connection.number > 1 ? 1 : 0
      connection.send([0x20, 2, isKnown, 0])
      guard connection.number > 1 else { return }
      while let (head, body) = packet(of: connection) {
        switch head >> 4 {
        case 3:
          let length = Int(body[0]) << 8 | Int(body[1])
          topics.all.withLock { $0.append(String(decoding: body[2..<2 + length], as: UTF8.self)) }
          connection.send([0x50, 2] + body[(2 + length)..<(4 + length)])
        case 6: connection.send([0x70, 2] + body.prefix(2))
        case 12: connection.send([0xD0, 0])
        default: break
        }
      }
    }

    /// The next packet of MQTT; all here are shorter than 128 bytes.
    private static func packet(of connection: Connection) -> (UInt8, [UInt8])? {
      guard let head = connection.take(2), let body = connection.take(Int(head[1])) else {
        return nil
      }
      return (head[0], body)
    }
  }

  @Test func `J28 each message of a stored session is delivered once, and none is given back`()
    async throws
  {
    let broker = try LeavingBroker()
    var options = BrokerOptions()
    options.session = .stored
    options.clientID = "weir"
    let client = MosquittoClient(BrokerAddress(origin: broker.origin, options: options))
    let topics = (1...12).map { "t/\($0)" }
    client.connect()
    for (number, topic) in topics.enumerated() {
      let message = BrokerMessage(topic: topic, payload: [0x78], quality: .exactlyOnce)
      client.publish(message, as: PublicationID(UInt64(number)), timeout: .seconds(60))
    }
    var acknowledged: Set<PublicationID> = []
    reading: for await batch in client.events {
      for event in batch {
        switch event {
        case .published(let id, _): acknowledged.insert(id)
        case .notPublished(let id, let failure, _): Issue.record("\(id): \(failure)")
        default: break
        }
      }
      if acknowledged.count == topics.count { break reading }
    }
    client.disconnect()
    #expect(broker.published.sorted() == topics.sorted())
  }
}
