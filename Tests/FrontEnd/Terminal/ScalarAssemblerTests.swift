import Testing

@testable import Terminal

@Suite struct ScalarAssemblerTests {
  private func text(_ bytes: [UInt8]) -> String {
    var assembler = ScalarAssembler()
    let scalars = bytes.flatMap { assembler.take($0) } + assembler.settle()
    return String(String.UnicodeScalarView(scalars))
  }

  @Test func `characters of every length come through`() {
    let typed = "aé日😀\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10FFFF}"
    #expect(text(Array(typed.utf8)) == typed)
  }

  @Test(
    arguments: [
      [0xFF], [0xE6, 0x97], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xC3],
    ] as [[UInt8]])
  func `a key after a broken character is heard`(broken: [UInt8]) {
    let heard = text(broken + [0x71])
    #expect(heard.hasSuffix("q"))
    #expect(heard.dropLast().unicodeScalars.allSatisfy { $0 == "\u{FFFD}" })
    #expect(heard.count > 1)
  }

  @Test(arguments: UInt64(0)..<100)
  func `any bytes read as the standard library reads them, up to how errors are counted`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    let bytes = (0..<50).map { _ in UInt8.random(in: 0...255, using: &random) }
    let ours = text(bytes).unicodeScalars.filter { $0 != "\u{FFFD}" }
    let theirs = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { $0 != "\u{FFFD}" }
    #expect(Array(ours) == Array(theirs), "seed \(seed)")
  }
}
