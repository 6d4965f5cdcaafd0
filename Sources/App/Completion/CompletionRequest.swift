import ArgumentParser
import ClientModel

/// A call from a shell's completion script. The arguments are `---completion queue cancel --
/// positional@0 3 1`, then the words of the line.
enum CompletionRequest {
  static let word = "---completion"

  /// Returns the candidates, one per line. The text is empty if there are none.
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
