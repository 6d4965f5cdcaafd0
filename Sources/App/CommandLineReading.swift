import ArgumentParser
import ClientHTTP
import ClientModel

/// From the words of the command line to what they ask for.
enum CommandLineReading {
  case work(any ClientWork)
  /// The interface and other commands that need the main thread.
  case command(any ParsableCommand)

  /// The first words name the command, so only its own options are read: the parser looks at each option
  /// by reflection, and going down from `weir` takes it through every command on the way, twice. Where
  /// there is no option to read, it is not asked at all.
  static func read(_ given: [String]) throws -> CommandLineReading {
    let words = withCommandFirst(given)
    // The parser would print the help that is nearest and call it done.
    if words.first == "help", let problem = CommandNames.problem(with: Array(words.dropFirst())) {
      throw problem
    }
    var type: any ParsableCommand.Type = WeirCommand.self
    var rest = words[...]
    while let word = rest.first,
      let next = type.configuration.subcommands.first(where: {
        $0.configuration.commandName == word
      })
    {
      type = next
      rest.removeFirst()
    }
    // `Entry` knows the first word alone: here are those that stand behind an option, or another word.
    if type == SendCommand.self || type == RunCommand.self || type == QueueRunCommand.self {
      CurlTransport.openLibrary()
    }
    if type == SendCommand.self, let order = plainOrder(Array(rest)) { return .work(order) }
    if rest.isEmpty, let fallback = type.configuration.defaultSubcommand { type = fallback }
    var command: any ParsableCommand
    do { command = try type.parseAsRoot(Array(rest)) } catch {
      // Help and complaints name the whole command, so they come from the top.
      command = try WeirCommand.parseAsRoot(words)
    }
    if let work = command as? any ClientWork { return .work(work) }
    return .command(command)
  }

  /// `--workspace DIR queue list` as `queue list --workspace DIR`: what says where to work may stand
  /// before the command, as it does before none.
  static func withCommandFirst(_ words: [String]) -> [String] {
    var rest = words[...]
    while let word = rest.first, word.begins(with: "--") {
      let parts = word.pieces(at: "=", maxSplits: 1)
      guard ["--workspace", "--env", "--var"].contains(parts.first ?? "") else { return words }
      rest.removeFirst()
      if parts.count == 1 { _ = rest.popFirst() }
    }
    var type: any ParsableCommand.Type = WeirCommand.self
    var names = rest.prefix(0)
    while let word = rest.first,
      let next = type.configuration.subcommands.first(where: {
        $0.configuration.commandName == word
      })
    {
      type = next
      names.append(word)
      rest.removeFirst()
    }
    guard !names.isEmpty, !words[0].isEmpty else { return words }
    let options = words.prefix(words.count - rest.count - names.count)
    return Array(names + options + rest)
  }

  /// What `send` is told by words alone; nil when an option is among them.
  static func plainOrder(_ words: [String]) -> SendOrder? {
    guard !words.isEmpty, words.allSatisfy({ !$0.utf8.starts(with: [UInt8(ascii: "-")]) }) else {
      return nil
    }
    return SendOrder(request: RequestWords(words: words))
  }
}
