import ClientDocuments
import Testing

@Suite struct TextDocumentTests {
  /// Text with short and very long lines, also empty ones.
  private func text(_ seed: Int) -> [UInt8] {
    var dice = Dice(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<dice.roll(60) {
      let length = [0, 1, 30, 400, 64 * 1024, 64 * 1024 - 1, 300_000][dice.roll(7)]
      bytes += [UInt8](repeating: UInt8(97 + dice.roll(26)), count: length)
      bytes += dice.roll(3) == 0 ? [13, 10] : [10]
    }
    if dice.roll(2) == 0 { bytes += Array("the last line has no break".utf8) }
    return bytes
  }

  @Test(arguments: 0..<40)
  func `lines are what splitting at each break gives, however they are read`(seed: Int) throws {
    let bytes = text(seed)
    var expected = bytes.split(separator: 10, omittingEmptySubsequences: false).map { line in
      Array(line.last == 13 ? line.dropLast() : line)
    }
    if bytes.last == 10 || bytes.isEmpty { expected.removeLast() }
    var document = TextDocument()
    var dice = Dice(seed: seed)
    let source = ByteSource(bytes)
    while try document.extend(to: source, budget: 1 + dice.roll(100_000)) > 0 {}
    #expect(document.lineCount == expected.count)
    for _ in 0..<20 where !expected.isEmpty {
      let first = dice.roll(expected.count)
      let lines = try document.lines(in: first..<first + 3, length: 50)
      #expect(lines.map(\.bytes) == expected[first...].prefix(3).map { Array($0.prefix(50)) })
      #expect(
        lines.map(\.isCut) == expected[first...].prefix(3).map { $0.count > 50 })
      for line in lines {
        let inside =
          line.offset + (expected[line.number].isEmpty ? 0 : dice.roll(expected[line.number].count))
        #expect(try document.line(at: inside) == line.number)
      }
    }
  }
}
