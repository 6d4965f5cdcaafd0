import ArgumentParser
import ClientModel

/// A call by a shell's completion script: `---completion queue cancel -- positional@0 3 1`, then the words of the
/// line.
enum CompletionRequest {
  static let word = "---completion"

  /// The candidates, a line each; empty where the shell asks for something that takes none.
  ///
  /// Only the command in question is given to the parser: it would inspect all of them otherwise.
  static func lines(for words: [String]) -> String {
    var type: any ParsableCommand.Type = WeirCommand.self
    var rest = words[...]
    while let name = rest.first,
      let next = type.configuration.subcommands.first(where: {
        $0.configuration.commandName == name
      })
    {
      type = next
      rest.removeFirst()
    }
    do {
      _ = try type.parseAsRoot([word] + rest)
      return ""
    } catch {
      return type.exitCode(for: error).isSuccess ? type.fullMessage(for: error) : ""
    }
  }
}
