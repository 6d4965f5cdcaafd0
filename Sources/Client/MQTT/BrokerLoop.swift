import ClientCore
import ClientModel
import Glibc

/// The loop of a broker connection's thread. It waits for the socket and for orders, and reports
/// events.
///
///     idle ── connect ──▶ connecting ── CONNACK ──▶ connected
///     connecting or connected ── lost, to be retried ──▶ pausing ──▶ connecting
///     connecting or connected ── lost, otherwise ──▶ idle
final class BrokerLoop {
  enum Stage: Equatable {
    case idle
    case connecting
    case connected
    /// The loop will connect again at this time.
    case pausing(until: ContinuousClock.Instant)
  }

  private let address: BrokerAddress
  private let inbox: BrokerInbox
  private let events: AsyncStream<[PubSubEvent]>.Continuation
  private var link: BrokerLink?
  private var stage = Stage.idle
  private var policy = ReconnectPolicy()
  private var random = SystemRandomNumberGenerator()
  private var pending = PendingMessages()
  private var subscriptions: [TopicFilter: QualityOfService] = [:]
  /// The subscriptions in the broker's stored session.
  private var granted: Set<TopicFilter> = []
  /// The filters of unacknowledged subscribe and unsubscribe requests, by the library's number for
  /// the request.
  private var asked: [Int32: TopicFilter] = [:]
  private var deadline = ContinuousClock.now
  private var nextTending = ContinuousClock.now
  private var refusal: Failure?
  private var isLeaving = false
  private var batch: [PubSubEvent] = []

  init(
    _ address: BrokerAddress, inbox: BrokerInbox, events: AsyncStream<[PubSubEvent]>.Continuation
  ) {
    self.address = address
    self.inbox = inbox
    self.events = events
  }

  /// Runs until `disconnect` was called and no message is pending.
  func run() {
    while true {
      for order in inbox.take() { perform(order) }
      send()
      if isLeaving, pending.isEmpty || stage == .idle { break }
      publish()
      wait()
      handleDue()
    }
    leave()
    publish()
  }

  // MARK: Orders

  private func perform(_ order: BrokerInbox.Message) {
    switch order {
    case .connect:
      if stage == .idle { connect() }
    case .subscribe(let filters, let quality):
      for filter in filters {
        subscriptions[filter] = quality
        if stage == .connected { subscribe(filter, quality) }
      }
    case .unsubscribe(let filters):
      for filter in filters where subscriptions.removeValue(forKey: filter) != nil {
        guard stage == .connected, let link else { continue }
        tried { () throws(BrokerLink.Fault) in asked[try link.unsubscribe(filter)] = filter }
      }
    case .publish(let message, let id, let due):
      pending.add(message, id, due: due)
      // A new message starts a connection, even after the loop stopped reconnecting.
      if stage == .idle { connect() }
    case .disconnect: isLeaving = true
    }
  }

  private func connect() {
    stage = .connecting
    refusal = nil
    deadline = .now + address.connectTimeout
    do throws(BrokerLink.Fault) {
      if link == nil { link = try BrokerLink(address) }
      try link?.connect(to: address)
    } catch {
      lost(Failure(error, address.origin, .connecting))
    }
  }

  private func subscribe(_ filter: TopicFilter, _ quality: QualityOfService) {
    guard let link else { return }
    tried { () throws(BrokerLink.Fault) in
      asked[try link.subscribe(filter, quality: quality)] = filter
    }
  }

  /// Passes waiting messages to the library.
  private func send() {
    guard stage == .connected, let link else { return }
    var unsent = pending.takeUnsent()[...]
    while let entry = unsent.popFirst() {
      do throws(BrokerLink.Fault) {
        let handover = try link.publish(entry.message)
        switch handover.end {
        case .written: pending.handedOver(entry.id, as: handover.number)
        case .cutOff(let fault):
          pending.handedOver(entry.id, as: handover.number)
          return lost(fault, before: unsent)
        case .unwritten(let fault):
          // In a stored session, the library delivers the message after the next connect.
          // Publishing it again would deliver it twice.
          let isKept =
            address.options.session == .stored && entry.message.quality != .atMostOnce
          guard isKept else { return lost(fault, before: [entry] + unsent) }
          pending.handedOver(entry.id, as: handover.number)
          return lost(fault, before: unsent)
        }
      } catch {
        pending.remove(entry.id)
        let failure = Failure(error, address.origin, stage)
        report(.notPublished(entry.id, failure, FinishFacts(sent: .nothing)))
      }
    }
    take()
  }

  /// Handles a connection that broke before these messages were passed to the library.
  private func lost(_ fault: BrokerLink.Fault, before unsent: ArraySlice<PendingMessages.Entry>) {
    pending.restore(unsent)
    // The library reported these events before the failure, so they come first.
    take()
    lost(refusal ?? Failure(fault, address.origin, stage))
  }

  // MARK: Waiting

  private func wait() {
    var polled = [pollfd(fd: inbox.bell, events: Int16(POLLIN), revents: 0)]
    let socket = link?.socket ?? -1
    if socket >= 0 {
      let writing = link?.wantsToWrite == true ? POLLOUT : 0
      polled.append(pollfd(fd: socket, events: Int16(POLLIN | writing), revents: 0))
    }
    let ready = poll(&polled, nfds_t(polled.count), timeToDeadline())
    guard ready > 0, polled.count > 1, let link else { return }
    let found = Int32(polled[1].revents)
    guard found != 0 else { return }
    tried { () throws(BrokerLink.Fault) in
      // This read throws the error of the socket.
      if found & ~POLLOUT != 0 { try link.read() }
      if found & POLLOUT != 0, link.socket >= 0 { try link.write() }
    }
  }

  /// Returns the milliseconds until the next deadline, or -1 if there is no deadline.
  private func timeToDeadline() -> Int32 {
    var times: [ContinuousClock.Instant] = []
    switch stage {
    case .idle: break
    case .connecting: times.append(deadline)
    case .connected: times.append(nextTending)
    case .pausing(let time): times.append(time)
    }
    if let due = pending.nextDue { times.append(due) }
    if inbox.bell < 0 { times.append(.now + .milliseconds(100)) }
    guard let next = times.min() else { return -1 }
    let left = ContinuousClock.now.duration(to: next)
    return left <= .zero ? 0 : Int32(clamping: left.inMilliseconds + 1)
  }

  /// Handles the library's reports and passed deadlines.
  private func handleDue() {
    take()
    let now = ContinuousClock.now
    switch stage {
    case .connecting where refusal != nil || deadline <= now:
      // Some brokers keep a refused connection open.
      lost(refusal ?? .brokerTimeout(address.origin, after: address.connectTimeout))
    case .connected where nextTending <= now:
      nextTending = now + max(.seconds(1), address.options.keepAlive / 4)
      if let link { tried { () throws(BrokerLink.Fault) in try link.keepAlive() } }
    case .pausing(let time) where time <= now: connect()
    default: break
    }
    for entry in pending.takeLate(at: now) {
      report(.notPublished(entry.id, .notAcknowledged(address.origin), entry.facts))
    }
  }

  private func tried(_ call: () throws(BrokerLink.Fault) -> Void) {
    do throws(BrokerLink.Fault) { try call() } catch {
      // The library reported these events before the failure, so they come first.
      take()
      lost(refusal ?? Failure(error, address.origin, stage))
    }
  }

  // MARK: Reports

  private func take() {
    for report in link?.takeReports() ?? [] { take(report) }
  }

  private func take(_ found: BrokerLink.Report) {
    switch found {
    case .connected(0, let hasSession): connected(hasSession)
    case .connected(let code, _): refusal = .connectionRefused(address.origin, code: code)
    case .dismissed(let reason): refusal = .dismissed(address.origin, reason: reason)
    case .published(let number, let reason, let words):
      guard let id = pending.acknowledged(number) else { return }
      let acknowledgement = Acknowledgement(
        reason: UInt8(clamping: reason), text: words ?? Self.message(of: reason),
        version: address.options.version)
      report(.published(id, acknowledgement))
    case .subscribed(let number, let code):
      guard let filter = asked.removeValue(forKey: number) else { return }
      guard let quality = QualityOfService(rawValue: UInt8(clamping: code)) else {
        subscriptions[filter] = nil
        let failure = Failure.subscriptionRefused(filter, address.origin, code: code)
        return report(.subscribed(filter, .failure(failure)))
      }
      granted.insert(filter)
      report(.subscribed(filter, .success(quality)))
    case .unsubscribed(let number):
      guard let filter = asked.removeValue(forKey: number) else { return }
      granted.remove(filter)
      report(.unsubscribed(filter))
    case .message(let message): report(.message(message))
    }
  }

  private static func message(of reason: Int32) -> String? {
    reason == 0 ? nil : BrokerLibrary.message(of: UInt8(clamping: reason))
  }

  private func connected(_ hasSession: Bool) {
    stage = .connected
    policy.connected()
    nextTending = .now
    report(.connected(address.options.version))
    if !hasSession { granted = [] }
    for (filter, quality) in subscriptions where !granted.contains(filter) {
      subscribe(filter, quality)
    }
  }

  private func lost(_ failure: Failure) {
    guard stage != .idle else { return }
    let wasConnected = stage == .connected
    let failure = wasConnected ? failure.namingClient(address.options.clientID) : failure
    stage = .idle
    asked = [:]
    for entry in pending.takeLost(address.options.session) {
      let why = wasConnected && entry.number != nil ? .cutOff(address.origin, failure) : failure
      report(.notPublished(entry.id, why, entry.facts))
    }
    // In a clean session, the old link would deliver messages that were reported as lost.
    if address.options.session == .clean { link = nil }
    let isNeeded = !subscriptions.isEmpty || !pending.isEmpty
    let pause = isNeeded && !isLeaving ? policy.pause(after: failure, random: &random) : nil
    if let pause { stage = .pausing(until: .now + pause) } else { endPending(failure) }
    report(.disconnected(failure, retry: pause))
  }

  private func endPending(_ failure: Failure) {
    for entry in pending.takeLost(.clean) {
      // A message that was not passed to the library needs no acknowledgement.
      let why = entry.number == nil ? failure : .cutOff(address.origin, failure)
      report(.notPublished(entry.id, why, entry.facts))
    }
  }

  /// Disconnects normally, so that the broker does not publish the will.
  private func leave() {
    guard stage == .connected, let link else { return }
    do throws(BrokerLink.Fault) {
      try link.disconnect()
      while link.socket >= 0, link.wantsToWrite { try link.write() }
    } catch {
      // The connection has already ended, which is intended.
    }
    self.link = nil
    report(.disconnected(nil, retry: nil))
  }

  private func report(_ event: PubSubEvent) { batch.append(event) }

  private func publish() {
    guard !batch.isEmpty else { return }
    events.yield(batch)
    batch = []
  }
}

/// The rule for reconnecting after a lost connection.
struct ReconnectPolicy {
  private var losses = 0
  private var hasBeenConnected = false

  mutating func connected() {
    losses = 0
    hasBeenConnected = true
  }

  /// Returns the pause before the next attempt, or nil if there is no further attempt.
  ///
  /// A failed first connection is not retried, so that the user sees the failure. Equal jitter
  /// spreads the attempts of many clients, but the pauses still grow.
  mutating func pause(
    after failure: Failure, random: inout some RandomNumberGenerator
  ) -> Duration? {
    guard hasBeenConnected, Self.isTransient(failure.kind) else { return nil }
    losses += 1
    let ceiling = min(30_000, 250 << min(losses, 10))
    return .milliseconds(Int.random(in: ceiling / 2...ceiling, using: &random))
  }

  private static func isTransient(_ kind: Failure.Kind) -> Bool {
    switch kind {
    case .connectTimeout, .connectionLost, .refused, .unreachable, .nameNotFound, .nameLookup: true
    default: false
    }
  }
}
