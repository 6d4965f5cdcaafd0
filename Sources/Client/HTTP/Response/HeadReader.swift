import ClientModel

/// The reason why a response head was not read completely.
enum HeadFault: Error, Hashable {
  case lineTooLong, blockTooLong, tooManyFields, tooManyInterimResponses
  /// A space precedes the colon after a field name. Implementations disagree about the name of such
  /// a field. Source: RFC 9112, section 5.1.
  case blankBeforeColon
  /// The status line has a version other than HTTP/1.x, HTTP/2 or HTTP/3. libcurl 8.14 accepts it.
  case unknownVersion
}

/// A line-by-line reader of all response heads of one attempt.
///
/// Life: before → inside → before (after an interim head) or after (the final head, then trailers).
/// `begin` restarts the reader for the request after a challenge.
struct HeadReader {
  enum Step: Hashable {
    case within
    case interimEnded
    case headEnded
    case trailer
  }

  private enum Position: Hashable { case before, inside, after }

  private let limits: TransferLimits
  private var place = Position.before
  private var building = ResponseHead(status: 0)
  private var blockBytes: Int64 = 0
  private var fieldCount = 0
  private var interimResponses = 0
  private var framing = FramingCheck()
  /// The final head, or nil until it is complete. `notes` are its irregularities.
  private(set) var head: ResponseHead?
  private(set) var notes: [FramingNote] = []
  /// The fields after the body, which must not be used as fields of the head.
  private(set) var trailers: [ResponseField] = []
  /// The received lines, including interim heads. The array is empty once the final head is
  /// complete.
  private(set) var received: [UInt8] = []

  init(limits: TransferLimits) { self.limits = limits }

  /// The status of the last interim head, or nil once another head has begun.
  var interimStatus: Int? { place == .before && interimResponses > 0 ? building.status : nil }

  /// Discards all heads for a new request, because they do not belong to its response.
  mutating func begin() { self = HeadReader(limits: limits) }

  /// Handles one line. Returns its meaning.
  ///
  /// - Parameter line: One line with its line break.
  mutating func take(_ line: UnsafeBufferPointer<UInt8>) throws(HeadFault) -> Step {
    var end = line.count
    var endsBare = false
    if end > 0, line[end - 1] == 10 {
      end -= 1
      if end > 0, line[end - 1] == 13 { end -= 1 } else { endsBare = true }
    }
    if end > limits.headerLine.bytes { throw .lineTooLong }
    let text = UnsafeBufferPointer(rebasing: line[..<end])

    // A trailer that looks like a status line does not start another head.
    if place == .before, Self.startsHead(text) {
      building = try Self.statusLine(text)
      blockBytes = 0
      fieldCount = 0
      framing = FramingCheck()
      place = .inside
    }
    blockBytes += Int64(line.count)
    if blockBytes > limits.headerBlock.bytes { throw .blockTooLong }
    if place != .after { received.append(contentsOf: line) }
    if place != .inside {
      if let field = Self.field(text) {
        fieldCount += 1
        if fieldCount > limits.headerCount { throw .tooManyFields }
        trailers.append(field)
      }
      return .trailer
    }
    if endsBare { framing.sawBareLineFeed() }
    if end == 0 { return try endHead() }
    try takeField(text)
    return .within
  }

  private mutating func takeField(_ text: UnsafeBufferPointer<UInt8>) throws(HeadFault) {
    if text[0] == 32 || text[0] == 9 {
      framing.sawFold()
      if let last = building.fields.indices.last {
        building.fields[last].value += " " + Self.trimmed(text[...])
      }
      return
    }
    // A status line has no colon before its first space.
    guard let field = Self.field(text) else { return }
    if let colon = text.firstIndex(of: 58), colon > 0, text[colon - 1] == 32 || text[colon - 1] == 9
    {
      throw .blankBeforeColon
    }
    fieldCount += 1
    if fieldCount > limits.headerCount { throw .tooManyFields }
    building.fields.append(field)
  }

  private mutating func endHead() throws(HeadFault) -> Step {
    place = .after
    fieldCount = 0
    if (100..<200).contains(building.status), building.status != 101 {
      interimResponses += 1
      place = .before
      if interimResponses > limits.interimResponses { throw .tooManyInterimResponses }
      return .interimEnded
    }
    notes = framing.notes(on: building)
    trailers = []
    head = building
    received = []
    return .headEnded
  }

  private static func startsHead(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= 5 && text[0] == 72 && text[1] == 84 && text[2] == 84 && text[3] == 80
      && text[4] == 47
  }

  private static func statusLine(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(HeadFault) -> ResponseHead {
    var head = ResponseHead(status: 0)
    let first = text.firstIndex(of: 32) ?? text.endIndex
    switch trimmed(text[..<first]) {
    case "HTTP/1.1": head.version = .http11
    case "HTTP/1.0": head.version = .http10
    case "HTTP/2", "HTTP/2.0": head.version = .http2
    case "HTTP/3", "HTTP/3.0": head.version = .http3
    // A later minor version is read as the latest known one. Source: RFC 9110, section 2.5.
    case let version where version.begins(with: "HTTP/1."): head.version = .http11
    default: throw .unknownVersion
    }
    if first < text.endIndex {
      let rest = text[(first + 1)...]
      let second = rest.firstIndex(of: 32) ?? rest.endIndex
      head.status = Int(trimmed(rest[..<second])) ?? 0
      if second < rest.endIndex { head.reason = trimmed(rest[(second + 1)...]) }
    }
    head.fields.reserveCapacity(8)
    return head
  }

  private static func field(_ text: UnsafeBufferPointer<UInt8>) -> ResponseField? {
    guard let colon = text.firstIndex(of: 58), !startsHead(text) else { return nil }
    return ResponseField(trimmed(text[..<colon]), trimmed(text[(colon + 1)...]))
  }

  /// Returns the trimmed text. Invalid UTF-8 is decoded as Latin-1, so that no byte is lost.
  private static func trimmed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    var (start, end) = (bytes.startIndex, bytes.endIndex)
    while start < end, bytes[start] == 32 || bytes[start] == 9 { start += 1 }
    while end > start, bytes[end - 1] == 32 || bytes[end - 1] == 9 { end -= 1 }
    let inner = UnsafeBufferPointer(rebasing: bytes.base[start..<end])
    return String(checking: inner)
      ?? String(decoding: inner.map(UInt16.init), as: UTF16.self)
  }
}
