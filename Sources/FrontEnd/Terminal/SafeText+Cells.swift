extension SafeText {
  /// The glyphs of the text from left to right. A wide glyph appears once, without its
  /// continuation.
  package var glyphs: [Glyph] {
    if width == string.utf8.count {
      // Each scalar has one column and one byte, so the text is printable ASCII.
      return string.unicodeScalars.map { Glyph($0, width: 1) }
    }
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(width)
    var base: Unicode.Scalar?
    var baseWidth: UInt8 = 1
    var marks: [UInt32] = []
    func close() {
      if let base { glyphs.append(Glyph(base: base.value, marks: marks, width: baseWidth)) }
      marks.removeAll(keepingCapacity: true)
    }
    for scalar in string.unicodeScalars {
      let shape = ScalarShape(scalar)
      if shape == .combining {
        marks.append(scalar.value)
      } else {
        close()
        base = scalar
        baseWidth = shape == .wide ? 2 : 1
      }
    }
    close()
    return glyphs
  }

  /// Truncates the text to `columns`. The last cell of truncated text is `…`.
  package func fitted(to columns: Int) -> SafeText {
    guard width > columns else { return self }
    guard columns > 0 else { return SafeText(trusted: "", width: 0) }
    var taken = 0
    var text = ""
    for glyph in glyphs {
      guard taken + Int(glyph.width) <= columns - 1 else { break }
      text += glyph.text
      taken += Int(glyph.width)
    }
    return SafeText(trusted: text + "…", width: taken + 1)
  }

  /// Truncates the text in the middle. A `…` replaces the removed part.
  ///
  /// Used for addresses, because they often differ only at the end.
  package func fittedInMiddle(to columns: Int) -> SafeText {
    guard width > columns else { return self }
    guard columns > 2 else { return fitted(to: columns) }
    let tail = (columns - 1) / 2
    let end = dropping(columns: width - tail)
    return fitted(to: columns - tail) + end
  }

  /// Divides the text into pieces of at most `columns`.
  package func pieces(of columns: Int) -> [SafeText] {
    guard columns > 1, width > columns else { return [self] }
    var pieces: [SafeText] = []
    var text = ""
    var taken = 0
    for glyph in glyphs {
      if taken + Int(glyph.width) > columns {
        pieces.append(SafeText(trusted: text, width: taken))
        (text, taken) = ("", 0)
      }
      text += glyph.text
      taken += Int(glyph.width)
    }
    return pieces + [SafeText(trusted: text, width: taken)]
  }

  /// Removes the first `columns` of the text, for scrolling to the right. Half of a wide character
  /// becomes a space.
  package func dropping(columns: Int) -> SafeText {
    guard columns > 0 else { return self }
    guard columns < width else { return SafeText(trusted: "", width: 0) }
    var skipped = 0
    var text = ""
    for glyph in glyphs {
      if skipped >= columns {
        text += glyph.text
      } else if skipped + Int(glyph.width) > columns {
        text += " "
      }
      skipped += Int(glyph.width)
    }
    return SafeText(trusted: text, width: width - columns)
  }

  /// Pads or truncates the text to exactly `columns`. Truncated text ends in `…`.
  package func padded(to columns: Int) -> SafeText {
    guard width < columns else { return fitted(to: columns) }
    let gap = columns - width
    return SafeText(trusted: string + String(repeating: " ", count: gap), width: columns)
  }

  /// Returns whether `text` contains only bytes from 20 to 7E (hexadecimal).
  static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var index = 0
      while index + 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard allPrintable(word) else { return false }
        index += 8
      }
      while index < raw.count {
        guard (0x20..<0x7F).contains(raw[index]) else { return false }
        index += 1
      }
      return true
    } ?? text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// Returns whether all eight bytes are from 20 to 7E (hexadecimal).
  ///
  /// All high bits must be clear, subtracting 20 must not borrow in any byte, and adding 1 must not
  /// give 80 in any byte. If all high bits are clear, additions do not carry into the next byte.
  private static func allPrintable(_ word: UInt64) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    let ones: UInt64 = 0x0101_0101_0101_0101
    guard word & high == 0 else { return false }
    let notBelowSpace = (word | high) &- ones &* 0x20
    return notBelowSpace & high == high && (word &+ ones) & high == 0
  }
}
