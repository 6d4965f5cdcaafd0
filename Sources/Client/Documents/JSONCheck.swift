/// Checks the grammar and the UTF-8 of a JSON body of any size, in steps of bounded work.
///
/// It uses one bit of memory for each open container and, for JSON Lines, one entry for each invalid line.
package struct JSONCheck: Sendable {
  /// A line that is not JSON, from the value it begins with to its end.
  package struct BrokenLine: Hashable, Sendable {
    package let range: Range<Int>
    package let fault: JSONFault
  }

  /// The maximum number of invalid lines to skip; the check stops at the next one.
  package static let mostBroken = 1_000

  /// Once more bytes than this were read twice, the check stops at the next invalid line. An unclosed bracket
  /// can make the check read to the end of the body, although only one line is invalid.
  private static let mostAgain = 64 << 20

  private var validator: JSONValidator
  private var again = 0
  private let form: JSONDocument.Form
  /// How many bytes have been judged; all of them once it has stopped.
  package private(set) var checked = 0
  /// Whether nothing is left to judge.
  package private(set) var isDone = false
  /// In the order of the body.
  package private(set) var brokenLines: [BrokenLine] = []
  /// The first bytes that are not UTF-8 (RFC 3629); nil while there are none.
  package private(set) var brokenText: JSONRemark?
  /// The error at which the check stopped; nil if it did not stop at an error.
  package private(set) var stop: JSONFault?

  package init(form: JSONDocument.Form) {
    self.form = form
    validator = JSONValidator(form: form == .value ? .value : .lines)
  }

  /// The first place where the body stops being JSON; nil while there is none.
  package var fault: JSONFault? { brokenLines.first?.fault ?? stop }

  /// What is wrong with the line that begins here; nil where nothing is.
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

  /// Checks about `budget` more bytes of a complete body.
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

  /// For JSON Lines, continues after the invalid line; otherwise, stops the check.
  ///
  /// - Returns: The length of the skipped line in bytes; 0 when the check stops.
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

  /// The error of one line alone, because the first check may have read far past the end of the line.
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
        // A carriage return before it belongs to the break.
        let end = at + place
        return place > 0 && piece[place - 1] == 0x0D && end - 1 > start ? end - 1 : end
      }
      at += max(1, got)
    }
    return source.count
  }
}
