import ArgumentParser
import FoundationEssentials
import Manual

/// The parser's description of a command. The man pages and the option tables of the manual are
/// generated from it.
struct CommandReference: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      enum Kind: String, Decodable { case long, short, longWithSingleDash }
      let kind: Kind
      let name: String

      var text: String { kind == .long ? "--\(name)" : "-\(name)" }
    }

    let kind: Kind
    let names: [Name]?
    let valueName: String?
    let defaultValue: String?
    let abstract: String?
    let discussion: String?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
    let sectionTitle: String?

    /// The argument's syntax, such as `-k, --insecure` or `--limit <n>`.
    var form: String {
      let value = valueName.map { "<\($0)>" } ?? ""
      guard kind != .positional else { return isRepeating ? "\(value)…" : value }
      let all = (names ?? []).sorted { $0.kind == .short && $1.kind != .short }
        .map(\.text).joined(separator: ", ")
      return kind == .flag ? all : "\(all) \(value)"
    }

    /// The help of the argument. The default value is included.
    var meaning: String {
      let text = [abstract, discussion].compactMap(\.self).joined(separator: " ")
      guard kind == .option, let defaultValue, !defaultValue.isEmpty else { return text }
      return "\(text) Default: `\(defaultValue)`."
    }
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let superCommands: [String]?
  let subcommands: [CommandReference]?
  let arguments: [Argument]?
  let shouldDisplay: Bool

  /// Returns `weir` with all its commands.
  static func root() throws -> CommandReference {
    struct Dump: Decodable { let command: CommandReference }
    return try JSONDecoder().decode(Dump.self, from: Data(WeirCommand._dumpHelp().utf8)).command
  }

  /// The words of the command, such as `weir queue add`.
  var words: [String] { (superCommands ?? []) + [commandName] }

  var shownSubcommands: [CommandReference] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// The options and arguments of this command. Those that every command has are left out.
  var shownArguments: [Argument] {
    (arguments ?? []).filter { argument in
      argument.shouldDisplay
        && !(argument.names ?? []).contains { ["help", "version"].contains($0.name) }
    }
  }

  var all: [CommandReference] { [self] + shownSubcommands.flatMap(\.all) }

  // MARK: As Markdown

  /// Returns the options and arguments as tables. Each group has a table.
  func optionTables(headings: String) -> String {
    var groups: [(title: String, rows: [String])] = []
    for argument in shownArguments {
      let title = argument.sectionTitle ?? ""
      let row = "| `\(Self.cell(argument.form))` | \(Self.cell(argument.meaning)) |"
      if let index = groups.firstIndex(where: { $0.title == title }) {
        groups[index].rows.append(row)
      } else {
        groups.append((title, [row]))
      }
    }
    return groups.map { group in
      (group.title.isEmpty ? "" : "\(headings) \(group.title)\n\n")
        + "| option | meaning |\n| --- | --- |\n\(group.rows.joined(separator: "\n"))\n"
    }.joined(separator: "\n")
  }

  /// Returns the subcommands as a table.
  func commandTable() -> String {
    let rows = shownSubcommands.map { command in
      "| `\(command.words.joined(separator: " "))` | \(Self.cell(command.abstract ?? "")) |"
    }
    return "| command | meaning |\n| --- | --- |\n\(rows.joined(separator: "\n"))\n"
  }

  private static func cell(_ text: String) -> String {
    text.replacing(bytes: "|", with: "\\|").replacing(bytes: "\n", with: " ")
  }

  /// Returns the page of this command. It contains the description, the options and the
  /// subcommands.
  func document() -> ManualDocument {
    var text = "# \(words.joined(separator: " "))\n\n\(abstract ?? "")\n"
    let positional = shownArguments.filter { $0.kind == .positional }.map { argument in
      argument.isOptional ? "[\(argument.form)]" : argument.form
    }
    let options = shownArguments.contains { $0.kind != .positional } ? ["[options]"] : []
    let command = shownSubcommands.isEmpty ? [] : ["<command>"]
    let usage = (words + command + options + positional).joined(separator: " ")
    text += "\n## Usage\n\n```\n\(usage)\n```\n"
    if let discussion, !discussion.isEmpty { text += "\n\(Self.markdown(of: discussion))" }
    if !shownArguments.isEmpty { text += "\n## Options\n\n\(optionTables(headings: "###"))" }
    if !shownSubcommands.isEmpty { text += "\n## Commands\n\n\(commandTable())" }
    return ManualDocument(text)
  }

  /// Returns the paragraphs of a discussion. Indented lines become code.
  private static func markdown(of discussion: String) -> String {
    var text = ""
    var isCode = false
    for line in discussion.pieces(at: "\n") {
      let isIndented = line.begins(with: "  ")
      if isIndented != isCode, !line.isEmpty {
        text += isIndented ? "\n```\n" : "```\n\n"
        isCode = isIndented
      }
      text += "\(isCode ? line.dropping(bytes: 2) : line)\n"
    }
    return text + (isCode ? "```\n" : "")
  }
}
