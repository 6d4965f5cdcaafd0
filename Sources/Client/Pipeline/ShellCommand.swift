/// One simple command of shell text.
struct ShellCommand {
  var words: [ShellWord] = []
  var input = ShellInput.terminal
  /// The files to which the output is redirected.
  var outputs: [String] = []
  /// Whether an & directly after a word ended the command, as in `curl http://h/?a=1&b=2`.
  var isCutByAmpersand = false
  /// The first token that only a shell can evaluate, such as `for`, `(` or `$(`. Nil if no such
  /// token precedes the end of the command.
  var shellPart: String?
}

extension ShellCommand {
  /// The index of the program's name. Assignments and words such as `sudo` may precede the name.
  var start: Int {
    words.firstIndex { word in
      word.assignedName == nil && !Self.reserved.contains(word.text)
        && !["sudo", "time", "exec", "command", "!"].contains(word.text)
    } ?? words.endIndex
  }

  /// The shell's reserved words of loops, conditions, functions and groups.
  static let reserved: Set = [
    "for", "while", "until", "select", "do", "done", "if", "then", "elif", "else", "fi", "case",
    "esac", "function", "{", "}",
  ]

  /// Whether the command is curl or contains a substitution with curl.
  var runsCurl: Bool {
    let name = words.dropFirst(start).first?.text ?? ""
    return name == "curl" || name.utf8.suffix(5).elementsEqual("/curl".utf8)
      || shellPart != nil && words.contains { Self.substitutesCurl($0.bytes + [0x20]) }
  }

  /// Returns whether the text contains a substitution such as `$(curl …)`.
  static func substitutesCurl(_ text: some Collection<UInt8>) -> Bool {
    ["$(curl ", "$( curl ", "`curl "].contains { text.contains($0.utf8) }
  }

  /// The assignments in a command such as `A=1 B=2` or `export A=1`. Nil for any other command.
  var assignments: ArraySlice<ShellWord>? {
    let values = words.drop { ["export", "readonly"].contains($0.text) }
    return !values.isEmpty && values.allSatisfy { $0.assignedName != nil } ? values : nil
  }

  /// The output if it is known without running the command. This is the case for `echo TEXT`, `cat
  /// FILE`, and `cat` with a here-document. Any other command has the output `.pipe`.
  var literalOutput: ShellInput {
    guard !words.contains(where: \.isLoose), outputs.isEmpty, shellPart == nil else { return .pipe }
    switch (words.first?.text, words.count, input) {
    case ("echo", _, _): return echo
    case ("cat", 1, .text), ("cat", 1, .file): return input
    case ("cat", 2, .terminal) where words[1].bytes.first != UInt8(ascii: "-"):
      return .file(words[1].bytes)
    default: return .pipe
    }
  }

  private var echo: ShellInput {
    let isOpen = words.dropFirst().first?.text == "-n"
    let words = words.dropFirst(isOpen ? 2 : 1).map(\.bytes)
    // Options change the output. In some shells, a backslash does too.
    guard words.first?.first != UInt8(ascii: "-"),
      !words.contains(where: { $0.contains(UInt8(ascii: "\\")) })
    else { return .pipe }
    return .text(Array(words.joined(separator: [UInt8(ascii: " ")])) + (isOpen ? [] : [10]))
  }
}

enum ShellInput {
  case terminal
  case text([UInt8])
  case file([UInt8])
  /// The output of a program. The program is not run.
  case pipe
}
