import CCurl
import ClientCore
import ClientModel

/// A running attempt, whose state libcurl's callbacks read and change.
///
/// Life: connecting → asking (the request is sent) → answering → ended. Confined to the transport's
/// thread.
final class Transfer {
  let attempt: OutgoingAttempt
  let handle: CurlHandle
  /// The loop outlives its transfers.
  unowned let loop: TransferLoop
  let body: OutgoingBody?

  private(set) var timing: TransferTiming
  private(set) var repeats = RepeatGuard()
  private(set) var connection = ConnectionFacts()
  private(set) var head: HeadReader
  private(set) var verdict = HeadVerdict()
  var received: ReceivedBody
  /// The reason why Weir stopped the transfer. libcurl itself reports only that a callback stopped
  /// the transfer.
  private(set) var failure: Failure?
  var isEnded = false
  /// Whether the connection must be closed after the transfer, because the connection limit was
  /// lowered.
  var isSurplus = false
  var pace: ProgressPace

  var request: WireRequest { attempt.request }
  var id: AttemptID { attempt.id }
  var easy: OpaquePointer { handle.easy }

  init(_ attempt: OutgoingAttempt, _ handle: CurlHandle, body: OutgoingBody?, loop: TransferLoop) {
    self.attempt = attempt
    self.handle = handle
    self.body = body
    self.loop = loop
    timing = TransferTiming(
      startedAt: loop.now, connectBegan: loop.multi.isLimited ? nil : loop.now)
    pace = ProgressPace(at: loop.now)
    head = HeadReader(limits: attempt.request.options.limits)
    received = ReceivedBody(attempt.body)
  }

  /// Whether the server reported over HTTP/2 that it did not process the request.
  var isUnprocessed: Bool { ccurl_was_refused(easy) != 0 && !repeats.hasResponse }

  func fail(_ failure: Failure) { if self.failure == nil { self.failure = failure } }

  // MARK: Callbacks of libcurl

  /// Records that libcurl began to connect. Before this call, libcurl may have waited for a free
  /// connection.
  func beginConnecting() {
    guard timing.beginConnecting(at: loop.now) else { return }
    applyConnectTimeout()
    loop.watch(deadline)
  }

  func applyConnectTimeout() {
    HandleSetup.setConnectTimeout(
      timing.connectTimeout(under: request.options.deadlines), of: easy)
  }

  /// Returns whether libcurl may open a new connection. The result is false if it would repeat a
  /// request.
  func mayConnect() -> Bool { repeats.mayContinue() }

  /// Returns whether the request may be written to the open connection, and records the start of
  /// writing.
  func mayWrite() -> Bool {
    guard repeats.mayContinue() else { return false }
    repeats.noteRequest()
    // After a challenge, the previous head and body belong to an earlier request.
    if repeats.hasResponse {
      head.begin()
      received.sink.empty()
    }
    connection.use = ccurl_is_reused(easy) != 0 ? .reused : .fresh
    if request.origin.scheme == "https", connection.security == nil {
      var cipher: UnsafePointer<CChar>?
      if let version = ccurl_tls_version(easy, &cipher) {
        connection.security = String(cString: version)
        if let cipher { connection.security?.append(" \(String(cString: cipher))") }
      }
    }
    enter(.asking)
    return true
  }

  /// Handles a line of a head or trailer. Returns false to stop the transfer.
  func take(header line: UnsafeBufferPointer<UInt8>) -> Bool {
    repeats.noteResponse()
    let step: HeadReader.Step
    do throws(HeadFault) {
      step = try head.take(line)
    } catch {
      fail(.head(request.origin, error, request.options.limits))
      return false
    }
    timing.noteHead(step)
    enter(step == .interimEnded ? .asking : .answering)
    return step == .headEnded ? finishHead() : true
  }

  /// Decodes and stores a chunk of the body. Returns false to stop the transfer.
  func take(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    timing.noteActivity(at: loop.now)
    received.count(bytes.count)
    announceHead()
    do throws(Failure) {
      if let decoding = received.decoding {
        try decoding.take(bytes) { decoded throws(Failure) in try store(decoded) }
      } else {
        try store(bytes)
      }
    } catch {
      fail(error)
      return false
    }
    touch()
    return true
  }

  /// Checks the received body. The transfer fails if the response was refused or the coded stream
  /// is incomplete.
  func finishBody() {
    if let refusal = verdict.refusal { return fail(refusal) }
    guard let decoding = received.decoding, !decoding.isComplete else { return }
    fail(.bodyIncomplete(request.origin))
  }

  /// Copies bytes of the request's body into a buffer. Returns their number, or -1 to stop the
  /// transfer.
  func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
    guard let body else { return 0 }
    timing.noteActivity(at: loop.now)
    do throws(Failure) {
      let count = try body.read(into: room)
      if count > 0 { touch() }
      return count
    } catch {
      fail(error)
      return -1
    }
  }

  /// Moves back in the request's body, so that libcurl sends it again after a challenge. Returns
  /// false for any other repetition.
  func rewind(to place: Int64) -> Bool {
    guard repeats.mayContinue(), let body else { return false }
    return body.seek(to: place)
  }

  // MARK: Notices

  private func enter(_ next: TransferTiming.Phase) {
    if timing.enter(next, at: loop.now) { loop.watch(deadline) }
  }

  private func touch() {
    guard !pace.isListed else { return }
    pace.isListed = true
    loop.notice(self)
  }

  // MARK: The head

  private func finishHead() -> Bool {
    guard let found = head.head else { return true }
    received.begin(found, request, takingOff: takesOff)
    verdict.judge(found, head.notes, for: request)
    if verdict.refusal != nil { loop.watch(loop.now) }
    if verdict.refusal != nil || !head.notes.isEmpty {
      ccurl_set_number(easy, CCURL_NUMBER_FORBID_REUSE, 1)
    }
    if !mayBeChallenge(found) { announceHead() }
    if received.exceeds(request.options.limits) {
      fail(.bodyQuestion(request.origin, request.options.limits.bodyQuestion))
      return false
    }
    return true
  }

  /// Reports the head once. libcurl itself answers most challenges, so a head that may be a
  /// challenge is reported only when its body arrives or the transfer ends.
  func announceHead() {
    guard verdict.isToBeReported, let found = head.head else { return }
    verdict.noteReport()
    loop.report(.headArrived(id, found))
  }

  private func mayBeChallenge(_ found: ResponseHead) -> Bool {
    if found.status == 417, body != nil { return true }
    if request.authorization?.scheme.moment == .afterChallenge { return found.status == 401 }
    return false
  }

  /// The `Accept-Encoding` that Weir adds, or nil if the request sets this header or none is sent.
  var offeredCodings: String? {
    request.options.codings == .all && !namesCodings ? loop.features.codings : nil
  }

  private var namesCodings: Bool {
    request.has("Accept-Encoding")
  }

  /// The codings to decode. Content codings are decoded only if the request offers codings.
  private var takesOff: ContentDecoding.CodingSelection {
    request.options.codings == .all || namesCodings ? .all : .transferOnly
  }

  /// Stores decoded bytes and checks the limits. The decoder passes at most 64 KiB at a time, so a
  /// decompression bomb is stopped early.
  private func store(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    if try received.store(bytes) { loop.notifyAtOnce(self) }
    try received.check(request.options.limits, request.origin)
  }
}

/// The effects of a complete head on the transfer.
struct HeadVerdict {
  /// The failure of an invalid head, or nil. The transfer then ends in the same turn of the loop,
  /// with the bytes that arrived together with the head.
  private(set) var refusal: Failure?
  private(set) var setsCookies = false
  private var isUnreported = false

  mutating func judge(_ head: ResponseHead, _ notes: [FramingNote], for request: WireRequest) {
    if head.fields.first("Set-Cookie") != nil { setsCookies = true }
    if let why = request.fault(in: head, notes) { refusal = .invalidFraming(request.origin, why) }
    isUnreported = true
  }

  /// Whether to report the head now. A head is reported at most once, and not if it was refused.
  var isToBeReported: Bool { isUnreported && refusal == nil }

  mutating func noteReport() { isUnreported = false }
}

/// The intervals between the progress reports of a transfer. The first byte is reported
/// immediately, and later progress ten times a second. If few transfers are active, a small body or
/// an event stream is reported every 8 ms. Reports of a large body stay less frequent, because
/// drawing would slow down reading.
struct ProgressPace {
  private static let distance = Duration.milliseconds(100)
  private static let shortDistance = Duration.milliseconds(8)
  private static let few = 4
  /// The minimum size of a large body, in bytes.
  private static let large: Int64 = 16 << 20

  private(set) var due: ContinuousClock.Instant
  /// Whether the transfer is in the list of transfers with new progress.
  var isListed = false

  init(at start: ContinuousClock.Instant) { due = start }

  /// Records a report and schedules the next one.
  ///
  /// - Parameters:
  ///   - length: The number of received bytes of the body, or nil for an event stream.
  ///   - count: The number of transfers with new progress.
  mutating func reported(_ length: Int64?, at now: ContinuousClock.Instant, among count: Int) {
    let isShort = count <= Self.few && length ?? 0 < Self.large
    due = now + (isShort ? Self.shortDistance : Self.distance)
  }
}

/// A guard against repeated requests by libcurl.
///
/// libcurl repeats a request up to five times if a reused connection closes without a response, and
/// also if the request is refused over HTTP/2. Each attempt on the wire must be a committed
/// attempt, so a repetition is stopped before libcurl connects or writes. A request after a
/// challenge is not a repetition.
struct RepeatGuard {
  /// Whether the request was written and no byte of a response has arrived. A second write would
  /// repeat the request.
  private var hasNoResponse = false
  private(set) var hasResponse = false
  /// Whether a repetition by libcurl was prevented.
  private(set) var wasRepeatRefused = false

  /// Returns whether libcurl may connect, write or rewind the body. Records a refusal.
  mutating func mayContinue() -> Bool {
    if hasNoResponse { wasRepeatRefused = true }
    return !hasNoResponse
  }

  mutating func noteRequest() { hasNoResponse = true }

  mutating func noteResponse() {
    hasResponse = true
    hasNoResponse = false
  }
}
