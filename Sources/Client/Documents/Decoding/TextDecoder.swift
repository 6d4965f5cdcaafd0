/// A decoder that converts text to UTF-8 in chunks, which may end within a character.
///
/// Invalid bytes become U+FFFD. An ASCII byte that ends an invalid sequence is decoded as itself.
///
/// - Source: Encoding Standard (WHATWG), sections 9 to 14.
struct TextDecoder: Sendable {
  /// The bytes of an incomplete character and, for ISO-2022-JP, the current character set.
  struct State: Hashable, Sendable {
    var first: UInt8 = 0
    var second: UInt8 = 0
    var third: UInt8 = 0
    var hasByte = false
    var surrogate: UInt16 = 0
    var isLaterPlane = false
    var mode = JISMode.ascii
    var outputMode = JISMode.ascii
    var hasSwitched = false
  }

  /// The states of the ISO-2022-JP decoder.
  enum JISMode: Sendable { case ascii, roman, katakana, lead, trail, escapeStart, escape }

  var state = State()
  private let method: Method

  private enum Method: Sendable {
    case single(EncodingTable)
    case gb18030(EncodingTable, EncodingTable)
    case big5(EncodingTable)
    case eucKR(EncodingTable)
    case shiftJIS(EncodingTable)
    case eucJP(EncodingTable, EncodingTable)
    case iso2022JP(EncodingTable)
    case utf16(Order)
    case userDefined, replacement
  }

  private enum Order: Sendable { case little, big }

  /// Creates a decoder.
  ///
  /// - Returns: Nil for UTF-8, which needs no decoding, and if the C library does not have a
  ///   converter.
  init?(_ encoding: TextEncoding) {
    let way: Method? =
      switch encoding {
      case .utf8: nil
      case .gbk, .gb18030:
        EncodingTable.gb18030.flatMap { table in
          EncodingTable.gb18030Ranges.map { .gb18030(table, $0) }
        }
      case .big5: EncodingTable.big5.map(Method.big5)
      case .eucKR: EncodingTable.eucKR.map(Method.eucKR)
      case .shiftJIS: EncodingTable.jis0208.map(Method.shiftJIS)
      case .eucJP:
        EncodingTable.jis0208.flatMap { table in
          EncodingTable.jis0212.map { .eucJP(table, $0) }
        }
      case .iso2022JP: EncodingTable.jis0208.map(Method.iso2022JP)
      case .utf16LE: .utf16(.little)
      case .utf16BE: .utf16(.big)
      case .userDefined: .userDefined
      case .replacement: .replacement
      default: EncodingTable.upperHalf(of: encoding).map(Method.single)
      }
    guard let way else { return nil }
    self.method = way
  }

  /// Decodes the next bytes and appends their text to `text`.
  mutating func decode(_ bytes: some Sequence<UInt8>, into text: inout [UInt8]) {
    switch method {
    case .single(let table):
      for byte in bytes {
        if byte < 0x80 { text.append(byte) } else { Self.add(table[Int(byte) - 0x80], to: &text) }
      }
    case .userDefined:
      for byte in bytes { Self.add(byte < 0x80 ? UInt32(byte) : 0xF700 + UInt32(byte), to: &text) }
    case .utf16(let order): for byte in bytes { feed(utf16: byte, order, &text) }
    case .replacement:
      for _ in bytes where !state.hasByte {
        state.hasByte = true
        Self.fail(&text)
      }
    case .big5(let table): for byte in bytes { feed(big5: byte, table, &text) }
    case .eucKR(let table): for byte in bytes { feed(eucKR: byte, table, &text) }
    case .shiftJIS(let table): for byte in bytes { feed(shiftJIS: byte, table, &text) }
    case .eucJP(let table, let later): for byte in bytes { feed(eucJP: byte, table, later, &text) }
    case .gb18030(let table, let ranges):
      for byte in bytes { feed(gb18030: byte, table, ranges, &text) }
    case .iso2022JP(let table): for byte in bytes { feed(iso2022JP: byte, table, &text) }
    }
  }

  /// Ends the text, and appends a replacement character if the last character is incomplete.
  mutating func finish(into text: inout [UInt8]) {
    defer { state = State() }
    switch method {
    case .single, .userDefined, .replacement: return
    case .utf16: if state.hasByte || state.surrogate != 0 { Self.fail(&text) }
    case .iso2022JP(let table):
      switch state.mode {
      case .trail, .escapeStart: Self.fail(&text)
      case .escape:
        let leading = state.first
        (state.mode, state.first) = (state.outputMode, 0)
        Self.fail(&text)
        feed(iso2022JP: leading, table, &text)
        if state.mode == .trail { Self.fail(&text) }
      case .ascii, .roman, .katakana, .lead: return
      }
    case .gb18030, .big5, .eucKR, .shiftJIS, .eucJP:
      if state.first != 0 { Self.fail(&text) }
    }
  }

  // MARK: Output

  static func fail(_ text: inout [UInt8]) { text.append(contentsOf: [0xEF, 0xBF, 0xBD]) }

  static func add(_ code: UInt32?, to text: inout [UInt8]) {
    guard let code else { return fail(&text) }
    switch code {
    case 0..<0x80: text.append(UInt8(code))
    case 0x80..<0x800:
      text.append(UInt8(0xC0 | code >> 6))
      text.append(UInt8(0x80 | code & 0x3F))
    case 0x800..<0x10000:
      text.append(UInt8(0xE0 | code >> 12))
      text.append(UInt8(0x80 | code >> 6 & 0x3F))
      text.append(UInt8(0x80 | code & 0x3F))
    default:
      text.append(UInt8(0xF0 | code >> 18))
      text.append(UInt8(0x80 | code >> 12 & 0x3F))
      text.append(UInt8(0x80 | code >> 6 & 0x3F))
      text.append(UInt8(0x80 | code & 0x3F))
    }
  }

  // MARK: UTF-16

  private mutating func feed(utf16 byte: UInt8, _ order: Order, _ text: inout [UInt8]) {
    guard state.hasByte else {
      (state.first, state.hasByte) = (byte, true)
      return
    }
    state.hasByte = false
    let (low, high) = order == .little ? (state.first, byte) : (byte, state.first)
    let unit = UInt16(high) << 8 | UInt16(low)
    if state.surrogate != 0 {
      let leading = state.surrogate
      state.surrogate = 0
      if (0xDC00...0xDFFF).contains(unit) {
        return Self.add(
          0x10000 + (UInt32(leading) - 0xD800) << 10 + (UInt32(unit) - 0xDC00), to: &text)
      }
      Self.fail(&text)
    }
    switch unit {
    case 0xD800...0xDBFF: state.surrogate = unit
    case 0xDC00...0xDFFF: Self.fail(&text)
    default: Self.add(UInt32(unit), to: &text)
    }
  }
}
