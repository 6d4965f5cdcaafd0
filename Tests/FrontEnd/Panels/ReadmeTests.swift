import Foundation
import Panels
import Testing

@Suite struct ReadmeTests {
  /// Between these lines stands what `KeyTable` says; WEIR_RECORD_SCREENS=1 writes it anew.
  private static let marks = ("<!-- keys -->\n", "<!-- end of keys -->")

  @Test func `the README shows the keys that the program has`() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../README.md").standardizedFileURL
    let text = try String(contentsOf: path, encoding: .utf8)
    let start = try #require(text.range(of: Self.marks.0)).upperBound
    let end = try #require(text.range(of: Self.marks.1)).lowerBound
    let table = KeyTable.markdown().trimmingCharacters(in: .newlines) + "\n"
    if ProcessInfo.processInfo.environment["WEIR_RECORD_SCREENS"] == "1" {
      let written = text.replacingCharacters(in: start..<end, with: table)
      try written.write(to: path, atomically: true, encoding: .utf8)
      return
    }
    #expect(text[start..<end] == table)
  }
}
