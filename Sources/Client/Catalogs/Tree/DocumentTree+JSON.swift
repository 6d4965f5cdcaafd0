import ClientDocuments
import ClientYAML

extension DocumentTree {
  /// Reads strict JSON.
  ///
  /// - Parameter pause: A function that is called regularly with the number of bytes read so far.
  ///   It throws to stop reading.
  /// - Source: RFC 8259. A lone surrogate becomes U+FFFD.
  static func json(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, budget: TreeBudget = .standard,
    pause: (Int) throws(CatalogStop) -> Void
  ) throws(CatalogStop) -> DocumentTree {
    try check(bytes, file: file, pause: pause)
    var builder = TreeBuilder(file: file, budget: budget, bytes: bytes.count)
    var count = 0
    var line = 1
    // The start of the current line plus the number of its UTF-8 continuation bytes, because
    // columns count scalars.
    var lineStart = 0
    var end = 0
    while let token = JSONReader.token(in: bytes, from: end) {
      count += 1
      if count % 16384 == 0 { try pause(end) }
      for offset in end..<token.lowerBound where bytes[offset] == 0x0A {
        line += 1
        lineStart = offset + 1
      }
      end = token.upperBound
      let column = token.lowerBound - lineStart + 1
      do throws(YAMLProblem) {
        switch bytes[token.lowerBound] {
        case UInt8(ascii: "{"): try builder.begin(.mapping, line: line, column: column)
        case UInt8(ascii: "["): try builder.begin(.list, line: line, column: column)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = builder.end()
        case UInt8(ascii: ","), UInt8(ascii: ":"): break
        case UInt8(ascii: "\""):
          let text = UnsafeBufferPointer(
            rebasing: bytes[token.lowerBound + 1..<token.upperBound - 1])
          lineStart += text.count { $0 & 0xC0 == 0x80 }
          if text.contains(UInt8(ascii: "\\")) {
            let decoded = JSONText.decoded(Array(text))
            try decoded.withUnsafeBufferPointer { bytes throws(YAMLProblem) in
              try builder.scalar(.text, bytes, line: line, column: column)
            }
          } else {
            try builder.scalar(.text, text, line: line, column: column)
          }
        case let first:
          try builder.scalar(
            first == UInt8(ascii: "n") ? .null : .plain,
            UnsafeBufferPointer(rebasing: bytes[token]), line: line, column: column)
        }
      } catch { throw .problem(error) }
    }
    do throws(YAMLProblem) { return try builder.finished() } catch { throw .problem(error) }
  }

  private static func check(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, pause: (Int) throws(CatalogStop) -> Void
  ) throws(CatalogStop) {
    var validator = JSONValidator()
    for start in stride(from: 0, to: bytes.count, by: 1 << 18) {
      try pause(0)
      validator.feed(UnsafeBufferPointer(rebasing: bytes[start...].prefix(1 << 18)))
    }
    guard let fault = validator.finish() else { return }
    throw .problem(
      YAMLProblem(
        YAMLPosition(file: file, line: fault.place.line, column: fault.place.column),
        why: "It is not valid JSON: expected \(fault.wanted), found \(fault.finding).",
        whatToDo: "Correct the file there."))
  }
}
