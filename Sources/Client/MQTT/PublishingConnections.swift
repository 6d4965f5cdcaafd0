import ClientCore
import ClientHTTP
import ClientModel
import Synchronization

/// The connections over which publications go, one for each broker and its credentials.
final class PublishingConnections: Sendable {
  private struct Connection {
    let client: any PubSubClient
    let reading: Task<Void, Never>
    var attempts: [PublicationID: Running] = [:]
    /// Rises with each publication; an idle connection ends when it has not risen for a while.
    var generation = 0
  }

  private struct Running {
    let attempt: AttemptID
    let publication: Publication
    let began: ContinuousClock.Instant
    let length: ByteCount
  }

  private struct State {
    var connections: [BrokerAddress: Connection] = [:]
    var places: [AttemptID: (BrokerAddress, PublicationID)] = [:]
    var last: UInt64 = 0
    var isOver = false
  }

  private let provider: any PubSubProvider
  private let publisher: AsyncStream<[TransportEvent]>.Continuation
  private let state = Mutex(State())
  /// How long a connection stays without a publication.
  private static let patience = Duration.seconds(3)

  init(_ provider: any PubSubProvider, _ publisher: AsyncStream<[TransportEvent]>.Continuation) {
    self.provider = provider
    self.publisher = publisher
  }

  func begin(_ attempt: OutgoingAttempt) {
    // A payload in a file is read off the thread of the client.
    if case .file = attempt.request.body {
      OwnThread.run { self.publish(attempt) }
    } else {
      publish(attempt)
    }
  }

  private func publish(_ attempt: OutgoingAttempt) {
    do throws(Failure) {
      let (address, message) = (
        try BrokerAddress(attempt.request), try BrokerMessage(publishing: attempt.request)
      )
      send(message, of: attempt, to: address)
    } catch {
      finish(attempt.id, AttemptResult(end: .failed(error)), .nothing)
    }
  }

  private func send(
    _ message: BrokerMessage, of attempt: OutgoingAttempt, to address: BrokerAddress
  ) {
    let request = attempt.request
    let publication = Publication(
      topic: message.topic, quality: message.quality, retention: message.retention)
    state.withLock { state in
      guard !state.isOver else {
        return finish(attempt.id, AttemptResult(end: .cancelled), .nothing)
      }
      state.last += 1
      let id = PublicationID(state.last)
      var connection = state.connections[address] ?? connect(to: address)
      connection.attempts[id] = Running(
        attempt: attempt.id, publication: publication, began: .now,
        length: ByteCount(message.payload.count))
      connection.generation += 1
      state.connections[address] = connection
      state.places[attempt.id] = (address, id)
      // Under the lock, so that no acknowledgement comes before the message is known.
      connection.client.connect()
      connection.client.publish(
        message, as: id,
        patience: request.options.deadlines.total ?? request.options.deadlines.firstByte)
    }
  }

  private func connect(to address: BrokerAddress) -> Connection {
    let client = provider.client(of: address)
    let reading = Task { [weak self] in
      for await batch in client.events {
        for event in batch { self?.take(event, from: address) }
      }
    }
    return Connection(client: client, reading: reading)
  }

  private func take(_ event: PubSubEvent, from address: BrokerAddress) {
    switch event {
    case .published(let id, let acknowledgement):
      guard let running = end(id, at: address) else { return }
      let head = ResponseHead(acknowledgement, of: running.publication)
      let time = ContinuousClock.now - running.began
      var result = AttemptResult(end: .answered, head: head)
      result.timings.firstByte = time
      result.timings.total = time
      result.transfer.requestBody = running.length
      result.connection.address = "\(address.origin.host)"
      publisher.yield([.headArrived(running.attempt, head)])
      finish(running.attempt, result, .something)
    case .notPublished(let id, let failure, let facts):
      guard let running = end(id, at: address) else { return }
      finish(running.attempt, AttemptResult(end: .failed(failure)), facts.sent)
    case .connected, .disconnected, .subscribed, .unsubscribed, .message: break
    }
  }

  private func end(_ id: PublicationID, at address: BrokerAddress) -> Running? {
    state.withLock { state in
      let running = state.connections[address]?.attempts.removeValue(forKey: id)
      if let running { state.places[running.attempt] = nil }
      if let connection = state.connections[address], connection.attempts.isEmpty {
        expire(address, connection.generation)
      }
      return running
    }
  }

  /// Ends a connection after a while without publications.
  private func expire(_ address: BrokerAddress, _ generation: Int) {
    Task { [weak self] in
      do { try await QuietClock().sleep(for: Self.patience) } catch { return }
      self?.state.withLock { state in
        guard let connection = state.connections[address], connection.generation == generation,
          connection.attempts.isEmpty
        else { return }
        state.connections[address] = nil
        connection.client.disconnect()
      }
    }
  }

  /// A message that was handed over cannot be taken back: its attempt ends, and whether it arrives is not known.
  func cancel(_ attempts: [AttemptID]) {
    for attempt in attempts {
      let isKnown = state.withLock { state in
        guard let (address, id) = state.places.removeValue(forKey: attempt) else { return false }
        state.connections[address]?.attempts[id] = nil
        return true
      }
      if isKnown { finish(attempt, AttemptResult(end: .cancelled), .something) }
    }
  }

  func shutDown() async {
    let (connections, running) = state.withLock { state in
      state.isOver = true
      let connections = Array(state.connections.values)
      state.connections = [:]
      state.places = [:]
      return (connections, connections.flatMap { $0.attempts.values })
    }
    for entry in running { finish(entry.attempt, AttemptResult(end: .cancelled), .something) }
    for connection in connections { connection.client.disconnect() }
    for connection in connections { await connection.reading.value }
  }

  private func finish(_ id: AttemptID, _ result: AttemptResult, _ sent: FinishFacts.Sent) {
    publisher.yield([.finished(id, result, FinishFacts(sent: sent))])
  }
}

extension BrokerMessage {
  /// The message of a request to a broker.
  ///
  /// - Throws: `fileChanged` or `fileUnreadable` for a payload in a file, `bodyLimit` for a payload that is too long.
  fileprivate init(publishing request: WireRequest) throws(Failure) {
    let publication = Publication(
      url: request.url, origin: request.origin, headers: request.headers)
    let length: ByteCount =
      switch request.body {
      case .none, .multipart: 0
      case .bytes(let bytes): ByteCount(bytes.count)
      case .file(let file): file.size
      }
    guard length <= Self.longestPayload else {
      throw Failure(
        .bodyLimit, what: "The message to \(request.origin.host) was not sent.",
        why: "Its payload has \(length); Weir publishes up to \(Self.longestPayload).",
        whatToDo: "Publish a link to the data, or send it over HTTP.")
    }
    self.init(
      topic: publication?.topic ?? "", payload: try PlayedRequest(request).body,
      quality: publication?.quality ?? .exactlyOnce, retention: publication?.retention ?? .none)
  }
}

extension ResponseHead {
  /// The acknowledgement of a publication in the terms of a response, so that queue, history and assertions read it.
  fileprivate init(_ acknowledgement: Acknowledgement, of publication: Publication) {
    let reason =
      switch publication.quality {
      case .atMostOnce: "sent"
      case .atLeastOnce: "PUBACK"
      case .exactlyOnce: "PUBCOMP"
      }
    self.init(
      version: acknowledgement.version == .v5 ? .mqtt5 : .mqtt311,
      status: Self.status(of: acknowledgement.reason),
      reason: acknowledgement.words ?? reason)
  }

  /// The HTTP status with the meaning of a reason of MQTT 5. Source: MQTT 5, table 3.4.
  private static func status(of reason: UInt8) -> Int {
    switch reason {
    case ..<0x80: 200
    case 0x87: 403
    case 0x90, 0x99: 400
    case 0x97: 429
    default: 500
    }
  }
}
