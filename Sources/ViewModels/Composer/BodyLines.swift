/// The lines of a body while it is not being edited. The line starts are stored, so that drawing a
/// few lines of a long body is fast.
struct BodyLines: Sendable {
  /// The maximum number of bytes that `line` returns. No screen shows more bytes of a line.
  private static let reach = 4_000

  private let text: String
  /// The UTF-8 offsets of the line starts. A text has at least one line.
  private let starts: [Int]

  init(_ text: String = "") {
    self.text = text
    var starts = [0]
    for (offset, byte) in text.utf8.enumerated() where byte == 0x0A { starts.append(offset + 1) }
    self.starts = starts
  }

  var count: Int { starts.count }

  func line(_ number: Int) -> String {
    let start = starts[number]
    let end = number + 1 < starts.count ? starts[number + 1] - 1 : text.utf8.count
    let bytes = text.utf8
    let first = bytes.index(bytes.startIndex, offsetBy: start)
    let last = bytes.index(first, offsetBy: min(end - start, Self.reach))
    return String(decoding: bytes[first..<last], as: UTF8.self)
  }
}
