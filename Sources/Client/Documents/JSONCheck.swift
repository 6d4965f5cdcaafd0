/// A check of the grammar and UTF-8 encoding of a JSON body of any size, in steps of limited work.
///
/// The check needs one bit of memory per open container and, for JSON Lines, one entry per invalid
/// line.
package struct JSONCheck: Sendable {
  /// An invalid line of JSON Lines. The range begins at the line's first value.
  package struct BrokenLine: Hashable, Sendable {
    package let range: Range<Int>
    package let fault: JSONFault
  }

  /// The maximum number of invalid lines that are skipped. The check stops at the next one.
  package static let mostBroken = 1_000

  /// The maximum number of bytes that are read again before the check stops at an invalid line.
  ///
  /// After an unclosed bracket, the check may read to the end of the body before it returns to the
  /// next line.
  private static let mostAgain = 64 << 20

  private var validator: JSONValidator
  private var again = 0
  private let form: JSONDocument.Form
  /// The number of bytes checked so far, or the length of the body if the check has stopped.
  package private(set) var checked = 0
  package private(set) var isDone = false
  /// The invalid lines, in body order.
  package private(set) var brokenLines: [BrokenLine] = []
  /// The first bytes that are not UTF-8 (RFC 3629), or nil if there are none.
  package private(set) var brokenText: JSONRemark?
  /// The error that stopped the check, or nil if the check did not stop early.
  package private(set) var stop: JSONFault?

  package init(form: JSONDocument.Form) {
    self.form = form
    validator = JSONValidator(form: form == .value ? .value : .lines)
  }

  /// The first error in the body, or nil if there is none.
  package var fault: JSONFault? { brokenLines.first?.fault ?? stop }

  /// Returns the error in the line that begins at `offset`, or nil if the line is valid.
  package func fault(ofLineAt offset: Int) -> JSONFault? {
    var low = 0
    var high = brokenLines.count
    while low < high {
      let middle = (low + high) / 2
      if brokenLines[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    guard low < brokenLines.count, brokenLines[low].range.lowerBound == offset else { return nil }
    return brokenLines[low].fault
  }

  /// Checks approximately `budget` more bytes of a complete body.
  package mutating func step(
    _ source: ByteSource, budget: Int
  ) throws(DocumentError) {
    var piece = [UInt8](repeating: 0, count: 128 * 1024)
    var left = max(1, budget)
    while !isDone, left > 0 {
      let got = checked < source.count ? try source.read(into: &piece, from: checked) : 0
      if got > 0 { validator.feed(piece[..<got]) } else { _ = validator.finish() }
      checked += got
      left -= max(1, got)
      if brokenText == nil { brokenText = validator.brokenText }
      if let fault = validator.fault {
        left -= try pass(fault, in: source)
      } else if got == 0 {
        isDone = true
      }
    }
  }

  /// Skips the invalid line of JSON Lines, or stops the check of a single JSON value.
  ///
  /// - Returns: The length of the skipped line in bytes, or 0 if the check stops.
  private mutating func pass(
    _ fault: JSONFault, in source: ByteSource
  ) throws(DocumentError) -> Int {
    guard form == .lines, brokenLines.count < Self.mostBroken, again <= Self.mostAgain else {
      (stop, isDone, checked) = (fault, true, source.count)
      return 0
    }
    let root = validator.root
    let end = try endOfLine(from: root.offset, in: source)
    again += max(0, fault.offset - end)
    let own = fault.offset <= end ? fault : try Self.fault(in: root.offset..<end, root.line, source)
    brokenLines.append(BrokenLine(range: root.offset..<end, fault: own ?? fault))
    checked = end
    validator = JSONValidator(linesFrom: end, line: root.line)
    return end - root.offset
  }

  /// Checks a single line again and returns its error. The first check may have read far past the
  /// line.
  private static func fault(
    in range: Range<Int>, _ line: Int, _ source: ByteSource
  ) throws(DocumentError) -> JSONFault? {
    var alone = JSONValidator(linesFrom: range.lowerBound, line: line)
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    var at = range.lowerBound
    while at < range.upperBound, alone.fault == nil {
      let got = min(try source.read(into: &piece, from: at), range.upperBound - at)
      guard got > 0 else { break }
      alone.feed(piece[..<got])
      at += got
    }
    return alone.finish()
  }

  private func endOfLine(from start: Int, in source: ByteSource) throws(DocumentError) -> Int {
    var piece = [UInt8](repeating: 0, count: 16 * 1024)
    var at = start
    while at < source.count {
      let got = try source.read(into: &piece, from: at)
      if let place = piece[..<got].firstIndex(of: JSONByte.newline) {
        // A carriage return before the line feed is part of the line break.
        let end = at + place
        return place > 0 && piece[place - 1] == 0x0D && end - 1 > start ? end - 1 : end
      }
      at += max(1, got)
    }
    return source.count
  }
}
