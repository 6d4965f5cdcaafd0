import ClientCore
import ClientHTTP
import ClientMQTT
import ClientModel
import Synchronization
import TestSupport
import TestTraits
import Testing

/// Messages through a client of the library whose provider of brokers is its user's own.
@Suite(.usesSystem(minutes: 2)) struct PubSubTests {
  /// A broker in memory: answers the publications of a topic as its script says.
  private final class ScriptedBroker: PubSubProvider, PubSubClient {
    enum Answer: Sendable {
      case acknowledged(reason: UInt8)
      case lost(FinishFacts.Sent)
    }

    let events: AsyncStream<[PubSubEvent]>
    private let publisher: AsyncStream<[PubSubEvent]>.Continuation
    private let answers: Mutex<[String: [Answer]]>
    private let log = Mutex<[BrokerMessage]>([])
    private let asked = Mutex<[BrokerAddress]>([])

    init(_ answers: [String: [Answer]] = [:]) {
      (events, publisher) = AsyncStream.makeStream()
      self.answers = Mutex(answers)
    }

    var messages: [BrokerMessage] { log.withLock { $0 } }
    var addresses: [BrokerAddress] { asked.withLock { $0 } }

    func client(of broker: BrokerAddress) -> any PubSubClient {
      asked.withLock { $0.append(broker) }
      return self
    }

    func connect() {}
    func subscribe(_ filters: [TopicFilter], quality: QualityOfService) {}
    func unsubscribe(_ filters: [TopicFilter]) {}
    func disconnect() { publisher.finish() }

    func publish(_ message: BrokerMessage, as id: PublicationID, timeout: Duration) {
      log.withLock { $0.append(message) }
      let answer = answers.withLock { answers -> Answer in
        guard let next = answers[message.topic]?.first else { return .acknowledged(reason: 0) }
        answers[message.topic]?.removeFirst()
        return next
      }
      switch answer {
      case .acknowledged(let reason):
        publisher.yield([.published(id, Acknowledgement(reason: reason, version: .v5))])
      case .lost(let sent):
        let failure = Failure(
          .connectionLost, what: "No acknowledgement came.", why: "It broke.", whatToDo: "Wait.")
        publisher.yield([.notPublished(id, failure, FinishFacts(sent: sent))])
      }
    }
  }

  private func bench(_ broker: ScriptedBroker) async throws -> LibraryBench {
    try await LibraryBench(PubSubTransport(before: CurlTransport(), broker))
  }

  private func draft(_ topic: String, qos: Int, _ payload: String = "x") -> Draft {
    Draft(
      method: Publication.method, url: "mqtt://ada:secret@broker.test/\(topic)",
      headers: [DraftField("QoS", "\(qos)"), DraftField("Retain", "true")],
      body: .text(payload, mediaType: "text/plain"))
  }

  @Test func `J28 a provider of one's own gets messages with their broker and its credentials`()
    async throws
  {
    let broker = ScriptedBroker()
    let bench = try await bench(broker)
    let end = try await bench.send(draft("a//b", qos: 1, "Grüße"))
    #expect(end.status == 200 && end.result?.head?.reason == "PUBACK")
    #expect(
      broker.messages == [
        BrokerMessage(
          topic: "a//b", payload: Array("Grüße".utf8), quality: .atLeastOnce, retention: .retained)
      ])
    #expect(broker.addresses.map(\.user) == ["ada"] && broker.addresses[0].password == "secret")
    #expect("\(broker.addresses[0])" == "mqtt://broker.test")
    await bench.client.quit(.drain)
  }

  @Test func `J28 a lost acknowledgement is repeated at least once, and unknown otherwise`()
    async throws
  {
    let broker = ScriptedBroker([
      "once": [.lost(.something)], "least": [.lost(.something)], "most": [.lost(.something)],
      "early": [.lost(.nothing)], "gone": [.lost(.nothing)],
    ])
    let bench = try await bench(broker)
    #expect(try await bench.send(draft("once", qos: 2)).job.state.word == .interrupted)
    #expect(try await bench.send(draft("least", qos: 1)).job.state.word == .succeeded)
    #expect(try await bench.send(draft("most", qos: 0)).job.state.word == .interrupted)
    #expect(try await bench.send(draft("early", qos: 2)).job.state.word == .succeeded)
    #expect(try await bench.send(draft("gone", qos: 0)).job.state.word == .failed)
    let times = Dictionary(grouping: broker.messages, by: \.topic).mapValues(\.count)
    #expect(times == ["once": 1, "least": 2, "most": 1, "early": 2, "gone": 1])
    await bench.client.quit(.drain)
  }

  @Test func `J28 a refusal of the broker is a response with its status`() async throws {
    let broker = ScriptedBroker(["closed": [.acknowledged(reason: 0x87)]])
    let bench = try await bench(broker)
    let end = try await bench.send(draft("closed", qos: 1))
    #expect(end.status == 403 && end.job.state.word == .failed)
    await bench.client.quit(.drain)
  }
}
