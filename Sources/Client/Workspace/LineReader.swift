/// A reader of stored text that consists of lines and texts of known length.
struct LineReader {
  private var rest: ArraySlice<UInt8>

  init(_ text: String) { rest = Array(text.utf8)[...] }

  /// Reads the next line without its line break. Returns nil if no line break follows.
  mutating func line() -> String? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// Reads `count` bytes as text. Returns nil if fewer bytes are left.
  mutating func text(_ count: Int) -> String? {
    guard count >= 0, rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return String(decoding: rest.prefix(count), as: UTF8.self)
  }
}
