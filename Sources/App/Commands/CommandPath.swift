import ArgumentParser
import ClientModel

/// The command that the first words of a command line name.
struct CommandPath {
  private(set) var type: any ParsableCommand.Type = WeirCommand.self
  /// The names of the command, such as `queue` and `cancel`. Empty if the first word is not a
  /// command.
  private(set) var names: [String] = []
  /// The words after the names.
  private(set) var rest: ArraySlice<String>

  init(_ words: some Sequence<String>) {
    rest = Array(words)[...]
    while let word = rest.first,
      let next = type.configuration.subcommands.first(where: {
        $0.configuration.commandName == word
      })
    {
      type = next
      names.append(word)
      rest.removeFirst()
    }
  }
}
