/// Functions that search and split text by bytes instead of characters.
///
/// In Swift, a separator and a combining mark after it form one `Character`:
/// `"/\u{301}".hasPrefix("/")` is false. Also, different bytes can be canonically equivalent and
/// therefore equal. The program at the other end of the connection compares bytes. Therefore every
/// parser must use these functions. Separators are ASCII.
///
/// The functions are inlinable so that other modules specialise them. Otherwise opening an OpenAPI
/// document of 10 MB took a quarter longer.
extension StringProtocol {
  /// Returns the index of the first occurrence of an ASCII separator.
  @inlinable package func firstIndex(ofByte separator: Unicode.Scalar) -> Index? {
    utf8.firstIndex(of: UInt8(ascii: separator))
  }

  /// Returns the index of the first occurrence of any of several ASCII separators.
  @inlinable package func firstIndex(ofAnyByte separators: StaticString) -> Index? {
    separators.withUTF8Buffer { known in utf8.firstIndex { known.contains($0) } }
  }

  /// Returns the range of the first occurrence of these bytes.
  @inlinable package func firstRange(ofBytes bytes: String) -> Range<Index>? {
    guard let first = bytes.utf8.first else { return startIndex..<startIndex }
    var start = startIndex
    while let found = utf8[start...].firstIndex(of: first) {
      if utf8[found...].starts(with: bytes.utf8) {
        return found..<utf8.index(found, offsetBy: bytes.utf8.count)
      }
      start = utf8.index(after: found)
    }
    return nil
  }

  @inlinable package func contains(byte: Unicode.Scalar) -> Bool { firstIndex(ofByte: byte) != nil }

  @inlinable package func contains(anyByte separators: StaticString) -> Bool {
    firstIndex(ofAnyByte: separators) != nil
  }

  @inlinable package func contains(bytes: String) -> Bool { firstRange(ofBytes: bytes) != nil }

  @inlinable package func begins(with prefix: some StringProtocol) -> Bool {
    utf8.starts(with: prefix.utf8)
  }

  @inlinable package func ends(with suffix: some StringProtocol) -> Bool {
    utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  /// Returns whether both strings have the same bytes. In contrast, `==` also accepts canonical
  /// equivalents.
  @inlinable package func isSame(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

extension StringProtocol where SubSequence == Substring, UTF8View: BidirectionalCollection {
  /// Returns the index of the last occurrence of an ASCII separator.
  @inlinable package func lastIndex(ofByte separator: Unicode.Scalar) -> Index? {
    utf8.lastIndex(of: UInt8(ascii: separator))
  }

  /// Returns the text without its first `count` bytes. These bytes must be complete scalars.
  @inlinable package func dropping(bytes count: Int) -> Substring {
    self[(utf8.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)...]
  }

  /// Returns the text without its last `count` bytes. These bytes must be complete scalars.
  @inlinable package func droppingLast(bytes count: Int) -> Substring {
    self[..<(utf8.index(endIndex, offsetBy: -count, limitedBy: startIndex) ?? startIndex)]
  }

  /// Returns the text after the separator at an index.
  @inlinable package func rest(after index: Index) -> Substring {
    self[utf8.index(after: index)...]
  }

  /// Returns the text up to an index, including the byte at that index.
  @inlinable package func through(_ index: Index) -> Substring { self[..<utf8.index(after: index)] }

  /// Returns the text before and after the first separator. Returns nil if there is no separator.
  @inlinable package func cut(at separator: Unicode.Scalar) -> (
    before: Substring, after: Substring
  )? {
    firstIndex(ofByte: separator).map { (self[..<$0], rest(after: $0)) }
  }

  /// Returns the parts between separators. Empty parts are included.
  @inlinable package func pieces(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [Substring]
  {
    utf8.split(
      separator: UInt8(ascii: separator), maxSplits: maxSplits, omittingEmptySubsequences: false
    ).map { self[$0.startIndex..<$0.endIndex] }
  }

  /// Returns the parts between separators. Empty parts are omitted.
  @inlinable package func words(at separator: Unicode.Scalar) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator)).map { self[$0.startIndex..<$0.endIndex] }
  }

  /// Returns the text after replacing every occurrence of some bytes.
  @inlinable package func replacing(bytes: String, with replacement: String) -> String {
    var result = ""
    var rest = self[...]
    while let found = rest.firstRange(ofBytes: bytes), !found.isEmpty {
      result += rest[..<found.lowerBound] + replacement
      rest = rest[found.upperBound...]
    }
    return result + rest
  }

  /// Returns the text up to the first byte that does not match.
  @inlinable package func prefix(whileByte matches: (UInt8) -> Bool) -> Substring {
    self[..<(utf8.firstIndex { !matches($0) } ?? endIndex)]
  }

  /// Returns the text from the first byte that is not dropped.
  @inlinable package func drop(whileByte isDropped: (UInt8) -> Bool) -> Substring {
    self[(utf8.firstIndex { !isDropped($0) } ?? endIndex)...]
  }

  /// Returns the text after removing these ASCII bytes from both ends.
  @inlinable package func trimmed(of bytes: StaticString) -> Substring {
    bytes.withUTF8Buffer { known in
      guard let first = utf8.firstIndex(where: { !known.contains($0) }),
        let last = utf8.lastIndex(where: { !known.contains($0) })
      else { return self[startIndex..<startIndex] }
      return self[first..<utf8.index(after: last)]
    }
  }
}
