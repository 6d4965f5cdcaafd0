/// One command of a shell line.
struct ShellCommand {
  var words: [[UInt8]] = []
  /// The indices of words that consist of one unquoted variable or of `"$@"`. A shell may expand
  /// such a word to no word or to several.
  var looseWords: Set<Int> = []
  var input = ShellInput.terminal
  /// Whether the output of the command is known and became the input of the next command in the
  /// pipe.
  var isTakenOver = false
  /// The files to which the output of the command is redirected.
  var outputs: [String] = []
  /// Whether an & directly after a word ended the command, as in `curl http://h/?a=1&b=2`.
  var isCutByAmpersand = false
}

extension ShellCommand {
  /// The assignments that the command consists of, such as `A=1 B=2` or `export A=1`, or nil for
  /// any other command.
  var assignments: ArraySlice<[UInt8]>? {
    let values = words.drop {
      $0.elementsEqual("export".utf8) || $0.elementsEqual("readonly".utf8)
    }
    return !values.isEmpty && values.allSatisfy(Self.isAssignment) ? values : nil
  }

  /// Returns whether a word is an assignment `NAME=VALUE`.
  static func isAssignment(_ word: [UInt8]) -> Bool {
    guard let equals = word.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return false }
    return word[..<equals].allSatisfy {
      (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || $0 == 0x5F
    }
  }

  /// The output of the command if it is known without running the command: `echo TEXT`, `cat FILE`,
  /// and `cat` with a here-document. `.pipe` for every other command.
  var literalOutput: ShellInput {
    guard looseWords.isEmpty, outputs.isEmpty, let name = words.first else { return .pipe }
    if name.elementsEqual("echo".utf8) { return echo }
    guard name.elementsEqual("cat".utf8) else { return .pipe }
    switch (words.count, input) {
    case (1, .text), (1, .file): return input
    case (2, .terminal) where words[1].first != UInt8(ascii: "-"): return .file(words[1])
    default: return .pipe
    }
  }

  private var echo: ShellInput {
    var words = words.dropFirst()
    var end = [UInt8(ascii: "\n")]
    if let option = words.first, option.elementsEqual("-n".utf8) {
      words.removeFirst()
      end = []
    }
    // Other options, and in some shells a backslash, change the output.
    guard words.first?.first != UInt8(ascii: "-"),
      !words.contains(where: { $0.contains(UInt8(ascii: "\\")) })
    else { return .pipe }
    return .text(Array(words.joined(separator: [UInt8(ascii: " ")])) + end)
  }
}

/// The source of a command's standard input.
enum ShellInput {
  case terminal
  case text([UInt8])
  case file([UInt8])
  /// The output of a program that is not run.
  case pipe
}
