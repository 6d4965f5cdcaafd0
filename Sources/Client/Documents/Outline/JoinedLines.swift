/// Parts of a text, joined with line breaks, like the data lines of an event.
///
/// - Source: HTML Living Standard, section 9.2.6.
struct JoinedLines {
  let bytes: [UInt8]
  /// The start of each part, both in the joined bytes and in the original text.
  private let starts: [(joined: Int, text: Int)]

  init(_ parts: [Range<Int>], of text: [UInt8]) {
    var bytes: [UInt8] = []
    var starts: [(joined: Int, text: Int)] = []
    for part in parts {
      if !starts.isEmpty { bytes.append(0x0A) }
      starts.append((bytes.count, part.lowerBound))
      bytes += text[part]
    }
    (self.bytes, self.starts) = (bytes, starts)
  }

  /// Converts an offset in the joined bytes to an offset in the original text.
  func place(_ offset: Int) -> Int {
    var (low, high) = (1, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle].joined <= offset { low = middle + 1 } else { high = middle }
    }
    let start = starts[low - 1]
    return start.text + offset - start.joined
  }

  /// Returns the contents of the `data` lines in a part of an event stream, joined with line
  /// breaks.
  static func data(in stretch: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (number, line) in stretch.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }
    ).enumerated() {
      guard number > 0 else {
        result += line
        continue
      }
      guard line.starts(with: Array("data:".utf8)) else { continue }
      var value = line.dropFirst(5)
      if value.first == 0x20 { value.removeFirst() }
      result.append(0x0A)
      result += value
    }
    return result
  }
}
