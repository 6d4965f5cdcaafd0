import CCurl
import ClientCore
import ClientModel

/// The transport's thread: takes orders, drives libcurl, and reports once per turn.
///
/// A turn: orders → perform → what ended → deadlines → notices → one batch of events → poll.
/// Confined to its thread, which has prepared the library; only the inbox is shared.
final class TransferLoop {
  /// The time at the start of this turn's work; good enough for deadlines, and cheap.
  private(set) var now = ContinuousClock.now

  let inbox: TransportInbox
  private let events: AsyncStream<[TransportEvent]>.Continuation
  private let userAgent: String
  let features: LibraryFeatures
  let multi: OpaquePointer
  let mostConnections: Int
  /// Whether requests may have to wait for a connection, by the user's word.
  var isPoolLimited = false
  private let callbacks = Transfer.callbacks()
  private(set) var transfers: [AttemptID: Transfer] = [:]
  /// Ends that wait for the disk.
  var syncing: [AttemptID: Ending] = [:]
  /// Jobs whose last attempt died on a reused connection, and how often in a row.
  private var unlucky: [JobID: Int] = [:]
  private var idleHandles: [IdleHandle] = []
  /// Attempts that wait for their signature.
  var signing: [AttemptID: OutgoingAttempt] = [:]
  /// Attempts that wait for a descriptor.
  var putOff: [OutgoingAttempt] = []
  private var noticed: [Transfer] = []
  private var batch: [TransportEvent] = []
  private var knownAddress: KnownAddress?
  private var nextScan = ContinuousClock.now
  private var isStopping = false

  init(
    inbox: TransportInbox, events: AsyncStream<[TransportEvent]>.Continuation, userAgent: String
  ) {
    let most = DescriptorBudget(limit: Int(clamping: ccurl_raise_descriptors())).transfers
    guard let multi = ccurl_multi_make(min(most, 1024), most) else {
      preconditionFailure("No memory for libcurl's transfers.")
    }
    self.inbox = inbox
    self.events = events
    self.userAgent = userAgent
    self.multi = multi
    mostConnections = most
    features = LibraryFeatures()
  }

  /// Runs until it is stopped and everything has ended.
  func run() {
    inbox.ring(.multi(multi))
    repeat {
      now = .now
      for order in inbox.take() { obey(order) }
      if !transfers.isEmpty {
        ccurl_multi_perform(multi)
        collect()
        now = .now
        if now >= nextScan { scan() }
        if !noticed.isEmpty { sendNotices() }
      }
      beginPutOff()
      deliver()
      if isStopping, transfers.isEmpty, syncing.isEmpty { break }
      ccurl_multi_poll(multi, pollTime)
    } while true
    inbox.ring(nil)
    for handle in idleHandles { ccurl_easy_free(handle.easy) }
    idleHandles = []
    ccurl_multi_free(multi)
  }

  // MARK: What transfers report

  func report(_ event: TransportEvent) { batch.append(event) }
  func notice(_ transfer: Transfer) { noticed.append(transfer) }
  /// Makes sure that deadlines are looked at by then.
  func watch(_ deadline: ContinuousClock.Instant) { nextScan = min(nextScan, deadline) }

  // MARK: Orders

  private func obey(_ order: TransportInbox.Order) {
    switch order {
    case .begin(let attempts): for attempt in attempts { begin(attempt) }
    case .cancel(let ids):
      for case let transfer? in ids.map({ transfers[$0] }) { end(transfer, .cancelled) }
      if !putOff.isEmpty { cancelPutOff(Set(ids)) }
      if !signing.isEmpty { cancelSigning(Set(ids)) }
    case .pool(let pool): use(pool)
    case .synced(let id, let error): finishSync(id, error)
    case .signed(let id, let result): finishSigning(id, result)
    case .shutDown:
      isStopping = true
      for transfer in transfers.values { end(transfer, .cancelled) }
      cancelPutOff(nil)
      cancelSigning(nil)
    }
  }

  func begin(_ attempt: OutgoingAttempt) {
    if isStopping { return refuse(attempt, end: .cancelled) }
    precondition(
      transfers[attempt.id] == nil && syncing[attempt.id] == nil, "An attempt began twice.")
    if case .signature(let kind) = attempt.request.authorization?.scheme.mechanism {
      return sign(attempt, kind)
    }
    let idle = idleHandles.popLast()
    guard let handle = idle?.easy ?? ccurl_easy_make() else {
      return refuse(
        attempt,
        end: .failed(
          .unsupported("memory for another request", version: features.version)))
    }
    do throws(Failure) {
      try RequestCheck(request: attempt.request).run(known: &knownAddress)
      let body = attempt.request.body.isNone ? nil : try OutgoingBody(attempt.request.body)
      // For a job whose connections died the handle has more options than its request.
      let isLucky = unlucky.isEmpty || unlucky[attempt.id.job] == nil
      let served = isLucky ? idle?.purpose.flatMap { $0.serves(attempt) ? $0 : nil } : nil
      let jar = try jar(for: attempt, idle?.jar)
      let transfer = Transfer(
        attempt, easy: handle, body: body,
        purpose: served ?? (isLucky ? HandlePurpose(attempt) : nil), jar: jar ?? idle?.jar,
        loop: self)
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
        avoidDeadConnections(attempt, handle)
      }
      transfers[attempt.id] = transfer
      watch(transfer.deadline)
      if ccurl_multi_add(multi, handle) != 0 {
        transfer.fail(.unsupported("memory for another request", version: features.version))
        end(transfer, .stopped)
      }
    } catch {
      ccurl_easy_end(handle)
      idleHandles.append(IdleHandle(easy: handle, purpose: nil, jar: idle?.jar))
      if DescriptorBudget.isExhausted { return putOff(attempt) }
      refuse(attempt, end: .failed(error))
    }
  }

  /// Other idle connections may be dead too. Over TLS they may all be one that HTTP/2 shares,
  /// which must not become a connection for each of its requests at once.
  private func avoidDeadConnections(_ attempt: OutgoingAttempt, _ handle: OpaquePointer) {
    guard !unlucky.isEmpty, let deaths = unlucky[attempt.id.job] else { return }
    if attempt.request.origin.scheme == "http" || deaths > 1 {
      ccurl_set_number(handle, CCURL_NUMBER_FRESH_CONNECT, 1)
    }
  }

  private func noteLuck(of transfer: Transfer) {
    let job = transfer.id.job
    if transfer.wasRepeatRefused, transfer.use == .reused, transfer.request.isRepeatable {
      if unlucky.count >= 10_000 { unlucky = [:] }
      unlucky[job, default: 0] += 1
    } else if !unlucky.isEmpty {
      unlucky[job] = nil
    }
  }

  func refuse(_ attempt: OutgoingAttempt, end: AttemptResult.End) {
    report(.finished(attempt.id, AttemptResult(end: end), FinishFacts(sent: .nothing)))
  }

  // MARK: Ends

  private func collect() {
    var code: Int32 = 0
    while let handle = ccurl_multi_next_done(multi, &code) {
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
      ccurl_multi_remove(multi, transfer.easy)
      ccurl_easy_end(transfer.easy)
      idleHandles.append(IdleHandle(easy: transfer.easy, purpose: nil, jar: transfer.jar))
      return putOff(transfer.attempt)
    }
    noteLuck(of: transfer)
    // Before its end, so that whoever waits for that has the cookies already.
    reportCookies(of: transfer)
    // The facts stay in the handle while the transfer leaves the set.
    ccurl_multi_remove(multi, transfer.easy)
    let ending = Ending(of: transfer, cause: cause, at: now)
    var purpose: HandlePurpose?
    if case .library(0) = cause, transfer.failure == nil, transfer.head.notes.isEmpty,
      !transfer.isSurplus
    {
      purpose = transfer.purpose
    }
    if purpose == nil { ccurl_easy_end(transfer.easy) }
    idleHandles.append(IdleHandle(easy: transfer.easy, purpose: purpose, jar: transfer.jar))
    if let file = ending.fileToSync { return sync(file, ending) }
    report(.finished(ending.id, ending.result, ending.facts))
  }

  // MARK: Events

  private func sendNotices() {
    // Most bodies come in one piece, and end with it.
    noticed.removeAll(where: \.isEnded)
    guard !noticed.isEmpty else { return }
    var later: [Transfer] = []
    for transfer in noticed where !transfer.isEnded {
      guard transfer.pace.due <= now else {
        watch(transfer.pace.due)
        later.append(transfer)
        continue
      }
      transfer.hasNotice = false
      transfer.pace.reported(transfer.sink.length, at: now, among: noticed.count)
      report(.progressed(transfer.id, transfer.progress))
      guard transfer.sink.length > 0 else { continue }
      do throws(Failure) {
        if transfer.isLive { try transfer.sink.spill() }
        try transfer.sink.flush()
        report(.bodyGrew(transfer.id, ByteCount(transfer.sink.length), transfer.sink.place))
      } catch {
        transfer.fail(error)
        end(transfer, .stopped)
      }
    }
    noticed = later
  }

  /// Reports that a body is readable from its file, amid libcurl's turn: of a response that comes fast
  /// one turn takes a dozen megabytes, and whoever is to see its first screen would wait for that.
  func notifyAtOnce(_ transfer: Transfer) {
    transfer.pace.reported(transfer.sink.length, at: .now, among: noticed.count)
    report(.progressed(transfer.id, transfer.progress))
    report(.bodyGrew(transfer.id, ByteCount(transfer.sink.length), transfer.sink.place))
    events.yield(batch)
    batch = []
  }

  private func deliver() {
    guard !batch.isEmpty else { return }
    events.yield(batch)
    let count = batch.count
    batch = []
    batch.reserveCapacity(count)
  }

  private var pollTime: Int32 {
    guard !transfers.isEmpty || !putOff.isEmpty else { return 3_600_000 }
    let left = now.duration(to: nextScan).inMilliseconds
    return Int32(min(max(left + 1, 1), 60_000))
  }
}
