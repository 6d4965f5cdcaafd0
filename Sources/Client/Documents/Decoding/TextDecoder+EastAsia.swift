/// The decoders of Chinese, Korean and Japanese encodings, including recovery after invalid bytes.
extension TextDecoder {
  /// Appends a two-byte character, or U+FFFD for invalid bytes, followed by the second byte if that
  /// is ASCII.
  private static func add(
    _ code: UInt32?, endingIn byte: UInt8, to text: inout [UInt8]
  ) {
    add(code, to: &text)
    if code == nil, byte < 0x80 { text.append(byte) }
  }

  /// Decodes a byte at the start of a character. Appends ASCII, appends U+FFFD for 0x80 and 0xFF,
  /// or stores any other byte as the first of two.
  private mutating func feedFirst(_ byte: UInt8, _ text: inout [UInt8]) {
    switch byte {
    case 0..<0x80: text.append(byte)
    case 0x80, 0xFF: Self.fail(&text)
    default: state.first = byte
    }
  }

  mutating func feed(
    gb18030 byte: UInt8, _ table: EncodingTable, _ ranges: EncodingTable, _ text: inout [UInt8]
  ) {
    let (first, second, third) = (state.first, state.second, state.third)
    let isDigit = (0x30...0x39).contains(byte)
    if third != 0 {
      state = State()
      guard isDigit else {
        Self.fail(&text)
        for restored in [second, third, byte] { feed(gb18030: restored, table, ranges, &text) }
        return
      }
      let lead = (Int(first) - 0x81) * 12_600 + (Int(second) - 0x30) * 1_260
      let pointer = lead + (Int(third) - 0x81) * 10 + Int(byte) - 0x30
      let isLater = (189_000...1_237_575).contains(pointer)
      Self.add(isLater ? UInt32(pointer - 189_000 + 0x10000) : ranges[pointer], to: &text)
    } else if second != 0 {
      if (0x81...0xFE).contains(byte) {
        state.third = byte
      } else {
        state = State()
        Self.fail(&text)
        for restored in [second, byte] { feed(gb18030: restored, table, ranges, &text) }
      }
    } else if first != 0 {
      if isDigit {
        state.second = byte
        return
      }
      state.first = 0
      let isTrail = (0x40...0x7E).contains(byte) || (0x80...0xFE).contains(byte)
      let pointer = (Int(first) - 0x81) * 190 + Int(byte) - (byte < 0x7F ? 0x40 : 0x41)
      Self.add(isTrail ? table[pointer] : nil, endingIn: byte, to: &text)
    } else if byte == 0x80 {
      Self.add(0x20AC, to: &text)
    } else {
      feedFirst(byte, &text)
    }
  }

  mutating func feed(big5 byte: UInt8, _ table: EncodingTable, _ text: inout [UInt8]) {
    let lead = state.first
    if lead != 0 {
      state.first = 0
      let isTrail = (0x40...0x7E).contains(byte) || (0xA1...0xFE).contains(byte)
      let pointer = (Int(lead) - 0x81) * 157 + Int(byte) - (byte < 0x7F ? 0x40 : 0x62)
      // Four pointers decode to a letter and a combining mark.
      if isTrail, let (letter, mark) = Self.pairs[pointer] {
        Self.add(letter, to: &text)
        return Self.add(mark, to: &text)
      }
      Self.add(isTrail ? table[pointer] : nil, endingIn: byte, to: &text)
    } else {
      feedFirst(byte, &text)
    }
  }

  private static let pairs: [Int: (UInt32, UInt32)] = [
    1133: (0xCA, 0x304), 1135: (0xCA, 0x30C), 1164: (0xEA, 0x304), 1166: (0xEA, 0x30C),
  ]

  mutating func feed(eucKR byte: UInt8, _ table: EncodingTable, _ text: inout [UInt8]) {
    let lead = state.first
    if lead != 0 {
      state.first = 0
      let isTrail = (0x41...0xFE).contains(byte)
      let code = isTrail ? table[(Int(lead) - 0x81) * 190 + Int(byte) - 0x41] : nil
      Self.add(code, endingIn: byte, to: &text)
    } else {
      feedFirst(byte, &text)
    }
  }

  mutating func feed(shiftJIS byte: UInt8, _ table: EncodingTable, _ text: inout [UInt8]) {
    let lead = state.first
    if lead != 0 {
      state.first = 0
      let isTrail = (0x40...0x7E).contains(byte) || (0x80...0xFC).contains(byte)
      let row = Int(lead) - (lead < 0xA0 ? 0x81 : 0xC1)
      let pointer = row * 188 + Int(byte) - (byte < 0x7F ? 0x40 : 0x41)
      Self.add(isTrail ? table[pointer] : nil, endingIn: byte, to: &text)
      return
    }
    switch byte {
    case 0...0x80: Self.add(UInt32(byte), to: &text)
    case 0xA1...0xDF: Self.add(0xFF61 - 0xA1 + UInt32(byte), to: &text)
    case 0x81...0x9F, 0xE0...0xFC: state.first = byte
    default: Self.fail(&text)
    }
  }

  mutating func feed(
    eucJP byte: UInt8, _ table: EncodingTable, _ later: EncodingTable, _ text: inout [UInt8]
  ) {
    let lead = state.first
    if lead == 0x8E, (0xA1...0xDF).contains(byte) {
      state.first = 0
      return Self.add(0xFF61 - 0xA1 + UInt32(byte), to: &text)
    }
    if lead == 0x8F, (0xA1...0xFE).contains(byte) {
      (state.isLaterPlane, state.first) = (true, byte)
      return
    }
    if lead != 0 {
      let plane = state.isLaterPlane ? later : table
      (state.isLaterPlane, state.first) = (false, 0)
      let isPair = (0xA1...0xFE).contains(lead) && (0xA1...0xFE).contains(byte)
      let code = isPair ? plane[(Int(lead) - 0xA1) * 94 + Int(byte) - 0xA1] : nil
      return Self.add(code, endingIn: byte, to: &text)
    }
    switch byte {
    case 0..<0x80: text.append(byte)
    case 0x8E, 0x8F, 0xA1...0xFE: state.first = byte
    default: Self.fail(&text)
    }
  }

  mutating func feed(iso2022JP byte: UInt8, _ table: EncodingTable, _ text: inout [UInt8]) {
    if byte == 0x1B, state.mode != .escapeStart, state.mode != .escape {
      if state.mode == .trail { Self.fail(&text) }
      state.mode = .escapeStart
      return
    }
    switch state.mode {
    case .escapeStart:
      if byte == 0x24 || byte == 0x28 {
        (state.first, state.mode) = (byte, .escape)
        return
      }
      (state.hasSwitched, state.mode) = (false, state.outputMode)
      Self.fail(&text)
      return feed(iso2022JP: byte, table, &text)
    case .escape:
      let leading = state.first
      state.first = 0
      let next: JISMode? =
        switch (leading, byte) {
        case (0x28, 0x42): .ascii
        case (0x28, 0x4A): .roman
        case (0x28, 0x49): .katakana
        case (0x24, 0x40), (0x24, 0x42): .lead
        default: nil
        }
      if let next {
        (state.mode, state.outputMode) = (next, next)
        if state.hasSwitched { Self.fail(&text) }
        state.hasSwitched = true
        return
      }
      (state.hasSwitched, state.mode) = (false, state.outputMode)
      Self.fail(&text)
      for restored in [leading, byte] { feed(iso2022JP: restored, table, &text) }
      return
    case .trail:
      state.mode = .lead
      guard (0x21...0x7E).contains(byte) else { return Self.fail(&text) }
      let pointer = (Int(state.first) - 0x21) * 94 + Int(byte) - 0x21
      return Self.add(table[pointer], to: &text)
    case .ascii, .roman, .katakana, .lead: break
    }
    state.hasSwitched = false
    switch state.mode {
    case .roman where byte == 0x5C: Self.add(0xA5, to: &text)
    case .roman where byte == 0x7E: Self.add(0x203E, to: &text)
    case .ascii where byte < 0x80 && byte != 0x0E && byte != 0x0F,
      .roman where byte < 0x80 && byte != 0x0E && byte != 0x0F:
      text.append(byte)
    case .katakana where (0x21...0x5F).contains(byte):
      Self.add(0xFF61 - 0x21 + UInt32(byte), to: &text)
    case .lead where (0x21...0x7E).contains(byte): (state.first, state.mode) = (byte, .trail)
    default: Self.fail(&text)
    }
  }
}
