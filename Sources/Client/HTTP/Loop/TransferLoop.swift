import CCurl
import ClientCore
import ClientModel

/// The loop of the transport's thread. It executes orders, runs libcurl's transfers, and reports
/// once per turn.
///
/// A turn: orders → perform → ended transfers → deadlines → notices → one batch of events → poll.
/// All state except the inbox is confined to the transport's thread, which has loaded libcurl.
final class TransferLoop {
  /// The time at the start of the turn. It is cheap to read and precise enough for deadlines.
  private(set) var now = ContinuousClock.now

  let inbox: TransportInbox
  private var batch: EventBatch
  private let userAgent: String
  let features: LibraryFeatures
  var multi = MultiHandle()
  private let callbacks = Transfer.callbacks()
  private(set) var transfers: [AttemptID: Transfer] = [:]
  var delayed = DelayedAttempts()
  private var deadConnections = DeadConnections()
  /// The handles without a transfer.
  private var idleHandles: [CurlHandle] = []
  private var noticed: [Transfer] = []
  private var knownAddress: KnownAddress?
  private var nextScan = ContinuousClock.now
  private var isStopping = false

  init(
    inbox: TransportInbox, events: AsyncStream<[TransportEvent]>.Continuation, userAgent: String
  ) {
    self.inbox = inbox
    self.userAgent = userAgent
    batch = EventBatch(to: events)
    features = LibraryFeatures()
  }

  /// Runs until the loop is stopped and all transfers have ended.
  func run() {
    inbox.ring(.multi(multi.pointer))
    repeat {
      now = .now
      for order in inbox.take() { perform(order) }
      if !transfers.isEmpty {
        ccurl_multi_perform(multi.pointer)
        collect()
        now = .now
        if now >= nextScan { scan() }
        if !noticed.isEmpty { sendNotices() }
      }
      beginWaitingForDescriptor()
      batch.send()
      if isStopping, transfers.isEmpty, !delayed.isSyncing { break }
      ccurl_multi_poll(multi.pointer, pollTime)
    } while true
    inbox.ring(nil)
    for handle in idleHandles { ccurl_easy_free(handle.easy) }
    idleHandles = []
    ccurl_multi_free(multi.pointer)
  }

  // MARK: Reports of transfers

  func report(_ event: TransportEvent) { batch.add(event) }
  func notice(_ transfer: Transfer) { noticed.append(transfer) }
  /// Records a GOAWAY frame in all transfers of its connection, so that each transfer knows whether
  /// the server will process it. libcurl reports the frame only to the transfer that read it.
  func noteGoAway(_ connection: Int64, after lastStream: UInt32) {
    for transfer in transfers.values {
      ccurl_note_goaway(transfer.easy, connection, lastStream)
    }
  }
  /// Schedules a check of the deadlines at this time or earlier.
  func watch(_ deadline: ContinuousClock.Instant) { nextScan = min(nextScan, deadline) }

  // MARK: Orders

  private func perform(_ order: TransportInbox.Message) {
    switch order {
    case .begin(let attempts): for attempt in attempts { begin(attempt) }
    case .cancel(let ids):
      for case let transfer? in ids.map({ transfers[$0] }) { end(transfer, .cancelled) }
      if !delayed.isEmpty { cancelDelayed(Set(ids)) }
    case .pool(let pool): use(pool)
    case .synced(let id, let error): finishSync(id, error)
    case .signed(let id, let result): finishSigning(id, result)
    case .shutDown:
      isStopping = true
      for transfer in transfers.values { end(transfer, .cancelled) }
      cancelDelayed(nil)
    }
  }

  private func cancelDelayed(_ ids: Set<AttemptID>?) {
    for attempt in delayed.cancel(ids) { refuse(attempt, end: .cancelled) }
  }

  func begin(_ attempt: OutgoingAttempt) {
    if isStopping { return refuse(attempt, end: .cancelled) }
    precondition(
      transfers[attempt.id] == nil && !delayed.isSyncing(attempt.id), "An attempt began twice.")
    if case .signature(let kind) = attempt.request.authorization?.scheme.mechanism {
      return sign(attempt, kind)
    }
    let idle = idleHandles.popLast()
    guard let handle = idle?.easy ?? ccurl_easy_make() else {
      return refuse(attempt, end: .failed(.outOfMemory))
    }
    do throws(Failure) {
      try HTTPRequestCheck(request: attempt.request).run(known: &knownAddress)
      let body = attempt.request.body.isNone ? nil : try OutgoingBody(attempt.request.body)
      // A job with dead connections gets an additional option, so the handle is reset before the
      // next request.
      let deaths = deadConnections.count(of: attempt.id.job)
      let served = deaths == nil ? idle?.purpose.flatMap { $0.serves(attempt) ? $0 : nil } : nil
      let jar = try jar(for: attempt, idle?.jar)
      let transfer = Transfer(
        attempt,
        CurlHandle(
          easy: handle, purpose: served ?? (deaths == nil ? HandlePurpose(attempt) : nil),
          jar: jar ?? idle?.jar), body: body, loop: self)
      let setup = HandleSetup(
        request: attempt.request, easy: handle, userAgent: userAgent, features: features,
        usesJar: jar != nil)
      let context = Unmanaged.passUnretained(transfer).toOpaque()
      if served != nil {
        ccurl_easy_again(handle, context)
        try setup.applyURL()
      } else {
        if idle?.purpose != nil { ccurl_easy_end(handle) }
        withUnsafePointer(to: callbacks) { ccurl_easy_begin(handle, $0, context) }
        if let jar { ccurl_set_jar(handle, jar.share) }
        try setup.apply(body)
        if let deaths { avoidDeadConnections(attempt, deaths, handle) }
      }
      transfer.applyConnectTimeout()
      transfers[attempt.id] = transfer
      watch(transfer.deadline)
      if ccurl_multi_add(multi.pointer, handle) != 0 {
        transfer.fail(.outOfMemory)
        end(transfer, .stopped)
      }
    } catch {
      idleHandles.append(CurlHandle(easy: handle, purpose: nil, jar: idle?.jar).reset())
      if DescriptorBudget.isExhausted { return delay(attempt) }
      refuse(attempt, end: .failed(error))
    }
  }

  /// Makes libcurl open a new connection for a job whose connections died, because other idle
  /// connections may be dead too. With TLS, this requires two consecutive dead connections.
  /// Otherwise all requests that shared a dead HTTP/2 connection would each open a new one.
  private func avoidDeadConnections(
    _ attempt: OutgoingAttempt, _ deaths: Int, _ handle: OpaquePointer
  ) {
    if attempt.request.origin.scheme == "http" || deaths > 1 {
      ccurl_set_number(handle, CCURL_NUMBER_FRESH_CONNECT, 1)
    }
  }

  func refuse(_ attempt: OutgoingAttempt, end: AttemptResult.End) {
    report(.finished(attempt.id, AttemptResult(end: end), FinishFacts(sent: .nothing)))
  }

  // MARK: Ends

  private func collect() {
    var code: Int32 = 0
    while let handle = ccurl_multi_next_done(multi.pointer, &code) {
      guard let context = ccurl_easy_context(handle) else { continue }
      end(Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue(), .library(code))
    }
  }

  private func scan() {
    var earliest = now + .seconds(3600)
    for transfer in transfers.values {
      if let failure = transfer.expired(at: now) {
        transfer.fail(failure)
        end(transfer, .stopped)
      } else {
        earliest = min(earliest, transfer.deadline)
      }
    }
    nextScan = earliest
  }

  private func end(_ transfer: Transfer, _ cause: Ending.Cause) {
    guard transfers.removeValue(forKey: transfer.id) != nil else { return }
    if case .library(0) = cause {
      transfer.finishBody()
      transfer.announceHead()
    }
    transfer.isEnded = true
    if lacksDescriptor(transfer, cause) {
      ccurl_multi_remove(multi.pointer, transfer.easy)
      idleHandles.append(transfer.handle.reset())
      return delay(transfer.attempt)
    }
    deadConnections.note(transfer)
    // Cookies are reported before the end, so that they are stored before a task that waits for the
    // end continues.
    reportCookies(of: transfer)
    // The handle still contains the facts after it is removed from the multi handle.
    ccurl_multi_remove(multi.pointer, transfer.easy)
    let ending = Ending(of: transfer, cause: cause, at: now)
    if case .library(0) = cause, transfer.failure == nil, transfer.head.notes.isEmpty,
      !transfer.isSurplus, transfer.handle.purpose != nil
    {
      idleHandles.append(transfer.handle)
    } else {
      idleHandles.append(transfer.handle.reset())
    }
    if let file = ending.fileToSync { return sync(file, ending) }
    report(.finished(ending.id, ending.result, ending.facts))
  }

  // MARK: Events

  private func sendNotices() {
    // Ended transfers need no progress report. Most transfers receive their body and end in one
    // turn.
    noticed.removeAll(where: \.isEnded)
    guard !noticed.isEmpty else { return }
    var later: [Transfer] = []
    for transfer in noticed where !transfer.isEnded {
      guard transfer.pace.due <= now else {
        watch(transfer.pace.due)
        later.append(transfer)
        continue
      }
      transfer.pace.isListed = false
      transfer.pace.reported(transfer.received.pacedLength, at: now, among: noticed.count)
      report(.progressed(transfer.id, transfer.progress))
      guard transfer.received.sink.length > 0 else { continue }
      do throws(Failure) {
        if transfer.received.isLive { try transfer.received.sink.spill() }
        try transfer.received.sink.flush()
        reportGrowth(of: transfer)
      } catch {
        transfer.fail(error)
        end(transfer, .stopped)
      }
    }
    noticed = later
  }

  /// Reports immediately that a body is readable from its file. One turn of libcurl can receive a
  /// dozen megabytes, so a report after the turn would delay the first display.
  func notifyAtOnce(_ transfer: Transfer) {
    transfer.pace.reported(transfer.received.pacedLength, at: .now, among: noticed.count)
    report(.progressed(transfer.id, transfer.progress))
    reportGrowth(of: transfer)
    batch.send()
  }

  private func reportGrowth(of transfer: Transfer) {
    let length = ByteCount(transfer.received.sink.length)
    report(.bodyGrew(transfer.id, length, transfer.received.sink.place))
  }

  private var pollTime: Int32 {
    guard !transfers.isEmpty || delayed.isAnyWaitingForDescriptor else { return 3_600_000 }
    let left = now.duration(to: nextScan).inMilliseconds
    return Int32(min(max(left + 1, 1), 60_000))
  }
}

/// The events of one turn of the loop, which are sent together.
struct EventBatch {
  private let events: AsyncStream<[TransportEvent]>.Continuation
  private var batch: [TransportEvent] = []

  init(to events: AsyncStream<[TransportEvent]>.Continuation) { self.events = events }

  mutating func add(_ event: TransportEvent) { batch.append(event) }

  mutating func send() {
    guard !batch.isEmpty else { return }
    events.yield(batch)
    let count = batch.count
    batch = []
    batch.reserveCapacity(count)
  }
}

/// The multi handle of libcurl with its connection limits.
struct MultiHandle {
  let pointer: OpaquePointer
  private let mostConnections: Int
  /// Whether the user has limited the connections, so that a request may wait for a connection.
  private(set) var isLimited = false

  init() {
    let most = DescriptorBudget(limit: Int(clamping: ccurl_raise_descriptors())).transfers
    guard let pointer = ccurl_multi_make(min(most, 1024), most) else {
      preconditionFailure("No memory for libcurl's transfers.")
    }
    self.pointer = pointer
    mostConnections = most
  }

  mutating func limit(to pool: ConnectionPool) {
    isLimited = pool.perHost != nil || pool.overall != nil
    ccurl_multi_limit(
      pointer, pool.idle ?? min(mostConnections, 1024), pool.perHost ?? 0,
      min(pool.overall ?? mostConnections, mostConnections))
  }
}

/// A counter of each job's consecutive attempts that died. An attempt died if it failed on a reused
/// connection or was refused with the HTTP/2 error REFUSED_STREAM.
struct DeadConnections {
  private static let mostJobs = 10_000

  private var deaths: [JobID: Int] = [:]

  /// Returns the number of a job's consecutive attempts that died, or nil if the last attempt did
  /// not die.
  func count(of job: JobID) -> Int? { deaths.isEmpty ? nil : deaths[job] }

  /// Records the end of a transfer.
  mutating func note(_ transfer: Transfer) {
    let job = transfer.id.job
    let died =
      transfer.repeats.wasRepeatRefused && transfer.connection.use == .reused
      && transfer.request.isRepeatable
    // A server that ends connections after a few streams may refuse a job every time, unless the
    // job uses the first stream of a new connection.
    if died || transfer.isUnprocessed {
      if deaths.count >= Self.mostJobs { deaths = [:] }
      deaths[job, default: 0] += 1
    } else if !deaths.isEmpty {
      deaths[job] = nil
    }
  }
}

/// The attempts that are not passed to libcurl yet, and the ends that are not reported yet.
struct DelayedAttempts {
  /// The ends that wait for their body to be synced.
  private var syncing: [AttemptID: Ending] = [:]
  /// The attempts that wait for a signature.
  private var signing: [AttemptID: OutgoingAttempt] = [:]
  /// The attempts that wait for a file descriptor.
  private var waitingForDescriptor: [OutgoingAttempt] = []

  var isEmpty: Bool { waitingForDescriptor.isEmpty && signing.isEmpty }
  var isAnyWaitingForDescriptor: Bool { !waitingForDescriptor.isEmpty }
  var isSyncing: Bool { !syncing.isEmpty }
  func isSyncing(_ id: AttemptID) -> Bool { syncing[id] != nil }

  mutating func sync(_ ending: Ending) { syncing[ending.id] = ending }
  mutating func takeSynced(_ id: AttemptID) -> Ending? { syncing.removeValue(forKey: id) }

  mutating func sign(_ attempt: OutgoingAttempt) { signing[attempt.id] = attempt }
  mutating func takeSigned(_ id: AttemptID) -> OutgoingAttempt? {
    signing.removeValue(forKey: id)
  }

  mutating func add(_ attempt: OutgoingAttempt) { waitingForDescriptor.append(attempt) }
  mutating func takeWaitingForDescriptor() -> [OutgoingAttempt] {
    defer { waitingForDescriptor = [] }
    return waitingForDescriptor
  }

  /// Removes attempts that wait for a signature or descriptor, and returns them. Nothing was sent
  /// for them.
  ///
  /// - Parameter ids: The attempts to cancel, or nil for all.
  mutating func cancel(_ ids: Set<AttemptID>?) -> [OutgoingAttempt] {
    let stopped =
      waitingForDescriptor.filter { ids?.contains($0.id) ?? true }
      + signing.values.filter { ids?.contains($0.id) ?? true }
    waitingForDescriptor.removeAll { ids?.contains($0.id) ?? true }
    for attempt in stopped { signing[attempt.id] = nil }
    return stopped
  }
}
