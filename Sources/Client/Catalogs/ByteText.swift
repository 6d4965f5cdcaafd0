/// Text taken apart at its bytes.
///
/// `String` compares by `Character`, for which a separator before a combining mark is another letter,
/// and prefixes are equal when they only look alike. What a document or a command line names is taken
/// apart here, where neither is so.
extension StringProtocol where SubSequence == Substring {
  /// The texts between all separators, the empty ones too.
  func parts(between separator: Unicode.Scalar) -> [Substring] {
    utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
      .map { self[$0.startIndex..<$0.endIndex] }
  }

  /// What stands on either side of the first separator; nil without one.
  func cut(at separator: Unicode.Scalar) -> (before: Substring, after: Substring)? {
    guard let mark = utf8.firstIndex(of: UInt8(ascii: separator)) else { return nil }
    return (self[..<mark], self[utf8.index(after: mark)...])
  }

  /// What stands before the first separator; everything without one.
  func before(_ separator: Unicode.Scalar) -> Substring { cut(at: separator)?.before ?? self[...] }

  func holds(_ separator: Unicode.Scalar) -> Bool { utf8.contains(UInt8(ascii: separator)) }

  func starts(withText prefix: some StringProtocol) -> Bool { utf8.starts(with: prefix.utf8) }

  func ends(withText suffix: some StringProtocol) -> Bool {
    self[...].utf8.reversed().starts(with: suffix.utf8.reversed())
  }

  /// What follows a prefix; nil where the text does not start with it.
  func after(prefix: some StringProtocol) -> Substring? {
    guard starts(withText: prefix) else { return nil }
    return self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...]
  }

  /// What precedes a suffix; nil where the text does not end with it.
  func before(suffix: some StringProtocol) -> Substring? {
    guard ends(withText: suffix) else { return nil }
    return self[..<self[...].utf8.index(endIndex, offsetBy: -suffix.utf8.count)]
  }

  /// The first place where another text stands.
  func range(ofText text: some StringProtocol) -> Range<String.Index>? {
    let (own, wanted) = (Array(utf8), Array(text.utf8))
    guard let found = own.firstRange(of: wanted) else { return nil }
    return utf8.index(
      startIndex, offsetBy: found.lowerBound)..<utf8.index(startIndex, offsetBy: found.upperBound)
  }

  /// The text with another one put in each place of a first.
  func replacing(text: some StringProtocol, by other: some StringProtocol) -> String {
    let (own, wanted) = (Array(utf8), Array(text.utf8))
    guard !wanted.isEmpty else { return String(self) }
    var (result, rest) = ([UInt8](), own[...])
    while let found = rest.firstRange(of: wanted) {
      result += rest[..<found.lowerBound] + other.utf8
      rest = rest[found.upperBound...]
    }
    return String(decoding: result + rest, as: UTF8.self)
  }

  /// Without spaces and tabs at either end.
  var withoutBlanks: Substring {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var bytes = self[...].utf8.drop(while: isBlank)
    while let last = bytes.last, isBlank(last) { bytes.removeLast() }
    return Substring(bytes)
  }
}
