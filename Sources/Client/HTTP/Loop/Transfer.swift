import CCurl
import ClientCore
import ClientModel

/// One attempt on its way: what libcurl's callbacks see and change.
///
/// Life: connecting → asking (the request goes out) → answering → ended. All on the transport's thread.
final class Transfer {
  enum Phase: Hashable { case connecting, asking, answering }

  let attempt: OutgoingAttempt
  let easy: OpaquePointer
  let started: ContinuousClock.Instant
  /// The loop outlives its transfers.
  unowned let loop: TransferLoop
  let body: OutgoingBody?
  /// What the handle is set up for and may be used for again; nil when it is to be reset.
  let purpose: HandlePurpose?
  /// Stays with the handle; nil when it never had one.
  let jar: CookieJar?

  private(set) var phase = Phase.connecting
  /// When libcurl began to connect; nil while it may wait for others to give a connection free.
  private(set) var connectBegan: ContinuousClock.Instant?
  /// When a byte last moved that counts against the running deadline.
  private(set) var lastActivity: ContinuousClock.Instant
  /// When the head began that is the response, or the latest challenge on the way to it.
  private(set) var firstByte: ContinuousClock.Instant?
  private(set) var head: HeadReader
  var sink: BodySink
  /// Why this side ended it; libcurl then only reports that it was asked to.
  private(set) var failure: Failure?
  private(set) var security: String?
  private(set) var setsCookies = false
  var isEnded = false
  /// Its connection exceeds a lowered limit and is closed afterwards.
  var isSurplus = false
  var pace: NoticePace
  var hasNotice = false
  /// Whether the response is a stream that is looked at while it comes, however short it is.
  private(set) var isLive = false

  private(set) var use = ConnectionFacts.Use.fresh
  /// The request stands on the wire and not a byte has answered it: another write would send it twice.
  private(set) var hasNoResponse = false
  /// libcurl was prevented from sending a second time.
  private(set) var wasRepeatRefused = false

  /// Why the complete head stands for no response. The transfer ends in the same turn of the loop, with
  /// the bytes that arrived together with the head.
  private(set) var refusal: Failure?
  /// The body has a content coding that nothing here removes: its bytes stay as received.
  private(set) var hasUnknownCoding = false
  private var decoding: ContentDecoding?
  private var hasResponseByte = false
  private var wireBytes: Int64 = 0
  private var announcesHead = false
  private(set) var expectedBody: Int64?

  var request: WireRequest { attempt.request }
  var id: AttemptID { attempt.id }

  init(
    _ attempt: OutgoingAttempt, easy: OpaquePointer, body: OutgoingBody?,
    purpose: HandlePurpose?, jar: CookieJar?, loop: TransferLoop
  ) {
    self.attempt = attempt
    self.easy = easy
    self.body = body
    self.purpose = purpose
    self.jar = jar
    self.loop = loop
    started = loop.now
    connectBegan = loop.isPoolLimited ? nil : loop.now
    lastActivity = loop.now
    pace = NoticePace(at: loop.now)
    head = HeadReader(limits: attempt.request.options.limits)
    sink = BodySink(path: attempt.bodyPath)
  }

  func fail(_ failure: Failure) { if self.failure == nil { self.failure = failure } }

  var hasResponse: Bool { hasResponseByte }

  // MARK: What libcurl calls

  /// A name is looked up or a connection opened: no longer does it wait for others.
  func beginConnecting() {
    guard connectBegan == nil else { return }
    connectBegan = loop.now
    loop.watch(deadline)
  }

  /// Whether a new connection may be opened: not for a second attempt of libcurl's own.
  func mayConnect() -> Bool {
    if hasNoResponse { wasRepeatRefused = true }
    return !hasNoResponse
  }

  /// The connection stands; whether the request may be written to it.
  ///
  /// libcurl repeats by itself what died on a reused connection, up to five times and whatever the
  /// method (F1), and what HTTP/2 refused. Each attempt is to be an attempt that was committed, so the
  /// second is stopped here or before its connection. What follows a challenge is not a second attempt.
  func mayWrite() -> Bool {
    guard mayConnect() else { return false }
    hasNoResponse = true
    // After a challenge: what came before is the response to another request.
    if hasResponseByte {
      head.begin()
      sink.empty()
    }
    use = ccurl_is_reused(easy) != 0 ? .reused : .fresh
    if request.origin.scheme == "https", security == nil {
      var cipher: UnsafePointer<CChar>?
      if let version = ccurl_tls_version(easy, &cipher) {
        security = String(cString: version)
        if let cipher { security?.append(" \(String(cString: cipher))") }
      }
    }
    enter(.asking)
    return true
  }

  /// A line of a head or a trailer; false stops the transfer.
  func take(header line: UnsafeBufferPointer<UInt8>) -> Bool {
    hasResponseByte = true
    hasNoResponse = false
    let step: HeadReader.Step
    do throws(HeadFault) {
      step = try head.take(line)
    } catch {
      fail(.head(request.origin, error, request.options.limits))
      return false
    }
    // libcurl's own time of a first byte is that of a request's body where there is one.
    if phase != .answering { firstByte = .now }
    // An interim response is not a first byte: the server may still think for long after it.
    if step == .interimEnded { firstByte = nil }
    enter(step == .interimEnded ? .asking : .answering)
    return step == .headEnded ? finishHead() : true
  }

  /// Body bytes as they came; false stops the transfer.
  func take(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    lastActivity = loop.now
    wireBytes += Int64(bytes.count)
    announceHead()
    do throws(Failure) {
      if let decoding {
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
    if let refusal { return fail(refusal) }
    guard let decoding, !decoding.isComplete else { return }
    fail(.bodyIncomplete(request.origin))
  }

  /// Bytes of the request's body; -1 stops the transfer.
  func fill(_ room: UnsafeMutableRawBufferPointer) -> Int {
    guard let body else { return 0 }
    lastActivity = loop.now
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
    if hasNoResponse { wasRepeatRefused = true }
    guard !hasNoResponse, let body else { return false }
    return body.seek(to: place)
  }

  // MARK: Notices

  private func enter(_ next: Phase) {
    lastActivity = loop.now
    guard phase != next else { return }
    phase = next
    loop.watch(deadline)
  }

  private func touch() {
    guard !hasNotice else { return }
    hasNotice = true
    loop.notice(self)
  }

  // MARK: The head

  private func finishHead() -> Bool {
    guard let found = head.head else { return true }
    // A challenge's body gave way to the real response's.
    if sink.length > 0 { sink.empty() }
    if found.fields.first("Set-Cookie") != nil { setsCookies = true }
    isLive = found.isStream
    if let why = request.fault(in: found, head.notes) {
      refusal = .invalidFraming(request.origin, why)
      loop.watch(loop.now)
    }
    if refusal != nil || !head.notes.isEmpty {
      ccurl_set_number(easy, CCURL_NUMBER_FORBID_REUSE, 1)
    }
    hasUnknownCoding = ContentDecoding.hasUnknownCoding(found, takesOff)
    decoding = ContentDecoding(found, takesOff, from: request.origin)
    wireBytes = 0
    let length = found.fields.first("Content-Length").flatMap { Int64($0) }
    expectedBody = request.method == .head ? nil : length
    announcesHead = true
    if !mayBeChallenge(found) { announceHead() }
    if let expectedBody, decoding == nil, expectedBody > request.options.limits.bodyQuestion.bytes {
      fail(.bodyQuestion(request.origin, request.options.limits.bodyQuestion))
      return false
    }
    return true
  }

  /// Says that the head is there, once, and not for a head that libcurl answers by itself.
  func announceHead() {
    guard announcesHead, refusal == nil, let found = head.head else { return }
    announcesHead = false
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
    let place = sink.place
    try sink.write(bytes)
    if sink.place != place {
      try sink.flush()
      loop.notifyAtOnce(self)
    }
    let limits = request.options.limits
    guard decoding != nil else {
      if sink.length > limits.bodyQuestion.bytes {
        throw .bodyQuestion(request.origin, limits.bodyQuestion)
      }
      return
    }
    if sink.length > limits.decodedBody.bytes {
      throw .decodedLimit(request.origin, limits.decodedBody)
    }
    if sink.length > 10_000_000, sink.length / wireBytes >= Int64(limits.decodedRatio) {
      throw .ratioLimit(request.origin, limits.decodedRatio)
    }
  }
}
