import ArgumentParser
import ClientModel

/// A call by a shell's completion script: `---completion queue cancel -- positional@0 3 1`, then
/// the words of the line.
enum CompletionRequest {
  static let word = "---completion"

  /// Returns the candidates, one per line, or an empty string if the argument has none.
  ///
  /// The parser gets only the named command, because it inspects every command that it gets.
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
