import ArgumentParser
import ClientModel
import Glibc
import Manual

/// `weir help`: prints the topics of the manual and the options of commands.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Show a topic of the manual, or the options of a command.",
    discussion: """
      Without a name it lists the topics. On a terminal, a topic is shown in $PAGER.

      Examples:
        weir help
        weir help cache
        weir help queue add
        weir help interrupted
        weir help json-output --schema exchange
        weir help --man ~/.local/share/man
      """)

  @Option(
    help: ArgumentHelp(
      "Write a man page for each command and topic below this folder.", valueName: "folder"),
    completion: .directory)
  var man: String?
  @Option(
    help: ArgumentHelp(
      "With json-output: print the JSON Schema of an output.", valueName: "name"))
  var schema: String?
  @Argument(
    help:
      "A topic, the words of a command, a state of a job, an exit code, or the kind of an error.",
    completion: .helpWords)
  var words: [String] = []
  @OptionGroup var output: OutputOptions

  func run() throws {
    if let man {
      let count = try ManPages.write(into: man, date: Self.today)
      return Console.print("\(count) man pages are in \(Console.safe(man)).")
    }
    if let schema { return Console.print(try Self.schema(named: schema, of: words)) }
    HelpArguments(words: words).show()
  }

  private static func schema(named name: String, of words: [String]) throws -> String {
    guard words == ["json-output"] else {
      throw UsageProblem(
        what: "No schema was printed.", why: "Only the topic json-output has schemas.",
        whatToDo: "Use `weir help json-output --schema \(Console.safe(name))`.")
    }
    guard let form = JSONForm.named(name) else {
      throw UsageProblem(
        what: "There is no schema `\(Console.safe(name))`.",
        why: "No output has this name.",
        whatToDo: "Use one of these: \(JSONForm.all.map(\.name).joined(separator: ", ")).")
    }
    return try JSONSchemaText.text(form)
  }

  private static var today: String {
    String(LogLine.time(Int(time(nil)), milliseconds: 0).prefix(10))
  }

  /// Returns a problem if the words are not a topic, a command or an explained word.
  ///
  /// Returns nil if there is help for the words, or if one of them is an option.
  static func problem(with words: [String]) -> UsageProblem? {
    guard let first = words.first, !words.contains(where: { $0.begins(with: "-") }),
      words.count > 1 || ManualTopic.named(first) == nil && HelpWord(first) == nil,
      !CommandPath(words).rest.isEmpty
    else { return nil }
    let name = words.joined(separator: " ")
    let names =
      ManualTopic.all.map(\.name)
      + WeirCommand.configuration.subcommands.compactMap { $0.configuration.commandName }
    return UsageProblem(
      what: "There is no topic or command `\(Console.safe(name))`.",
      why: "The manual has \(ManualTopic.all.count) topics, and each command has a help text.",
      whatToDo: NearestWord.nearest(to: first, in: names).map {
        "Did you mean `weir help \($0)`?"
      } ?? "`weir help` lists the topics, `weir --help` the commands.")
  }
}

/// The arguments of `weir help`. They are read without the parser.
struct HelpArguments: Equatable {
  var words: [String]

  func show() {
    let columns = min(Console.columns, 100)
    if words.isEmpty {
      return StandardOutput.write(Array(Self.topics(columns: columns).utf8))
    }
    if words.count == 1, let topic = ManualTopic.named(words[0]) {
      let page = ManualPage(topic.document, width: columns)
      return UserPager.show(Console.isColoured ? page.styled : page.plain)
    }
    if words.count == 1, let word = HelpWord(words[0]) { return Console.print(word.text) }
    // `CommandLineReading` has refused all invalid words.
    let path = CommandPath(words)
    guard path.rest.isEmpty else { return }
    Console.print(WeirCommand.helpMessage(for: path.type, columns: columns))
  }

  /// Returns the list of topics. Each topic has a summary of one sentence.
  static func topics(columns: Int) -> String {
    let rows = ManualTopic.all.map { "| `\($0.name)` | \($0.summary) |" }
    let document = ManualDocument(
      """
      # The manual of Weir

      `weir help TOPIC` shows a topic. `weir --help` lists the commands, and `weir COMMAND --help` the options of one.

      | topic | contents |
      | --- | --- |
      \(rows.joined(separator: "\n"))
      """)
    let page = ManualPage(document, width: columns)
    return Console.isColoured ? page.styled : page.plain
  }
}
