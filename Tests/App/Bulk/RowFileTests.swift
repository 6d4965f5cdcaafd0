import Foundation
import TestSupport
import Testing

@testable import weir

/// Files of which each row becomes a job.
struct RowFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ name: String, _ text: String) throws -> RowFile {
    try RowFile(path: try folder.write(name, text))
  }

  private func problem(_ name: String, _ text: String) -> String {
    do {
      _ = try read(name, text)
      return ""
    } catch {
      return "\(error)".replacing(folder.path + "/", with: "")
    }
  }

  @Test func `CSV preserves quotes, commas and line ends within values`() throws {
    let file = try read("a.csv", "\u{FEFF}id,name\r\n1,\"a \"\"b\"\", c\nd\"\r\n\r\n2,\n")
    #expect(file.rows.map(\.line) == [2, 5])
    #expect(Array(file.rows)[0].columns.map(\.text) == ["1", "a \"b\", c\nd"])
    #expect(Array(file.rows)[1].columns.map(\.text) == ["2", ""])
    let json = String(decoding: Array(file.rows)[0].json(masking: []), as: UTF8.self)
    #expect(json == #"{"id":"1","name":"a \"b\", c\nd"}"#)
  }

  @Test(arguments: ["a.json", "a.ndjson", "a.jsonl", "A.NDJSON"])
  func `JSON values fill templates as they are written`(_ name: String) throws {
    let row =
      #"{"n":12345678901234567890,"e":1e3,"t":true,"z":null,"o":{"a":[1, 2]},"s":"\u00e9\"x","e":2E3}"#
    let text = name == "a.json" ? "[\n \(row),\n {\"n\":1}\n]" : row + "\n\n{\"n\":1}"
    let file = try read(name, text)
    let columns = Array(file.rows)[0].columns
    let values = Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.text) })
    #expect(
      values == [
        "n": "12345678901234567890", "e": "2E3", "t": "true", "z": "null", "o": #"{"a":[1, 2]}"#,
        "s": "é\"x",
      ])
    #expect(file.rows.map(\.line) == (name == "a.json" ? [2, 3] : [1, 3]))
    let json = String(decoding: Array(file.rows)[0].json(masking: ["s"]), as: UTF8.self)
    #expect(json.contains(#""n":12345678901234567890"#) && json.contains(#""s":"••••••""#))
  }

  @Test func `a JSON object over several lines becomes one line`() throws {
    let file = try read("a.json", "[{\"o\": {\r\n \"a\": 1\n}}]")
    #expect(!Array(file.rows)[0].json(masking: []).contains { $0 == 10 || $0 == 13 })
  }

  @Test(arguments: [
    (
      "a.csv", "id,name\n1,2\n3\n",
      "a.csv, line 3: row 2 does not match the header. It has 1 value;"
    ),
    (
      "a.csv", "id,name,x\n1\n",
      "a.csv, line 2: row 1 does not match the header. It has 1 value; the header has 3. `name`, `x` are missing.\nAdd the missing"
    ),
    (
      "a.csv", "id\n1,2\n",
      "a.csv, line 2: row 1 does not match the header. It has 2 values; the header has 1.\nQuote a value that contains a comma"
    ),
    ("a.csv", "id,id\n", "a.csv, line 1: two columns are named `id`."),
    ("a.csv", "id,\n", "a.csv, line 1: column 2 has no name."),
    ("a.csv", "id\n\"x\n", "a.csv, line 2: a quoted value has no closing quote."),
    ("a.csv", "id\n\"x\"y\n", "a.csv, line 2: a quoted value is followed by other text."),
    ("a.csv", "id\n", "a.csv has no rows."),
    ("a.ndjson", "{\"a\":1}\n{\"a\":}\n", "a.ndjson, line 2, column 6: expected"),
    ("a.ndjson", "{\"a\":1}\n\n[2]\n", "a.ndjson, line 3: row 2 is not a JSON object."),
    ("a.json", "[{},\n 7]", "a.json, line 2: row 2 is not a JSON object."),
    ("a.json", "{}", "a.json, line 1: expected an array."),
    ("a.json", "[]", "a.json has no rows."),
    ("a.txt", "x", "The rows of a.txt cannot be read. Its name does not end in a known extension"),
    ("a.csv", "", "a.csv has no rows."),
  ])
  func `what is wrong is reported with its place`(name: String, text: String, words: String) {
    #expect(problem(name, text).hasPrefix(words), "\(problem(name, text))")
  }

  @Test func `a file that is not there is reported`() {
    #expect(throws: UsageProblem.self) { try RowFile(path: folder.path + "/none.csv") }
  }
}
