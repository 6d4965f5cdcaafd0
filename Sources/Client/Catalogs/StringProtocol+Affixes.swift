import ClientModel

/// Functions that split a string at a known text, which is compared as bytes.
extension StringProtocol where SubSequence == Substring {
  /// Returns the text before the first separator, or the entire text if there is no separator.
  func before(_ separator: Unicode.Scalar) -> Substring {
    firstIndex(ofByte: separator).map { self[..<$0] } ?? self[...]
  }

  /// Returns the text after a prefix, or nil if the text does not have the prefix.
  func after(prefix: some StringProtocol) -> Substring? {
    guard begins(with: prefix) else { return nil }
    return self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...]
  }

  /// Returns the text before a suffix, or nil if the text does not have the suffix.
  func before(suffix: some StringProtocol) -> Substring? {
    guard ends(with: suffix) else { return nil }
    return self[..<self[...].utf8.index(endIndex, offsetBy: -suffix.utf8.count)]
  }
}
