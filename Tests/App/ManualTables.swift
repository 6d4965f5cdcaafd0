import Foundation
import Manual
import Panels
import Terminal

@testable import ClientModel
@testable import ClientWorkspace
@testable import weir

/// Generates the tables of the manual. A topic names a table in a mark: `<!-- generated: exit-codes -->`.
enum ManualTables {
  struct Unknown: Error { let name: String }

  /// The Markdown between the marks of that name.
  static func table(_ name: String) throws -> String {
    let words = name.split(separator: " ").map(String.init)
    switch words.first {
    case "keys": return KeyTable.markdown()
    case "commands": return try CommandReference.root().commandTable()
    case "options":
      let path = Array(words.dropFirst())
      guard
        let command = try CommandReference.root().all.first(where: {
          $0.words.dropFirst() == path[...]
        })
      else { throw Unknown(name: name) }
      return command.shownSubcommands.isEmpty
        ? command.optionTables(headings: "###") : command.commandTable()
    case "exit-codes":
      return rows(
        ["code", "meaning"], ExitStatus.allCases.map { ["\($0.rawValue)", $0.meaning] })
    case "error-kinds":
      return rows(
        ["kind", "meaning", "exit code", "topic"],
        Failure.Kind.allCases.map { kind in
          let help = FailureHelp(kind)
          let failure = Failure(kind, what: "", why: "", whatToDo: "")
          return [
            "`\(kind.rawValue)`", help.meaning, "\(ExitStatus(failure).rawValue)",
            "[\(help.topic)](\(help.topic).md)",
          ]
        })
    case "auth-schemes":
      return rows(
        ["scheme", "fields", "`--auth`"],
        AuthScheme.all.map { scheme in
          [
            "`\(scheme.name)`", scheme.fields.map { "`\($0.name)`" }.joined(separator: ", "),
            "`\(scheme.form(separator: ":"))`",
          ]
        })
    case "job-states":
      return rows(
        ["state", "meaning"],
        JobState.Word.allCases.map { ["`\($0.rawValue)`", JobStateHelp.meaning(of: $0)] })
    case "limits":
      let limits = TransferLimits()
      return rows(
        ["name", "default", "limits"],
        TransferLimits.sizes.map {
          ["`\($0.name)`", "\(limits[keyPath: $0.path].bytes) bytes", $0.meaning]
        }
          + TransferLimits.numbers.map {
            ["`\($0.name)`", "\(limits[keyPath: $0.path])", $0.meaning]
          })
    case "credential-names":
      return rows(
        ["place", "names"],
        [
          ["headers", list(CredentialNames.headers)],
          ["query, form and JSON", list(CredentialNames.members)],
          ["query and form", list(CredentialNames.fields)],
        ])
    case "json-outputs":
      return rows(
        ["schema", "printed by", "contents"],
        JSONForm.all.map { ["`\($0.name)`", list($0.commands), $0.contents] })
    case "json-fields":
      let objects = JSONForm.all.flatMap(\.shape.objects)
      let named = words.dropFirst().compactMap { word in objects.first { $0.name == word } }
      guard let object = named.first else { throw Unknown(name: name) }
      return rows(
        ["field of `\(object.name)`", "value", "meaning"],
        object.fields.map { ["`\($0.name)`", $0.shape.words, $0.meaning] })
    case "json-events":
      let common = ["event", "time", "graph", "gateway", "call"]
      return rows(
        ["event", "meaning", "further fields"],
        EventRecord.shapes.map { object in
          guard case .word(let words)? = object.fields.first?.shape else { return [] }
          let further = object.fields.map(\.name).filter { !common.contains($0) }
          return [
            list(words), object.meaning,
            object.name == "job-event" ? "all fields of `job`" : list(further),
          ]
        })
    case "untrusted-use":
      return rows(
        ["part", "options", "before `weir trust`"],
        UntrustedUse.all.map { row in
          let rule =
            switch row.rule {
            case .refused: "refused"
            case .limited: "limited"
            case .free: "works"
            }
          return [row.part, list(row.options), "\(rule): \(row.effect)"]
        })
    case "themes": return rows(["roles"], roles())
    case "topics":
      return rows(
        ["topic", "contents"],
        ManualTopic.all.map { topic in
          ["[\(topic.name)](Sources/App/Manual/\(topic.name).md)", topic.summary]
        })
    default: throw Unknown(name: name)
    }
  }

  /// The roles of a theme by the first word of their names: `methodGet` is in the row of `method`.
  private static func roles() -> [[String]] {
    var groups: [(word: Substring, names: [String])] = []
    for role in Role.allCases {
      let word = role.rawValue.prefix { $0.isLowercase }
      if let index = groups.firstIndex(where: { $0.word == word }) {
        groups[index].names.append(role.rawValue)
      } else {
        groups.append((word, [role.rawValue]))
      }
    }
    return groups.map { [list($0.names)] }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }

  private static func rows(_ titles: [String], _ rows: [[String]]) -> String {
    let lines = [titles, titles.map { _ in "---" }] + rows
    return lines.map { "| \($0.joined(separator: " | ")) |\n" }.joined()
  }
}
