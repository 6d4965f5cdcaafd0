import ClientModel

/// Parts of a text before and after others, compared as bytes.
extension StringProtocol where SubSequence == Substring {
  /// What stands before the first separator; everything without one.
  func before(_ separator: Unicode.Scalar) -> Substring {
    firstIndex(ofByte: separator).map { self[..<$0] } ?? self[...]
  }

  /// What follows a prefix; nil where the text does not start with it.
  func after(prefix: some StringProtocol) -> Substring? {
    guard begins(with: prefix) else { return nil }
    return self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...]
  }

  /// What precedes a suffix; nil where the text does not end with it.
  func before(suffix: some StringProtocol) -> Substring? {
    guard ends(with: suffix) else { return nil }
    return self[..<self[...].utf8.index(endIndex, offsetBy: -suffix.utf8.count)]
  }
}
