import CCurl
import ClientCore
import ClientModel

/// One attempt on its way: what libcurl's callbacks see and change.
///
/// Life: connecting → asking (the request goes out) → answering → ended. All on the transport's thread.
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
  /// Why this side ended it; libcurl then only reports that it was asked to.
  private(set) var failure: Failure?
  var isEnded = false
  /// Its connection exceeds a lowered limit and is closed afterwards.
  var isSurplus = false
  var pace: NoticePace

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
    pace = NoticePace(at: loop.now)
    head = HeadReader(limits: attempt.request.options.limits)
    received = ReceivedBody(path: attempt.bodyPath)
  }

  /// Whether the server said that it did not process the request (HTTP/2).
  var isUnprocessed: Bool { ccurl_was_refused(easy) != 0 && !repeats.hasResponse }

  func fail(_ failure: Failure) { if self.failure == nil { self.failure = failure } }

  // MARK: What libcurl calls

  /// A name is looked up or a connection opened: no longer does it wait for others.
  func beginConnecting() {
    if timing.beginConnecting(at: loop.now) { loop.watch(deadline) }
  }

  /// Whether a new connection may be opened: not for a second attempt of libcurl's own.
  func mayConnect() -> Bool { repeats.mayGoOn() }

  /// The connection stands; whether the request may be written to it.
  func mayWrite() -> Bool {
    guard repeats.mayGoOn() else { return false }
    repeats.noteRequest()
    // After a challenge: what came before is the response to another request.
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

  /// A line of a head or a trailer; false stops the transfer.
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

  /// Body bytes as they came; false stops the transfer.
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

  /// Checks the body after libcurl received the response. Fails the transfer if the body was refused, or if
  /// its coded stream is not complete.
  func finishBody() {
    if let refusal = verdict.refusal { return fail(refusal) }
    guard let decoding = received.decoding, !decoding.isComplete else { return }
    fail(.bodyIncomplete(request.origin))
  }

  /// Bytes of the request's body; -1 stops the transfer.
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

  /// Going back in the body means that it goes out again: only a challenge allows that (F1).
  func rewind(to place: Int64) -> Bool {
    guard repeats.mayGoOn(), let body else { return false }
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

  /// Says that the head is there, once, and not for a head that libcurl answers by itself.
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

  /// What `Accept-Encoding` says of libcurl's own; nil where the request says it or nothing is said.
  var offeredCodings: String? {
    request.options.codings == .all && !namesCodings ? loop.features.codings : nil
  }

  private var namesCodings: Bool {
    request.has("Accept-Encoding")
  }

  /// The codings that this request asked for; what only the way here laid on comes off anyway.
  private var takesOff: ContentDecoding.Reach {
    request.options.codings == .all || namesCodings ? .all : .transferOnly
  }

  /// Takes decoded bytes, a piece of 64 KiB at most, so that a bomb is stopped at once.
  private func store(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) {
    if try received.store(bytes) { loop.notifyAtOnce(self) }
    try received.check(request.options.limits, request.origin)
  }
}
