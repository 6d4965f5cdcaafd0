import Testing

@testable import ClientDocuments

@Suite struct TextEncodingTests {
  @Test func `every label of the standard means its encoding`() {
    var name = ""
    var count = 0
    var known: [String: [String]] = [:]
    for line in EncodingStandard.labels.split(separator: "\n") {
      var words = line.split(separator: " ").map(String.init)
      if !line.hasPrefix(" ") { name = String(words.removeFirst().dropLast()) }
      for label in words {
        #expect(TextEncoding(label: label)?.rawValue == name, "\(label)")
        #expect(TextEncoding(label: "\t \(label.uppercased())\r\n")?.rawValue == name, "\(label)")
        count += 1
      }
      known[name, default: []] += words
    }
    #expect(count == 228)
    for encoding in TextEncoding.allCases {
      #expect(encoding.labels.map(String.init) == known[encoding.rawValue])
    }
  }

  @Test(arguments: [
    "", " ", "utf-7", "utf-32", "utf_8", "\u{212A}oi8-r", "windows-1252\u{0B}", "x",
  ])
  func `another label means no encoding`(label: String) {
    #expect(TextEncoding(label: label) == nil)
  }

  @Test(arguments: EncodingStandard.digests.split(separator: "\n").map(String.init))
  func `every byte and every two bytes decode as in the standard`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let encoding = try #require(TextEncoding(rawValue: words[0]))
    #expect(digest((0...0xFF).flatMap { [$0, 0x0A] }, encoding) == words[1], "\(words[0])")
    var pairs: [UInt8] = []
    for first in UInt8(0)...0xFF {
      for second in UInt8(0)...0xFF { pairs += [first, second, 10, 10] }
    }
    #expect(digest(pairs, encoding) == words[2], "\(words[0])")
    let more = EncodingStandard.further(words[0])
    if words[3] != "-" { #expect(digest(more, encoding) == words[3], "\(words[0])") }
  }

  private func digest(_ bytes: [UInt8], _ encoding: TextEncoding) -> String {
    var text: [UInt8] = []
    guard var decoder = TextDecoder(encoding) else { return "none" }
    decoder.decode(bytes, into: &text)
    decoder.finish(into: &text)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    text.withUnsafeBufferPointer {
      for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
