import Foundation
import Testing

/// Parsers look for separators in bytes or scalars. A `Character` joins a separator with the combining
/// mark behind it, and `==`, `hasPrefix` and `contains` of `String` accept canonical equivalents: a URL
/// read so leads to another host than the one that libcurl reads.
@Suite struct SeparatorTests {
  /// Where text is taken apart that comes from a user, a file or a server.
  private static let parsers = [
    "Sources/Client/Model", "Sources/Client/Pipeline", "Sources/Client/Workspace",
    "Sources/Client/HTTP", "Sources/Client/Core", "Sources/Client/Catalogs",
    "Sources/Client/Documents", "Sources/Client/Store", "Sources/Client/YAML", "Sources/App",
  ]

  /// Files that may compare characters, each with its reason.
  private static let exceptions = [
    "Sources/Client/Documents/Filter/KeyCompletion.swift":
      "offers keys that begin with the letters a person typed, however their accents are spelled",
    "Sources/App/Mock/": "services under test: the other side of the wire",
    "Sources/Client/Workspace/Trust/WorkspaceTrust+Requests.swift":
      "looks for a path's segment `..` in a list of segments",
    "Sources/App/Output/ExchangePrinter.swift":
      "names parts of the output by a letter of an option",
    "Sources/App/Commands/ImportCommand.swift":
      "makes the name of a variable of one of ours",
  ]

  /// What Swift offers for text that works on characters. Each has its counterpart in
  /// `StringProtocol+Bytes.swift`.
  nonisolated(unsafe) private static let forbidden: [(what: String, pattern: Regex<Substring>)] = [
    ("hasPrefix or hasSuffix", /\.has(?:Prefix|Suffix)\b/),
    ("split at a character", /\.split\(\s*separator: "/),
    ("the index of a character", /\.(?:first|last)Index\(of: "(?:\\.|[^"\\])"\)/),
    ("a range of text", /\.(?:firstRange|range|ranges)\(of: "/),
    ("Foundation's search", /components\(separatedBy|trimmingCharacters|replacingOccurrences/),
    ("replacing text", /\.replacing\("/),
    ("starts(with:) of text", /\.starts\(with: "/),
    ("contains of separators", /\.contains\("(?:\\.|[^A-Za-z0-9"\\])+"\)/),
    ("a set of characters", /"\.contains\(\$0\)/),
    ("the type Character", /\bCharacter\b/),
    ("a comparison with a character", /\$0 [!=]= "(?:\\.|[^"\\])"/),
    ("the first or last character", /\.(?:first|last) [!=]= "(?:\\.|[^"\\])"/),
    ("a kind of character", /(?:\\|\$0|first|last)\??\.is(?:Newline|Whitespace|Letter|Number)\b/),
  ]

  static func faults(in text: String) -> [(line: Int, what: String)] {
    var faults: [(line: Int, what: String)] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let code = line.drop { $0 == " " }
      // A line that works on a view of bytes or scalars compares those.
      guard !code.hasPrefix("//"), !code.contains("utf8"), !code.contains("calar") else { continue }
      // What is forbidden has one of these, and most lines have none.
      guard [".", "$0", "Character"].contains(where: { $0.isPart(of: code) }) else { continue }
      for (what, pattern) in forbidden where code.contains(pattern) {
        faults.append((index + 1, what))
      }
    }
    return faults
  }

  @Test func `no parser compares separators as characters`() throws {
    var seen = 0
    for folder in Self.parsers {
      for file in try SourceTree.files(below: folder)
      where !Self.exceptions.keys.contains(where: file.path.hasPrefix) {
        seen += 1
        for fault in Self.faults(in: file.text) {
          Issue.record("\(file.path):\(fault.line): \(fault.what)")
        }
      }
    }
    #expect(seen > 600, "the parsers were not found")
  }

  @Test(arguments: [
    #"if text.hasPrefix("/") {"#, #"text.split(separator: "/")"#, #"text.firstIndex(of: ":")"#,
    #"text.contains("://")"#, #"text.prefix { !"/?#".contains($0) }"#, #"text.first == "@""#,
    #"text.drop { $0 == " " }"#, "func read(_ mark: Character) {", #"url.firstRange(of: "://")"#,
    #"text.components(separatedBy: ",")"#, #"text.replacing("%", with: "")"#,
    #"lines.split(whereSeparator: \.isNewline)"#,
  ]) func `each way to compare characters is found`(line: String) {
    #expect(!Self.faults(in: line).isEmpty)
  }

  @Test(arguments: [
    #"if text.begins(with: "/") {"#, #"text.pieces(at: "/")"#, #"text.utf8.firstIndex(of: colon)"#,
    #"names.contains("content-type")"#, #"// text.hasPrefix("/")"#,
    #"text.unicodeScalars.split { $0 == "\n" }"#,
  ]) func `bytes and scalars may be compared`(line: String) {
    #expect(Self.faults(in: line).isEmpty)
  }

  @Test func `every exception is a file or folder that exists`() throws {
    for path in Self.exceptions.keys {
      let there = FileManager.default.fileExists(
        atPath: SourceTree.root.appending(path: path).path)
      #expect(there, "\(path)")
    }
  }
}
