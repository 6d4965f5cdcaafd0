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
    let path = CommandPath(words)
    do {
      _ = try path.type.parseAsRoot([word] + path.rest)
      return ""
    } catch {
      return path.type.exitCode(for: error).isSuccess ? path.type.fullMessage(for: error) : ""
    }
  }
}
