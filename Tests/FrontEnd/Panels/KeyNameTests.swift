import Foundation
import Panels
import Testing
import ViewModels

/// Messages of the view models name no key: users bind their own.
@Suite struct KeyNameTests {
  private static let labels = Set(CommandTable.all.flatMap(Keymap.standard.labels(of:)))

  /// Labels that are also words or numbers of a sentence; such a word is a key only after *press*.
  private static let plainWords = Set(
    [
      "a", "A", "I", "up", "down", "left", "right", "home", "end", "delete", "space", "enter",
      "tab",
    ]
      + (0...9).map(String.init))

  /// The text of each string literal on a line, with a mark for what is interpolated.
  private static func literals(_ line: Substring) -> [String] {
    var found: [String] = []
    var text: String?
    var depth = 0
    var before: Character = " "
    for character in line {
      if depth > 0 {
        depth += character == "(" ? 1 : character == ")" ? -1 : 0
      } else if before == "\\", character == "(" {
        depth = 1
        text?.removeLast()
        text?.append("…")
      } else if character == "\"", before != "\\" {
        if let text { found.append(text) }
        text = text == nil ? "" : nil
      } else {
        text?.append(character)
      }
      before = character
    }
    return found
  }

  /// The sentences of this source that name a key.
  private static func sentencesWithKeys(in source: String) -> [String] {
    source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .flatMap(literals).filter { text in
        let words = text.split(separator: " ").map { word in
          let bare = word.trimmingCharacters(in: CharacterSet(charactersIn: ".,;:`()"))
          return bare.isEmpty ? String(word) : bare
        }
        guard words.count > 1, text.first?.isUppercase == true || text.last == "." else {
          return false
        }
        return words.enumerated().contains { index, word in
          let isPressed = index > 0 && words[index - 1].lowercased().hasPrefix("press")
          return labels.contains(word) && (isPressed || !plainWords.contains(word))
            || word.lowercased() == "esc"
            || word.lowercased().contains(/^(?:ctrl|alt|shift)[+-]/)
        }
      }
  }

  @Test func `no message of a view model names a key`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/ViewModels").standardizedFileURL
    let walk = try #require(FileManager.default.enumerator(atPath: folder.path))
    let files = walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    #expect(files.count > 100)
    for file in files {
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let found = Self.sentencesWithKeys(in: source)
      #expect(found.isEmpty, "\(file)")
    }
  }

  @Test(arguments: [
    "\"x cancels it here.\"", "\"Press =.\"", "\"Choose one and press enter there.\"",
    "\"As you type; Esc goes back.\"", "\"Open \\(name) with ctrl+p.\"",
  ])
  func `a sentence with the name of a key is found`(line: String) {
    #expect(Self.sentencesWithKeys(in: line).count == 1)
  }

  @Test(arguments: [
    "\"\\(key: .queue(.cancel)) cancels it here.\"", "keys: \"x\", \", r\"",
    "\"Go to the end, then up a line.\"", "\"A name of 3 letters.\"", "// x cancels it.",
  ])
  func `a sentence without one is not`(line: String) {
    #expect(Self.sentencesWithKeys(in: line).isEmpty)
  }
}
