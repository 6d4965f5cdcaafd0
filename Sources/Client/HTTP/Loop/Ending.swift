import CCurl
import ClientCore
import ClientModel

/// The end of a transfer: the result, the facts and the body file.
struct Ending {
  enum Cause {
    /// libcurl's result code.
    case library(Int32)
    /// Weir stopped the transfer. `Transfer.failure` is the reason.
    case stopped
    case cancelled
  }

  let id: AttemptID
  private(set) var result: AttemptResult
  let facts: FinishFacts
  /// The body file to sync before the end is reported, or nil.
  private(set) var fileToSync: BodyFile?

  /// Reads the result of a transfer. Must be called after the transfer is removed from the multi
  /// handle, and before its easy handle is reset.
  init(of transfer: Transfer, cause: Cause, at now: ContinuousClock.Instant) {
    var found = ccurl_facts()
    ccurl_easy_facts(transfer.easy, &found)
    let elapsed = transfer.timing.started.duration(to: now)
    id = transfer.id
    facts = FinishFacts(sent: Self.sent(transfer, found))
    result = AttemptResult(end: Self.end(transfer, found, cause, elapsed))
    result.head = transfer.head.head
    result.trailers = transfer.head.trailers
    result.framing = transfer.head.notes
    if transfer.received.hasUnknownCoding, result.head != nil {
      result.framing.append(.unknownCoding)
    }
    result.timings = Self.timings(of: transfer, found, elapsed)
    result.connection = Self.connection(transfer, found)
    // libcurl counts a small body as a part of the head, because it sends both in one write. Since
    // 8.7, it includes every body.
    let head = Int64(found.sent_request)
    let isSmall = transfer.request.isRepeatable && transfer.body?.position == 0
    let isJoined = transfer.loop.features.countsBodyAsHead || isSmall
    result.transfer = TransferCounts(
      requestHeaders: ByteCount(
        isJoined && head > found.sent_body ? head - found.sent_body : head),
      requestBody: ByteCount(found.sent_body),
      responseHeaders: ByteCount(Int64(found.received_headers)),
      responseBody: ByteCount(found.received_body))
    result.offeredCodings = transfer.offeredCodings
    result.sentFiles = transfer.body?.sentFiles() ?? []
    storeBody(of: transfer)
  }

  /// Records that syncing the body to disk failed.
  mutating func notSynced(_ error: Int32) {
    guard case .responded = result.end else { return }
    result.end = .failed(.bodyNotStored(in: fileToSync?.writer.description ?? "", error: error))
  }

  private mutating func storeBody(of transfer: Transfer) {
    guard result.head != nil else {
      // A response without a complete head has no body, so the received bytes of the head are
      // stored instead.
      let received = transfer.head.received.prefix(BodySink.memoryLimit)
      result.body = received.isEmpty ? .none : .inline(Array(received))
      return
    }
    do throws(Failure) {
      try transfer.received.sink.flush()
    } catch {
      if case .responded = result.end { result.end = .failed(error) }
    }
    result.body = transfer.received.sink.stored()
    // The end of a cancelled transfer is reported immediately, because its incomplete file needs no
    // sync.
    if case .cancelled = result.end { return }
    fileToSync = transfer.received.sink.file
  }

  private static func end(
    _ transfer: Transfer, _ found: ccurl_facts, _ cause: Cause, _ elapsed: Duration
  ) -> AttemptResult.End {
    if case .cancelled = cause { return .cancelled }
    if transfer.isUnprocessed { return .failed(.unprocessed(transfer.request.origin)) }
    if let failure = transfer.failure ?? transfer.verdict.refusal { return .failed(failure) }
    guard case .library(let code) = cause else { return .responded }
    if let failure = missingHead(of: transfer, code) { return .failed(failure) }
    guard code != 0 else { return .responded }
    if transfer.repeats.wasRepeatRefused {
      return .failed(
        .diedWithoutResponse(
          transfer.request, cause: String(cString: ccurl_error_text(transfer.easy, code))))
    }
    let outcome = CurlOutcome(
      code: code, text: String(cString: ccurl_error_text(transfer.easy, code)),
      origin: transfer.request.origin, systemError: found.system_error, elapsed: elapsed,
      wasResponseBegun: transfer.repeats.hasResponse,
      wasConnected: transfer.timing.phase != .connecting,
      deadlines: transfer.request.options.deadlines)
    return .failed(outcome.failure)
  }

  /// Returns the failure of an incomplete head, or nil. libcurl reports most of these responses as
  /// complete, some as cut off in the body, and some as empty.
  private static func missingHead(of transfer: Transfer, _ code: Int32) -> Failure? {
    guard transfer.head.head == nil, !transfer.repeats.wasRepeatRefused else { return nil }
    switch Int(code) {
    case CCURL_OK: break
    case CCURL_PARTIAL, CCURL_GOT_NOTHING: if transfer.head.received.isEmpty { return nil }
    default: return nil
    }
    return .headIncomplete(transfer.request.origin, afterInterim: transfer.head.interimStatus)
  }

  private static func sent(_ transfer: Transfer, _ found: ccurl_facts) -> FinishFacts.Sent {
    if transfer.isUnprocessed { return .nothing }
    // libcurl also counts the bytes of a proxy's CONNECT, which is sent before the request.
    return transfer.timing.phase != .connecting && found.sent_request > 0 ? .something : .nothing
  }

  private static func timings(
    of transfer: Transfer, _ found: ccurl_facts, _ elapsed: Duration
  ) -> Timings {
    func span(_ microseconds: Int64) -> Duration? {
      microseconds > 0 ? .microseconds(microseconds) : nil
    }
    let isFresh = found.new_connections > 0
    let total = span(found.total) ?? elapsed
    // The two times come from different clocks. The limit ensures that the first byte is not after
    // the end.
    let firstByte = transfer.timing.firstByte.map {
      min(transfer.timing.started.duration(to: $0), total)
    }
    return Timings(
      nameLookup: isFresh ? span(found.name_lookup) : nil,
      connected: isFresh ? span(found.connected) : nil,
      secured: isFresh ? span(found.secured) : nil, firstByte: firstByte, total: total)
  }

  private static func connection(_ transfer: Transfer, _ found: ccurl_facts) -> ConnectionFacts {
    var facts = transfer.connection
    if let path = transfer.request.options.route.unixSocket {
      facts.address = path
    } else if found.address.pointee != 0 {
      let address = String(cString: found.address)
      facts.address =
        address.utf8.contains(UInt8(ascii: ":"))
        ? "[\(address)]:\(found.port)" : "\(address):\(found.port)"
    }
    return facts
  }
}
