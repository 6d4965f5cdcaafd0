import ArgumentParser
import Foundation
import Manual
import Testing

@testable import weir

/// The commands that messages advise exist.
struct AdviceTests {
  private struct Advice: Hashable {
    let file: String
    let words: [String]
  }

  /// Every text between backticks in a source file that begins with the program's name.
  private static func all() throws -> Set<Advice> {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
    var found: Set<Advice> = []
    let walk = FileManager.default.enumerator(atPath: root.path)
    while let path = walk?.nextObject() as? String {
      guard path.hasSuffix(".swift") else { continue }
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      for match in text.matches(of: /`weir ([^`\n]+)`/) {
        found.insert(Advice(file: path, words: match.1.split(separator: " ").map(String.init)))
      }
    }
    return found
  }

  /// A topic of the manual, an option of `help`, or a word that stands for one.
  private static func isTopic(_ word: String) -> Bool {
    ManualTopic.named(word) != nil || word.hasPrefix("--") || word.hasPrefix("\\(")
      || word == word.uppercased()
  }

  @Test func `each command and option that a text names exists`() throws {
    let advice = try Self.all()
    #expect(advice.count > 40)
    // Names of child processes and names that are put together are no advice.
    var helps: [ObjectIdentifier: String] = [:]
    let isCommand: (Advice) -> Bool = { advice in
      !advice.words.contains { $0.hasPrefix("__") || $0.hasPrefix("\\(path") || $0 == "COMMAND" }
    }
    for advice in advice where isCommand(advice) {
      var type: any ParsableCommand.Type = WeirCommand.self
      var rest = advice.words[...]
      if rest.first == "help" {
        rest.removeFirst()
        if let word = rest.first, Self.isTopic(word) { continue }
      }
      while let word = rest.first,
        let next = type.configuration.subcommands.first(where: {
          $0.configuration.commandName == word
        })
      {
        type = next
        rest.removeFirst()
      }
      let line = "`weir \(advice.words.joined(separator: " "))` in \(advice.file)"
      if type == WeirCommand.self {
        #expect(rest.first?.hasPrefix("-") ?? true, "\(line) names no command")
      } else if !type.configuration.subcommands.isEmpty, let word = rest.first {
        #expect(word.hasPrefix("-") || word.hasPrefix("\\("), "\(line): there is no \(word)")
      }
      guard rest.contains(where: { $0.hasPrefix("--") }) else { continue }
      let id = ObjectIdentifier(type)
      let help =
        helps[id] ?? WeirCommand.helpMessage(for: type, includeHidden: true, columns: 1000)
      helps[id] = help
      for option in rest where option.hasPrefix("--") && option != "--help" {
        let name = option.prefix { $0 != "=" }
        #expect(help.contains(name), "\(line): it has no \(name)")
      }
    }
  }
}
