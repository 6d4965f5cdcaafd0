/// The part of a number that was read last (RFC 8259, section 6).
enum NumberPart: Sendable {
  case minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits

  /// Whether the number can end after this part.
  var mayEnd: Bool {
    switch self {
    case .zero, .integer, .fraction, .exponentDigits: true
    case .minus, .point, .exponent, .exponentSign: false
    }
  }

  /// Returns the part to which `byte` belongs, or nil if the number cannot continue with `byte`.
  func next(_ byte: UInt8) -> NumberPart? {
    let isDigit = JSONByte.isDigit(byte)
    switch self {
    case .minus: return byte == 0x30 ? .zero : isDigit ? .integer : nil
    case .zero, .integer:
      if isDigit { return self == .integer ? .integer : nil }
      if byte == UInt8(ascii: ".") { return .point }
      return byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
    case .point: return isDigit ? .fraction : nil
    case .fraction:
      if isDigit { return .fraction }
      return byte | 0x20 == UInt8(ascii: "e") ? .exponent : nil
    case .exponent:
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { return .exponentSign }
      return isDigit ? .exponentDigits : nil
    case .exponentSign, .exponentDigits: return isDigit ? .exponentDigits : nil
    }
  }
}

/// The stack of open containers of a JSON text, with one bit for each: object or array.
struct Nesting: Sendable {
  enum Container { case object, array }

  private var words: [UInt64] = []
  private(set) var depth = 0

  /// Whether the innermost container is an object, or nil if no container is open.
  var isObject: Bool? {
    guard depth > 0 else { return nil }
    return words[(depth - 1) / 64] >> UInt64((depth - 1) % 64) & 1 == 1
  }

  mutating func push(_ container: Container) {
    if depth / 64 == words.count { words.append(0) }
    let bit: UInt64 = 1 << UInt64(depth % 64)
    if container == .object { words[depth / 64] |= bit } else { words[depth / 64] &= ~bit }
    depth += 1
  }

  /// Closes the innermost container. Does nothing if no container is open.
  mutating func pop() { depth = max(0, depth - 1) }
}

/// A check of the escapes, surrogates and UTF-8 of one string.
struct StringCheck: Sendable {
  enum Verdict {
    case inside, closed
    case fault(JSONFault.Expected)
  }

  private var isEscaped = false
  private var hexLeft = 0
  private var unit: UInt32 = 0
  private var awaitsLow = false
  private var utf8 = UTF8Check()
  private var oddity: JSONRemark.Kind?

  /// Whether a plain byte would not change the state, because no escape, surrogate pair or
  /// character is incomplete and no remark is pending.
  var isPlain: Bool {
    !isEscaped && hexLeft == 0 && !awaitsLow && utf8.isComplete && oddity == nil
  }

  /// Returns and clears the remark found since the last call, or returns nil if there is none.
  mutating func takeOddity() -> JSONRemark.Kind? {
    guard oddity != nil else { return nil }
    defer { oddity = nil }
    return oddity
  }

  mutating func take(_ byte: UInt8) -> Verdict {
    if hexLeft > 0 {
      guard let digit = JSONByte.hex(byte) else { return .fault(.hexDigit) }
      unit = unit << 4 | digit
      hexLeft -= 1
      if hexLeft == 0 { judgeUnit() }
      return .inside
    }
    if isEscaped {
      isEscaped = false
      if byte == UInt8(ascii: "u") {
        hexLeft = 4
        unit = 0
        return .inside
      }
      endPair()
      return "\"\\/bfnrt".utf8.contains(byte) ? .inside : .fault(.escape)
    }
    if byte == JSONByte.backslash {
      if !utf8.isComplete { oddity = .invalidUTF8 }
      utf8 = UTF8Check()
      isEscaped = true
      return .inside
    }
    endPair()
    if !utf8.take(byte) { oddity = .invalidUTF8 }
    if byte == JSONByte.quote { return .closed }
    return byte < 0x20 ? .fault(.closingQuote) : .inside
  }

  private mutating func judgeUnit() {
    switch unit {
    case 0xDC00...0xDFFF:
      if !awaitsLow { oddity = .loneSurrogate }
      awaitsLow = false
    case 0xD800...0xDBFF:
      endPair()
      awaitsLow = true
    default: endPair()
    }
  }

  private mutating func endPair() {
    if awaitsLow { oddity = .loneSurrogate }
    awaitsLow = false
  }
}

/// A check of UTF-8 (RFC 3629). Overlong forms, surrogates and code points above U+10FFFF are
/// invalid.
struct UTF8Check: Sendable {
  private var left = 0
  private var lowest: UInt8 = 0x80
  private var highest: UInt8 = 0xBF

  /// Whether no character is incomplete.
  var isComplete: Bool { left == 0 }

  /// Checks the next byte. Returns false if the byte is not allowed here, and expects a new
  /// character after it.
  mutating func take(_ byte: UInt8) -> Bool {
    if left > 0 {
      let fits = byte >= lowest && byte <= highest
      left = fits ? left - 1 : 0
      (lowest, highest) = (0x80, 0xBF)
      return fits
    }
    switch byte {
    case ..<0x80: return true
    case 0xC2...0xDF: left = 1
    case 0xE0: (left, lowest) = (2, 0xA0)
    case 0xED: (left, highest) = (2, 0x9F)
    case 0xE1...0xEF: left = 2
    case 0xF0: (left, lowest) = (3, 0x90)
    case 0xF1...0xF3: left = 3
    case 0xF4: (left, highest) = (3, 0x8F)
    default: return false
    }
    return true
  }
}

/// The keys of the open objects, used to find repeated keys.
struct OpenKeys: Sendable {
  private var objects: [Set<[UInt8]>] = []
  private var raw: [UInt8] = []

  mutating func open() { objects.append([]) }
  mutating func close() { if !objects.isEmpty { objects.removeLast() } }
  mutating func startKey() { raw = [] }
  mutating func take(_ byte: UInt8) { raw.append(byte) }

  /// Ends a key, and returns its raw text if the key is repeated in its object. `"a"` and
  /// `"\u0061"` are the same key.
  mutating func finishKey() -> [UInt8]? {
    guard !objects.isEmpty else { return nil }
    let isNew = objects[objects.count - 1].insert(JSONText.decoded(raw)).inserted
    return isNew ? nil : raw
  }
}
