import Foundation
import Glibc

/// The files of this repository as the tests compile it.
struct SourceTree {
  struct File {
    /// From the top of the repository.
    let path: String
    let text: String
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// Whether one of these stands somewhere in it. An expression takes long for each of 100,000 lines: a rule
    /// asks this first.
    func mentions(_ words: [String]) -> Bool { words.contains { $0.isPart(of: text) } }

    /// Lines without comments and without the text of string literals, with their numbers.
    var code: [(number: Int, text: String)] {
      lines.enumerated().compactMap { index, line in
        let bare = line.drop { $0 == " " }
        guard !bare.hasPrefix("//") else { return nil }
        // Most lines have neither, and an expression takes its time on each of 100,000.
        let bytes = bare.utf8
        guard bytes.contains(UInt8(ascii: "\"")) || bytes.contains(UInt8(ascii: "/")) else {
          return (index + 1, String(bare))
        }
        let quoted = bare.replacing(/"(\\.|[^"\\])*"/, with: "\"\"")
        return (index + 1, String(quoted.split(separator: "//", maxSplits: 1).first ?? ""))
      }
    }
  }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// All files below a folder whose names end in one of `endings`.
  static func files(below folder: String, endings: [String] = ["swift"]) throws -> [File] {
    let base = root.appending(path: folder)
    guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return try walk.compactMap { $0 as? String }.sorted().compactMap { name in
      guard endings.contains((name as NSString).pathExtension) else { return nil }
      return File(path: "\(folder)/\(name)", text: try text("\(folder)/\(name)"))
    }
  }
}

extension String {
  /// Byte for byte, as fast in a debug build as the C library is.
  func isPart(of text: some StringProtocol) -> Bool {
    text.withCString { text in withCString { strstr(text, $0) != nil } }
  }
}
