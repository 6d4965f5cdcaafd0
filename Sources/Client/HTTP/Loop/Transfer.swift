import CCurl
import ClientCore
import ClientModel

/// A running attempt: the state that libcurl's callbacks read and change.
///
/// Life: connecting → asking (the request is sent) → answering → ended. Confined to the
/// transport's thread.
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
  /// The reason why Weir ended the transfer. libcurl then reports only that a callback stopped it.
  private(set) var failure: Failure?
  var isEnded = false
  /// Whether the connection exceeds a lowered limit and is closed after the transfer.
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

  /// Whether the server reported that it did not process the request (HTTP/2).
  var isUnprocessed: Bool { ccurl_was_refused(easy) != 0 && !repeats.hasResponse }

  func fail(_ failure: Failure) { if self.failure == nil { self.failure = failure } }

  // MARK: Callbacks of libcurl

  /// Records that libcurl has begun to connect and no longer waits for a free connection.
  func beginConnecting() {
    if timing.beginConnecting(at: loop.now) { loop.watch(deadline) }
  }

  /// Returns whether a new connection may be opened. libcurl must not open one to repeat a request.
  func mayConnect() -> Bool { repeats.mayContinue() }

  /// Returns whether the request may be written to the connection that is now open. If so, records
  /// that it is being written.
  func mayWrite() -> Bool {
    guard repeats.mayContinue() else { return false }
    repeats.noteRequest()
    // After a challenge, the head and body received so far belong to the response to an earlier
    // request.
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

  /// Handles a line of a head or a trailer. Returns false to stop the transfer.
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

  /// Decodes and stores body bytes as received. Returns false to stop the transfer.
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

  /// Checks the body after libcurl received the response. Fails the transfer if the response was
  /// refused or its coded stream is incomplete.
  func finishBody() {
    if let refusal = verdict.refusal { return fail(refusal) }
    guard let decoding = received.decoding, !decoding.isComplete else { return }
    fail(.bodyIncomplete(request.origin))
  }

  /// Copies bytes of the request's body and returns their number, or -1 to stop the transfer.
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

  /// Sets the read position in the request's body, so that libcurl sends the body again from there.
  /// Allowed only after a challenge.
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

  /// Reports the head once. A head that may be a challenge is reported only when its body arrives
  /// or the transfer ends, because libcurl responds to most challenges itself.
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

  /// The value of `Accept-Encoding` that Weir added, or nil if the request sets it or none is sent.
  var offeredCodings: String? {
    request.options.codings == .all && !namesCodings ? loop.features.codings : nil
  }

  private var namesCodings: Bool {
    request.has("Accept-Encoding")
  }

  /// The codings to decode: all if Weir or the request offers codings, otherwise only transfer
  /// codings.
  private var takesOff: ContentDecoding.CodingSelection {
    request.options.codings == .all || namesCodings ? .all : .transferOnly
  }

  /// Stores decoded bytes. A piece has at most 64 KiB, so a decompression bomb is stopped early.
  private func store(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    if try received.store(bytes) { loop.notifyAtOnce(self) }
    try received.check(request.options.limits, request.origin)
  }
}

/// The consequences of a complete head for its transfer.
struct HeadVerdict {
  /// The failure if the complete head makes the response invalid. The transfer ends in the same
  /// turn of the loop, with the bytes that arrived together with the head.
  private(set) var refusal: Failure?
  private(set) var setsCookies = false
  private var isUnreported = false

  mutating func judge(_ head: ResponseHead, _ notes: [FramingNote], for request: WireRequest) {
    if head.fields.first("Set-Cookie") != nil { setsCookies = true }
    if let why = request.fault(in: head, notes) { refusal = .invalidFraming(request.origin, why) }
    isUnreported = true
  }

  /// Whether the head must be reported now. A head is reported once, and never if it was refused.
  var isToBeReported: Bool { isUnreported && refusal == nil }

  mutating func noteReport() { isUnreported = false }
}

/// The pace of progress reports for a transfer. The first byte is reported at once, then ten
/// reports a second follow. If few transfers have progress to report and the body is small or an
/// event stream, a report follows every 8 ms. For a large body, drawing that often would slow down
/// reading.
struct ProgressPace {
  private static let distance = Duration.milliseconds(100)
  private static let shortDistance = Duration.milliseconds(8)
  private static let few = 4
  /// The size in bytes from which a body counts as large.
  private static let large: Int64 = 16 << 20

  private(set) var due: ContinuousClock.Instant
  /// Whether the transfer is in the list of transfers with progress to report.
  var isListed = false

  init(at start: ContinuousClock.Instant) { due = start }

  /// Schedules the next report after a report was sent.
  ///
  /// - Parameters:
  ///   - length: The number of bytes of the body that have arrived, or nil for an event stream.
  ///   - count: The number of transfers with progress to report.
  mutating func reported(_ length: Int64?, at now: ContinuousClock.Instant, among count: Int) {
    let isShort = count <= Self.few && length ?? 0 < Self.large
    due = now + (isShort ? Self.shortDistance : Self.distance)
  }
}

/// A guard that prevents libcurl from sending a request a second time on its own.
///
/// libcurl repeats a request of any method that died on a reused connection, up to five times, and
/// a request that HTTP/2 refused. Each attempt on the wire must be a committed attempt, so a
/// repetition by libcurl is stopped before it connects or writes. The request that follows a
/// challenge is not a second attempt.
struct RepeatGuard {
  /// Whether the request was written and no byte of a response has arrived. Another write would
  /// send it twice.
  private var hasNoResponse = false
  private(set) var hasResponse = false
  /// Whether libcurl was prevented from sending the request a second time.
  private(set) var wasRepeatRefused = false

  /// Returns whether libcurl may connect, write or rewind the body. If not, records the refusal.
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
