import ArgumentParser
import ClientModel

/// The check for unknown command names.
///
/// `weir` without a command opens the interface. The parser thus treats an unknown first word as an
/// argument of this default command, and reports only that the argument is unexpected.
enum CommandNames {
  /// Checks the command names in the arguments.
  ///
  /// - Parameter words: The arguments of the process, without the program's name.
  /// - Returns: The problem. Nil if every command name is valid.
  static func problem(with words: [String]) -> UsageProblem? {
    let path = CommandPath(words)
    let subcommands = path.type.configuration.subcommands
    // Options follow the command names. A command without subcommands takes arguments.
    guard let word = path.rest.first, !word.begins(with: "-"), !subcommands.isEmpty,
      word != "help"
    else { return nil }
    return unknown(word, after: ["weir"] + path.names, among: subcommands)
  }

  private static func unknown(
    _ word: String, after path: [String], among commands: [any ParsableCommand.Type]
  ) -> UsageProblem {
    var names: [String] = []
    for command in commands where command.configuration.shouldDisplay {
      if let name = command.configuration.commandName { names.append(name) }
    }
    let place = path.joined(separator: " ")
    let nearest = NearestWord.nearest(to: word, in: names)
    let isURL = path.count == 1 && word.contains(anyByte: ".:/")
    let list = nearest == nil ? "The commands are \(names.joined(separator: ", "))." : ""
    let why = isURL ? "A URL is the argument of a command." : list
    return UsageProblem(
      what: "There is no command `\(place) \(Console.safe(word))`.", why: why,
      whatToDo: nearest.map { "Did you mean `\(place) \($0)`?" }
        ?? (path.count == 1
          ? "To send a request: weir send URL. `weir help` lists the commands."
          : "`weir help \(path.dropFirst().joined(separator: " "))` describes each."))
  }
}
