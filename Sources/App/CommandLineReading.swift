import ArgumentParser
import ClientModel

/// The result of parsing the command line.
enum CommandLineReading {
  case work(any ClientWork)
  /// A command that needs the main thread, such as the interface.
  case ownThread(() throws -> Void)

  /// Parses the command line.
  ///
  /// The parser starts at the command that the first words name. If it started at `weir`, it would
  /// inspect the options of every command on the path twice, by reflection. The interface, `help`,
  /// `send` and `queue list` are read without the parser if there are no options. If a queue
  /// command has only ids and no options, the parser reads only the first id.
  static func read(_ given: [String]) throws -> CommandLineReading {
    if given == ["--version"] { return .work(VersionReport()) }
    if given.isEmpty { return .ownThread(InterfaceOptions().run) }
    if given == ["--help"] || given == ["-h"], Console.isTerminal {
      let overview = CommandOverview(
        columns: Console.columns, rows: StandardOutput.rows, bold: { Console.styled($0, .bold) })
      return .ownThread { overview.lines.forEach(Console.print) }
    }
    let words = withCommandFirst(given)
    if words.first == "help" {
      let topics = Array(words.dropFirst())
      // The parser would accept any words as topics.
      if let problem = HelpCommand.problem(with: topics) { throw problem }
      if hasNoOption(topics) { return .ownThread(HelpArguments(words: topics).show) }
    }
    let path = CommandPath(words)
    var type = path.type
    let rest = path.rest
    // Loads libcurl early for a command that sends requests. `Entry` checks only the first word.
    // This check also finds `queue run`, and a command after options.
    if type == SendCommand.self || type == RunCommand.self || type == QueueRunCommand.self {
      Entry.openTransport()
    }
    if type == SendCommand.self, let order = plainOrder(Array(rest)) { return .work(order) }
    if type == QueueListCommand.self, rest.isEmpty { return .work(QueueListOptions()) }
    if rest.isEmpty, let fallback = type.configuration.defaultSubcommand { type = fallback }
    var command: any ParsableCommand
    if rest.contains(where: ["--help", "-h"].contains) {
      // Help shows the full command name too.
      command = try WeirCommand.parseAsRoot(words)
      return .ownThread { try command.run() }
    }
    do {
      let named = try (type as? any JobsCommand.Type)?.reading(ids: Array(rest))
      command = try named ?? type.parseAsRoot(Array(rest))
    } catch {
      // Error messages show the full command name, so the root command generates them.
      command = try WeirCommand.parseAsRoot(words)
    }
    if let work = command as? any ClientWork { return .work(work) }
    return .ownThread { try command.run() }
  }

  /// Rewrites `--workspace DIR queue list` as `queue list --workspace DIR`.
  ///
  /// Options that all commands share may precede a command, and may also be used without a command.
  static func withCommandFirst(_ words: [String]) -> [String] {
    guard words.first?.begins(with: "--") == true else { return words }
    var rest = words[...]
    while let word = rest.first, word.begins(with: "--") {
      let parts = word.pieces(at: "=", maxSplits: 1)
      let name = parts.first ?? ""
      guard
        name == "--quiet" || ["--workspace", "--env", "--var", "--store", "--color"].contains(name)
      else {
        return words
      }
      rest.removeFirst()
      if parts.count == 1, name != "--quiet" { _ = rest.popFirst() }
    }
    let path = CommandPath(rest)
    guard !path.names.isEmpty else { return words }
    return path.names + words.prefix(words.count - rest.count) + path.rest
  }

  /// Returns the arguments of `send` if all words are positional. Returns nil if there are no words
  /// or one is an option.
  static func plainOrder(_ words: [String]) -> SendArguments? {
    guard !words.isEmpty, hasNoOption(words) else { return nil }
    return SendArguments(request: RequestArguments(arguments: words))
  }

  private static func hasNoOption(_ words: [String]) -> Bool {
    words.allSatisfy { !$0.utf8.starts(with: [UInt8(ascii: "-")]) }
  }
}
