import ClientModel
import Foundation
import Panels
import Testing

@Suite struct ReadmeTests {
  private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../README.md").standardizedFileURL

  private static func text() throws -> String { try String(contentsOf: path, encoding: .utf8) }

  /// Between these lines stands what `KeyTable` says; WEIR_RECORD_SCREENS=1 writes it anew.
  private static let marks = ("<!-- keys -->\n", "<!-- end of keys -->")

  @Test func `the README says what each state of a job means`() throws {
    let section = try #require(
      try Self.text().components(separatedBy: "## Jobs\n").dropFirst().first)
    let rows = section.prefix { $0 != "#" }.split(separator: "\n").filter { $0.hasPrefix("|") }
    let words = rows.dropFirst(2).compactMap { row in
      row.split(separator: "|").first.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(words == JobState.Word.allCases.map(\.rawValue))
  }

  @Test func `the README lists each scheme of authentication with its option`() throws {
    let section = try #require(
      try Self.text().components(separatedBy: "| scheme | fields | `--auth` |\n").dropFirst().first)
    let rows = section.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("|") }.dropFirst()
    let listed = rows.map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return "\(cells.first ?? "") \(cells.last ?? "")"
    }
    #expect(listed == AuthScheme.all.map { "`\($0.name)` `\($0.form(separator: ":"))`" })
  }

  @Test func `the README shows the keys that the program has`() throws {
    let path = Self.path
    let text = try Self.text()
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
