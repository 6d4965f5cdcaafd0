import ArgumentParser
import ClientModel

/// What to say when a word stands where a command's name should.
///
/// Since weir alone opens the interface, the parser takes an unknown first word for an argument of
/// that, and says only that it was not expected.
enum CommandNames {
  /// - Parameter words: The arguments of the process, without the program's name.
  /// - Returns: Nil when every command named is one.
  static func problem(with words: [String]) -> UsageProblem? {
    var command: any ParsableCommand.Type = WeirCommand.self
    var path = ["weir"]
    for word in words {
      let subcommands = command.configuration.subcommands
      // Options come after the names, and a command without others below it takes arguments.
      if word.begins(with: "-") || subcommands.isEmpty || word == "help" { return nil }
      guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
        return unknown(word, after: path, among: subcommands)
      }
      command = next
      path.append(word)
    }
    return nil
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
    let why =
      path.count == 1 && word.contains(anyByte: ".:/")
      ? "A URL is the argument of a command." : "The commands are \(names.joined(separator: ", "))."
    return UsageProblem(
      what: "There is no command `\(place) \(Console.safe(word))`.", why: why,
      whatToDo: nearest.map { "Did you mean `\(place) \($0)`?" }
        ?? (path.count == 1
          ? "To send a request: weir send URL. `weir help` lists the commands."
          : "`weir help \(path.dropFirst().joined(separator: " "))` says what each does."))
  }
}
