import ClientCore
import ClientHTTP
import ClientModel
import Synchronization

/// The connections of a transport, one for each combination of broker and credentials.
final class BrokerConnections: Sendable {
  private struct Connection {
    let client: any PubSubClient
    let inputs: AsyncStream<BrokerTraffic.Input>.Continuation
    let work: Task<Void, Never>
  }

  private struct State {
    var connections: [BrokerAddress: Connection] = [:]
    /// The broker address of each running attempt.
    var places: [AttemptID: BrokerAddress] = [:]
    var isOver = false
  }

  private let provider: any PubSubProvider
  private let publisher: AsyncStream<[TransportEvent]>.Continuation
  private let state = Mutex(State())

  init(_ provider: any PubSubProvider, _ publisher: AsyncStream<[TransportEvent]>.Continuation) {
    self.provider = provider
    self.publisher = publisher
  }

  func begin(_ attempt: OutgoingAttempt) {
    // Reads a payload file on another thread, so that the client's thread does not wait.
    if case .file = attempt.request.body {
      OwnThread.run { self.open(attempt) }
    } else {
      open(attempt)
    }
  }

  private func open(_ attempt: OutgoingAttempt) {
    do throws(Failure) {
      let address = try BrokerAddress(attempt.request)
      let place = Publication(
        url: attempt.request.url, origin: attempt.request.origin, headers: attempt.request.headers)
      if attempt.request.method.rawValue == TopicSubscription.method, let place {
        let subscription = TopicSubscription(filter: place.topic, quality: place.quality)
        put(.subscribe(attempt, subscription), attempt.id, at: address)
      } else {
        let message = try BrokerMessage(publishing: attempt.request, place)
        put(.publish(attempt, message), attempt.id, at: address)
      }
    } catch {
      finish(attempt.id, AttemptResult(end: .failed(error)), .nothing)
    }
  }

  private func put(_ input: BrokerTraffic.Input, _ attempt: AttemptID, at address: BrokerAddress) {
    state.withLock { state in
      guard !state.isOver else {
        let result = AttemptResult(end: .cancelled)
        publisher.yield([.finished(attempt, result, FinishFacts(sent: .nothing))])
        return
      }
      let connection = state.connections[address] ?? connect(to: address)
      state.connections[address] = connection
      state.places[attempt] = address
      connection.inputs.yield(input)
    }
  }

  func cancel(_ attempts: [AttemptID]) {
    state.withLock { state in
      for attempt in attempts {
        guard let address = state.places[attempt] else { continue }
        state.connections[address]?.inputs.yield(.cancel(attempt))
      }
    }
  }

  func shutDown() async {
    let connections = state.withLock { state in
      state.isOver = true
      return Array(state.connections.values)
    }
    for connection in connections { connection.inputs.yield(.shutDown) }
    for connection in connections { await connection.work.value }
  }

  // MARK: One connection

  private func connect(to address: BrokerAddress) -> Connection {
    let client = provider.client(of: address)
    let (inputs, continuation) = AsyncStream.makeStream(of: BrokerTraffic.Input.self)
    let work = Task {
      await withDiscardingTaskGroup { group in
        group.addTask {
          for await batch in client.events { continuation.yield(.events(batch)) }
          continuation.finish()
        }
        var traffic = BrokerTraffic(address.origin)
        for await input in inputs {
          for action in traffic.take(input, at: SystemClock().now) {
            carryOut(action, of: client, at: address, continuation, in: &group)
          }
        }
        group.cancelAll()
      }
    }
    client.connect()
    return Connection(client: client, inputs: continuation, work: work)
  }

  private func carryOut(
    _ action: BrokerTraffic.Action, of client: any PubSubClient, at address: BrokerAddress,
    _ inputs: AsyncStream<BrokerTraffic.Input>.Continuation, in group: inout DiscardingTaskGroup
  ) {
    switch action {
    case .publish(let message, let id, let timeout):
      client.connect()
      client.publish(message, as: id, timeout: timeout)
    case .subscribe(let filter, let quality):
      client.connect()
      client.subscribe([filter], quality: quality)
    case .unsubscribe(let filter): client.unsubscribe([filter])
    case .report(let event): publisher.yield([event])
    case .finish(let attempt, let result, let sent): finish(attempt, result, sent)
    case .later(let time, let input):
      group.addTask {
        do { try await QuietClock().sleep(for: time) } catch { return }
        inputs.yield(input)
      }
    case .drop: drop(client, at: address)
    }
  }

  /// Disconnects, unless a new attempt has started.
  private func drop(_ client: any PubSubClient, at address: BrokerAddress) {
    state.withLock { state in
      guard !state.places.values.contains(address) else { return }
      state.connections[address] = nil
      client.disconnect()
    }
  }

  private func finish(_ id: AttemptID, _ result: AttemptResult, _ sent: FinishFacts.Sent) {
    state.withLock { $0.places[id] = nil }
    publisher.yield([.finished(id, result, FinishFacts(sent: sent))])
  }
}

extension BrokerMessage {
  /// Creates the message of a publish request.
  ///
  /// - Throws: `fileChanged` or `fileUnreadable` for a payload file. `bodyLimit` for a payload that
  ///   is too long.
  fileprivate init(
    publishing request: WireRequest, _ publication: Publication?
  ) throws(Failure) {
    let length: ByteCount =
      switch request.body {
      case .none, .multipart: 0
      case .bytes(let bytes): ByteCount(bytes.count)
      case .file(let file): file.size
      }
    guard length <= Self.longestPayload else {
      throw Failure(
        .bodyLimit, what: "The message to \(request.origin.host) was not sent.",
        why: "Its payload is \(length) long, but Weir publishes at most \(Self.longestPayload).",
        whatToDo: "Publish a link to the data, or send it over HTTP.")
    }
    self.init(
      topic: publication?.topic ?? "", payload: try PlayedRequest(request).body,
      quality: publication?.quality ?? .exactlyOnce, retention: publication?.retention ?? .none)
  }
}
