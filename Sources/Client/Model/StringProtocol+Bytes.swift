/// Text taken apart at its bytes.
///
/// A combining mark joins the separator before it to one `Character`, and canonical equivalence makes
/// different bytes equal: `"/\u{301}".hasPrefix("/")` is false. A program on the other side of the wire
/// sees bytes, so every parser cuts its text with these. Separators are ASCII.
///
/// The functions are inlinable so that other modules specialise them. Without that, opening an OpenAPI
/// document of 10 MB took a quarter longer.
extension StringProtocol {
  /// Where an ASCII separator first stands.
  @inlinable package func firstIndex(ofByte separator: Unicode.Scalar) -> Index? {
    utf8.firstIndex(of: UInt8(ascii: separator))
  }

  /// Where the first of several ASCII separators stands.
  @inlinable package func firstIndex(ofAnyByte separators: StaticString) -> Index? {
    separators.withUTF8Buffer { known in utf8.firstIndex { known.contains($0) } }
  }

  /// Where these bytes first stand.
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

  /// True when both texts are the same bytes; `==` also accepts canonical equivalents.
  @inlinable package func isSame(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

extension StringProtocol where SubSequence == Substring, UTF8View: BidirectionalCollection {
  /// Where an ASCII separator last stands.
  @inlinable package func lastIndex(ofByte separator: Unicode.Scalar) -> Index? {
    utf8.lastIndex(of: UInt8(ascii: separator))
  }

  /// The text without its first bytes, which must be complete scalars.
  @inlinable package func dropping(bytes count: Int) -> Substring {
    self[(utf8.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex)...]
  }

  /// The text without its last bytes, which must be complete scalars.
  @inlinable package func droppingLast(bytes count: Int) -> Substring {
    self[..<(utf8.index(endIndex, offsetBy: -count, limitedBy: startIndex) ?? startIndex)]
  }

  /// What follows the separator at an index.
  @inlinable package func rest(after index: Index) -> Substring {
    self[utf8.index(after: index)...]
  }

  /// What stands up to an index, with the byte there.
  @inlinable package func through(_ index: Index) -> Substring { self[..<utf8.index(after: index)] }

  /// What stands before and after the first separator; nil without one.
  @inlinable package func cut(at separator: Unicode.Scalar) -> (
    before: Substring, after: Substring
  )? {
    firstIndex(ofByte: separator).map { (self[..<$0], rest(after: $0)) }
  }

  /// The pieces between separators, empty ones too.
  @inlinable package func pieces(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [Substring]
  {
    utf8.split(
      separator: UInt8(ascii: separator), maxSplits: maxSplits, omittingEmptySubsequences: false
    ).map { self[$0.startIndex..<$0.endIndex] }
  }

  /// The pieces between separators that are not empty.
  @inlinable package func words(at separator: Unicode.Scalar) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator)).map { self[$0.startIndex..<$0.endIndex] }
  }

  /// The text with every occurrence of some bytes replaced.
  @inlinable package func replacing(bytes: String, with replacement: String) -> String {
    var result = ""
    var rest = self[...]
    while let found = rest.firstRange(ofBytes: bytes), !found.isEmpty {
      result += rest[..<found.lowerBound] + replacement
      rest = rest[found.upperBound...]
    }
    return result + rest
  }

  /// The text up to the first byte that fails.
  @inlinable package func prefix(whileByte matches: (UInt8) -> Bool) -> Substring {
    self[..<(utf8.firstIndex { !matches($0) } ?? endIndex)]
  }

  /// The text from the first byte that fails.
  @inlinable package func drop(whileByte isDropped: (UInt8) -> Bool) -> Substring {
    self[(utf8.firstIndex { !isDropped($0) } ?? endIndex)...]
  }

  /// Without some ASCII bytes at both ends.
  @inlinable package func trimmed(of bytes: StaticString) -> Substring {
    bytes.withUTF8Buffer { known in
      guard let first = utf8.firstIndex(where: { !known.contains($0) }),
        let last = utf8.lastIndex(where: { !known.contains($0) })
      else { return self[startIndex..<startIndex] }
      return self[first..<utf8.index(after: last)]
    }
  }
}
