import CJSONScan

/// A check whether text is JSON according to RFC 8259, which accepts the text in chunks.
///
/// The validator is not recursive, and needs one bit per nested level. Numbers and strings are
/// checked but not converted. Text after the first error is ignored.
package struct JSONValidator: Sendable {
  /// The check for repeated keys, which needs memory for every key of the open objects.
  package enum Keys: Sendable { case compare, ignore }
  /// The form of the text: one value, or one value per line.
  package enum Form: Sendable { case value, lines }

  /// The first error, or nil if there is none so far.
  package private(set) var fault: JSONFault?
  /// The remarks in text order, at most `remarkLimit`.
  package private(set) var remarks: [JSONRemark] = []

  /// The first bytes that are not UTF-8, or nil if there are none so far. They are stored even if
  /// `remarks` is full.
  package private(set) var brokenText: JSONRemark?

  static let remarkLimit = 100

  /// The offset and line of the latest top-level value.
  private(set) var root = (offset: 0, line: 1)

  private var state = State.start
  private var nesting = Nesting()
  private var text = StringCheck()
  private var keys: OpenKeys?
  private let form: Form
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  /// The number of UTF-8 continuation bytes in this line, which is subtracted because columns count
  /// scalars.
  private var continuations = 0

  package init(keys: Keys = .ignore, form: Form = .value) {
    self.keys = keys == .compare ? OpenKeys() : nil
    self.form = form
  }

  /// Creates a validator for JSON Lines that starts at a later line of the text.
  init(linesFrom offset: Int, line: Int) {
    self.init(form: .lines)
    (self.offset, self.line, lineStart, state) = (offset, line, offset, .nextLine)
    root = (offset, line)
  }

  /// Returns the first error of a complete text, or nil if the text is JSON.
  package static func fault(in bytes: [UInt8]) -> JSONFault? {
    var validator = JSONValidator()
    validator.feed(bytes)
    return validator.finish()
  }

  package mutating func feed(_ bytes: [UInt8]) { feed(bytes[...]) }

  /// Checks the next chunk. The function is not generic, because that was nine times slower across
  /// modules.
  package mutating func feed(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { feed($0) }
  }

  /// Checks the next chunk without copying it.
  package mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
    var at = 0
    while at < bytes.count {
      guard fault == nil else { return }
      let byte = bytes[at]
      take(byte)
      at += 1
      offset += 1
      if byte & 0xC0 == 0x80 { continuations += 1 }
      // Plain text in strings is skipped in one step, because it is most of a typical body.
      if at < bytes.count, isInText, text.isPlain {
        let rest = UnsafeBufferPointer(rebasing: bytes[at...])
        let run = cjs_plain(rest.baseAddress, rest.count)
        at += run
        offset += run
      }
    }
  }

  /// Whether the next bytes are in a string that need not be stored. Keys must be stored if they
  /// are compared.
  private var isInText: Bool {
    switch state {
    case .inString: fault == nil
    case .inKey: fault == nil && keys == nil
    default: false
    }
  }

  /// Ends the text. Returns the first error, or nil if the text is JSON.
  package mutating func finish() -> JSONFault? {
    if fault == nil, let expected = expectedAtEnd() { fail(expected, nil) }
    return fault
  }

  private mutating func take(_ byte: UInt8) {
    switch state {
    case .inString, .inKey: takeInString(byte)
    case .number(let part): takeInNumber(byte, part)
    case .word(let word, let seen): takeInWord(byte, word, seen)
    default:
      if JSONByte.isSpace(byte) {
        if byte == JSONByte.newline {
          line += 1
          lineStart = offset + 1
          continuations = 0
          if form == .lines, nesting.depth == 0, case .afterValue = state { state = .nextLine }
        }
        if case .mark = state { fail(.value, byte) } else if case .start = state { state = .value }
      } else {
        takeStructure(byte)
      }
    }
  }

  private mutating func takeStructure(_ byte: UInt8) {
    switch state {
    case .start:
      if byte == 0xEF { state = .mark(1) } else { startValue(byte, else: .value) }
    case .mark(let seen):
      guard byte == (seen == 1 ? 0xBB : 0xBF) else { return fail(.value, byte) }
      state = seen == 1 ? .mark(2) : .value
      if seen == 2 { remark(.byteOrderMark, at: 0) }
    case .value, .nextLine: startValue(byte, else: .value)
    case .valueOrClose:
      if byte == JSONByte.closeArray { close() } else { startValue(byte, else: .valueOrCloseArray) }
    case .keyOrClose:
      if byte == JSONByte.closeObject { close() } else { startKey(byte, else: .keyOrCloseObject) }
    case .key: startKey(byte, else: .key)
    case .colon: if byte == JSONByte.colon { state = .value } else { fail(.colon, byte) }
    case .afterValue: takeAfterValue(byte)
    case .inString, .inKey, .number, .word: break
    }
  }

  private mutating func takeAfterValue(_ byte: UInt8) {
    guard let isObject = nesting.isObject else { return fail(.nothingMore, byte) }
    switch byte {
    case JSONByte.comma: state = isObject ? .key : .value
    case isObject ? JSONByte.closeObject : JSONByte.closeArray: close()
    default: fail(isObject ? .commaOrCloseObject : .commaOrCloseArray, byte)
    }
  }

  private mutating func startValue(_ byte: UInt8, else expected: JSONFault.Expected) {
    if nesting.depth == 0 { root = (offset, line) }
    switch byte {
    case JSONByte.openObject:
      nesting.push(.object)
      keys?.open()
      state = .keyOrClose
    case JSONByte.openArray:
      nesting.push(.array)
      keys?.open()
      state = .valueOrClose
    case JSONByte.quote:
      text = StringCheck()
      state = .inString
    case UInt8(ascii: "-"): state = .number(.minus)
    case UInt8(ascii: "0"): state = .number(.zero)
    case 0x31...0x39: state = .number(.integer)
    case UInt8(ascii: "t"): state = .word(.true, seen: 1)
    case UInt8(ascii: "f"): state = .word(.false, seen: 1)
    case UInt8(ascii: "n"): state = .word(.null, seen: 1)
    default: fail(expected, byte)
    }
  }

  private mutating func startKey(_ byte: UInt8, else expected: JSONFault.Expected) {
    guard byte == JSONByte.quote else { return fail(expected, byte) }
    text = StringCheck()
    keys?.startKey()
    state = .inKey
  }

  private mutating func close() {
    nesting.pop()
    keys?.close()
    state = .afterValue
  }

  private mutating func takeInString(_ byte: UInt8) {
    let isKey = if case .inKey = state { true } else { false }
    switch text.take(byte) {
    case .inside: if isKey { keys?.take(byte) }
    case .closed:
      if isKey, let raw = keys?.finishKey() {
        remark(.duplicateKey(raw), at: offset - raw.count - 1)
      }
      state = isKey ? .colon : .afterValue
    case .fault(let expected): return fail(expected, byte)
    }
    if let oddity = text.takeOddity() { remark(oddity, at: offset) }
  }

  private mutating func takeInNumber(_ byte: UInt8, _ part: NumberPart) {
    if let next = part.next(byte) {
      state = .number(next)
    } else if part.mayEnd {
      // A number has no closing mark, so the byte after it is also checked as structure. A byte
      // that cannot follow a number is an error, as in "01" and "1.5.2".
      guard JSONByte.endsWord(byte), byte != JSONByte.quote else {
        return fail(.digitFractionOrEnd, byte)
      }
      state = .afterValue
      take(byte)
    } else {
      fail(.digit, byte)
    }
  }

  private mutating func takeInWord(_ byte: UInt8, _ word: Word, _ seen: Int) {
    guard byte == word.text.utf8Start[seen] else { return fail(.word("\(word.text)"), byte) }
    state = seen + 1 == word.text.utf8CodeUnitCount ? .afterValue : .word(word, seen: seen + 1)
  }

  private func expectedAtEnd() -> JSONFault.Expected? {
    switch state {
    case .start, .mark, .value: .value
    case .valueOrClose: .valueOrCloseArray
    case .keyOrClose: .keyOrCloseObject
    case .key: .key
    case .colon: .colon
    case .nextLine: nil
    case .afterValue: nesting.isObject.map { $0 ? .commaOrCloseObject : .commaOrCloseArray }
    case .inString, .inKey: .closingQuote
    case .number(let part):
      if part.mayEnd {
        nesting.isObject.map { $0 ? .commaOrCloseObject : .commaOrCloseArray }
      } else {
        .digit
      }
    case .word(let word, _): .word("\(word.text)")
    }
  }

  private var place: TextPosition {
    TextPosition(line: line, column: offset - lineStart - continuations + 1)
  }

  private mutating func fail(_ expected: JSONFault.Expected, _ found: UInt8?) {
    fault = JSONFault(offset: offset, place: place, expected: expected, found: found)
  }

  private mutating func remark(_ kind: JSONRemark.Kind, at start: Int) {
    let remark = JSONRemark(kind: kind, offset: start, place: place)
    if kind == .invalidUTF8, brokenText == nil { brokenText = remark }
    if remarks.count < Self.remarkLimit { remarks.append(remark) }
  }
}

extension JSONValidator {
  private enum Word: Sendable {
    case `true`, `false`, null

    var text: StaticString {
      switch self {
      case .true: "true"
      case .false: "false"
      case .null: "null"
      }
    }
  }

  /// The position in the grammar, which determines the allowed tokens.
  private enum State: Sendable {
    case start
    case mark(UInt8)
    /// After a value of JSON Lines, where the next value or the end of the text may follow.
    case nextLine
    case value, valueOrClose, keyOrClose, key, colon, afterValue
    case inString, inKey
    case word(Word, seen: Int)
    case number(NumberPart)
  }
}
