package import Terminal

/// Text that is wrapped at spaces.
package enum Paragraph {
  /// Draws each span as a separate paragraph, one below the other. Truncated text ends in an
  /// ellipsis.
  ///
  /// - Returns: The number of rows used.
  @discardableResult
  static func draw(_ spans: [Span], in area: Rect, frame: inout Frame) -> Int {
    var row = 0
    for span in spans {
      let lines = lines(of: span.text, width: area.width)
      for (index, line) in lines.enumerated() {
        guard row < area.height else { return row }
        let isLast = row == area.height - 1
        let text = isLast ? lines[index...].dropFirst().reduce(line) { $0 + " " + $1 } : line
        frame.put(text, in: area.row(row), ink: span.ink)
        row += 1
      }
    }
    return row
  }

  /// Wraps the text at spaces. Each line has at most `width` columns. A longer word is broken at
  /// the end of the line.
  package static func lines(of text: SafeText, width: Int) -> [SafeText] {
    guard width > 0 else { return [] }
    var lines: [SafeText] = []
    var line: SafeText = ""
    for word in text.string.split(separator: " ").map({ SafeText(String($0)) }) {
      if line.isEmpty {
        line = word
      } else if line.width + 1 + word.width <= width {
        line = line + " " + word
      } else {
        lines.append(line)
        line = word
      }
      if line.width > width {
        let pieces = line.pieces(of: width)
        lines += pieces.dropLast()
        line = pieces.last ?? ""
      }
    }
    return lines + [line]
  }

  /// Returns whether there are several lines and the last line has only one word.
  static func endsInOneWord(_ lines: [SafeText]) -> Bool {
    guard lines.count > 1, let last = lines.last else { return false }
    return !last.string.contains(" ")
  }
}
