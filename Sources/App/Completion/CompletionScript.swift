import ArgumentParser
import ClientModel

/// The script for a shell's completion of `weir`. It is the library's script with some functions
/// replaced.
struct CompletionScript {
  let shell: CompletionShell

  /// Creates the script for `--generate-completion-script SHELL`. Returns nil for any other
  /// arguments and for an unknown shell.
  init?(arguments: [String]) {
    let option = "--generate-completion-script"
    guard let first = arguments.first else { return nil }
    if first.isSame(as: option) {
      let named = arguments.count == 1 ? .autodetected() : CompletionShell(rawValue: arguments[1])
      guard arguments.count <= 2, let named else { return nil }
      shell = named
    } else if first.begins(with: option + "="), arguments.count == 1,
      let named = CompletionShell(rawValue: String(first.dropping(bytes: option.utf8.count + 1)))
    {
      shell = named
    } else {
      return nil
    }
  }

  var text: String {
    let script = Self.withoutSecondHelp(WeirCommand.completionScript(for: shell))
    switch shell {
    case .bash: return script + "\n" + Self.bash
    case .zsh:
      // The script ends with a call of its main function. The new functions must be defined before
      // the call.
      let end = "if [[ \"${funcstack[1]}\""
      guard let call = script.firstRange(ofBytes: end) else { return script }
      return script[..<call.lowerBound] + Self.zsh + "\n" + script[call.lowerBound...]
    default:
      // `commandline -C` fails while a program asks fish for completions.
      return script.replacing(
        bytes: "(__weir_tokens -tC)", with: "(string length -- \"$(commandline -ct)\")")
    }
  }

  /// Removes the `help` command that the library adds to each program. It does not complete topics.
  private static func withoutSecondHelp(_ script: String) -> String {
    let lines = script.pieces(at: "\n").filter {
      !$0.contains(bytes: "Show subcommand help information.")
    }
    let text = lines.joined(separator: "\n").replacing(bytes: "|help|help)", with: "|help)")
      .replacing(bytes: " help help'", with: " help'")
    let start = "\n_weir_help() {\n"
    guard let first = text.firstRange(ofBytes: start),
      let second = text[first.upperBound...].firstRange(ofBytes: start),
      let end = text[second.upperBound...].firstRange(ofBytes: "\n}\n")
    else { return text }
    return text[..<second.lowerBound] + "\n" + text[end.upperBound...]
  }
}
