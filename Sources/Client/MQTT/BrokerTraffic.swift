import ClientCore
import ClientHTTP
import ClientModel

/// The traffic of one broker connection: unacknowledged messages and subscriptions.
///
/// This type returns actions, which its owner carries out.
struct BrokerTraffic {
  enum Input: Sendable {
    case publish(OutgoingAttempt, BrokerMessage)
    case subscribe(OutgoingAttempt, TopicSubscription)
    case cancel(AttemptID)
    case events([PubSubEvent])
    /// The report of received data is due.
    case report
    /// The idle time of an unused connection has passed. This has no effect if an attempt has
    /// started in the meantime.
    case expire(ifStill: Int)
    case shutDown
  }

  enum Action {
    case publish(BrokerMessage, PublicationID, timeout: Duration)
    case subscribe(TopicFilter, QualityOfService)
    case unsubscribe(TopicFilter)
    case report(TransportEvent)
    case finish(AttemptID, AttemptResult, FinishFacts.Sent)
    case later(Duration, Input)
    /// Closes the unused connection.
    case drop
  }

  private struct Publishing {
    let attempt: AttemptID
    let message: BrokerMessage
    let began = ContinuousClock.now
  }

  /// The time for which an unused connection stays open.
  private static let idleTime = Duration.seconds(3)
  /// The time between two reports of received data.
  private static let pace = Duration.milliseconds(100)

  private let host: String
  private var publishing: [PublicationID: Publishing] = [:]
  private var streams: [AttemptID: MessageStream] = [:]
  private var version = BrokerOptions.Version.v311
  private var last: UInt64 = 0
  private var orders = 0
  private var isReporting = false
  private var isLost = false

  init(_ origin: Origin) { host = origin.host }

  /// Handles an input. Returns the actions to carry out.
  ///
  /// - Parameter now: The time of receipt that is written to message lines.
  mutating func take(_ input: Input, at now: Timestamp) -> [Action] {
    switch input {
    case .publish(let attempt, let message): return publish(attempt, message)
    case .subscribe(let attempt, let subscription): return subscribe(attempt, subscription)
    case .cancel(let attempt): return cancel(attempt)
    case .events(let events): return events.flatMap { take($0, at: now) }
    case .report: return report()
    case .expire(let order): return order == orders && isUnused ? [.drop] : []
    case .shutDown:
      let attempts = publishing.values.map(\.attempt) + streams.keys
      return attempts.flatMap { cancel($0) } + [.drop]
    }
  }

  private var isUnused: Bool { publishing.isEmpty && streams.isEmpty }

  private mutating func publish(_ attempt: OutgoingAttempt, _ message: BrokerMessage) -> [Action] {
    orders += 1
    last += 1
    let id = PublicationID(last)
    publishing[id] = Publishing(attempt: attempt.id, message: message)
    let deadlines = attempt.request.options.deadlines
    return [.publish(message, id, timeout: deadlines.total ?? deadlines.firstByte)]
  }

  private mutating func subscribe(
    _ attempt: OutgoingAttempt, _ subscription: TopicSubscription
  ) -> [Action] {
    orders += 1
    do throws(Failure) {
      let stream = try MessageStream(attempt, subscription)
      streams[attempt.id] = stream
      return [.subscribe(stream.filter, stream.quality)]
    } catch {
      return [.finish(attempt.id, AttemptResult(end: .failed(error)), .nothing)] + expiry
    }
  }

  /// Cancels an attempt. A published message cannot be recalled, so its delivery remains unknown.
  private mutating func cancel(_ attempt: AttemptID) -> [Action] {
    if let id = publishing.first(where: { $0.value.attempt == attempt })?.key {
      publishing[id] = nil
      return [.finish(attempt, AttemptResult(end: .cancelled), .something)] + expiry
    }
    return end(attempt, .cancelled)
  }

  // MARK: Events

  private mutating func take(_ event: PubSubEvent, at now: Timestamp) -> [Action] {
    switch event {
    case .connected(let version):
      self.version = version
      defer { isLost = false }
      return isLost ? write(MessageLine.bytes(ofReturnAt: now)) { _ in true } : []
    case .disconnected(let failure, let retry):
      guard let failure else { return [] }
      if retry == nil { return streams.keys.flatMap { end($0, .failed(failure)) } }
      defer { isLost = true }
      return isLost ? [] : write(MessageLine.bytes(ofLoss: failure, at: now)) { _ in true }
    case .subscribed(let filter, let result): return subscribed(filter, result)
    case .unsubscribed: return []
    case .published(let id, let acknowledgement):
      guard let done = publishing.removeValue(forKey: id) else { return [] }
      let head = ResponseHead(acknowledgement, of: done.message)
      var result = AttemptResult(end: .responded, head: head)
      result.timings.firstByte = ContinuousClock.now - done.began
      result.timings.total = result.timings.firstByte
      result.transfer.requestBody = ByteCount(done.message.payload.count)
      result.connection.address = host
      return [
        .report(.headArrived(done.attempt, head)), .finish(done.attempt, result, .something),
      ] + expiry
    case .notPublished(let id, let failure, let facts):
      guard let done = publishing.removeValue(forKey: id) else { return [] }
      return [.finish(done.attempt, AttemptResult(end: .failed(failure)), facts.sent)] + expiry
    case .message(let message):
      return write(MessageLine.bytes(of: message, at: now)) { $0.filter.fits(message.topic) }
    }
  }

  private mutating func subscribed(
    _ filter: TopicFilter, _ result: Result<QualityOfService, Failure>
  ) -> [Action] {
    var actions: [Action] = []
    for id in streams.keys where streams[id]?.filter == filter {
      do throws(Failure) {
        _ = try result.get()
        if let event = try streams[id]?.begin(version) { actions.append(.report(event)) }
      } catch {
        actions += end(id, .failed(error))
      }
    }
    return actions
  }

  /// Appends a line to all matching streams.
  private mutating func write(
    _ line: [UInt8], where belongs: (MessageStream) -> Bool
  ) -> [Action] {
    var actions: [Action] = []
    for (id, stream) in streams where belongs(stream) {
      do throws(Failure) { try streams[id]?.take(line) } catch {
        actions += end(id, .failed(error))
      }
    }
    guard !isReporting, !streams.isEmpty else { return actions }
    isReporting = true
    return actions + [.later(Self.pace, .report)]
  }

  private mutating func report() -> [Action] {
    isReporting = false
    var actions: [Action] = []
    for id in streams.keys {
      do throws(Failure) {
        if let event = try streams[id]?.report() { actions.append(.report(event)) }
      } catch {
        actions += end(id, .failed(error))
      }
    }
    return actions
  }

  /// Ends a subscription. Its response consists of the received messages.
  private mutating func end(_ attempt: AttemptID, _ end: AttemptResult.End) -> [Action] {
    guard let stream = streams.removeValue(forKey: attempt) else { return [] }
    let isShared = streams.values.contains { $0.filter == stream.filter }
    return (isShared ? [] : [.unsubscribe(stream.filter)])
      + [.finish(attempt, stream.ended(end), .something)] + expiry
  }

  private var expiry: [Action] {
    isUnused ? [.later(Self.idleTime, .expire(ifStill: orders))] : []
  }
}

extension ResponseHead {
  /// Creates a response head from an acknowledgement, for the queue, the history and assertions.
  fileprivate init(_ acknowledgement: Acknowledgement, of message: BrokerMessage) {
    let reason =
      switch message.quality {
      case .atMostOnce: "sent"
      case .atLeastOnce: "PUBACK"
      case .exactlyOnce: "PUBCOMP"
      }
    self.init(
      version: acknowledgement.version == .v5 ? .mqtt5 : .mqtt311,
      status: Self.status(of: acknowledgement.reason), reason: acknowledgement.text ?? reason)
  }

  /// Returns the HTTP status for an MQTT 5 reason code. Source: MQTT 5, table 3.4.
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
