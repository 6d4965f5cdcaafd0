package import ClientModel

/// A curl command line read as a draft, with a list of what has no place in it.
///
/// - Source: the manual page of curl 7.88.
package struct CurlCommand: Hashable, Sendable {
  package var draft: Draft
  package var dropped: [DroppedOption]

  /// True when a text begins as a curl command does: what makes a paste into the URL an import.
  package static func isCurl(_ text: String) -> Bool {
    let start = text.trimmingPrefix { $0.isWhitespace || $0 == "$" }
    return ["curl ", "curl\t", "curl\n", "curl\\"].contains { start.hasPrefix($0) }
  }

  /// Reads a command line as a shell would split it; nothing is run, fetched or expanded.
  package static func parse(
    _ line: String, files: FileReader = .refusing
  ) throws(CurlProblem) -> CurlCommand {
    guard line.utf8.count <= 10_000_000 else {
      throw CurlProblem(
        what: "The curl line cannot be read.", why: "It is larger than 10 MB.",
        whatToDo: "Send a large body from a file.")
    }
    let shell = try ShellWords(String(line.trimmingPrefix { $0.isWhitespace || $0 == "$" }))
    guard shell.words.first == "curl" else {
      throw CurlProblem(
        what: "The line cannot be read.", why: "It does not begin with curl.",
        whatToDo: "Paste the whole command.")
    }
    var command = try parse(arguments: Array(shell.words.dropFirst()), files: files)
    for name in shell.unexpanded {
      command.dropped.append(
        DroppedOption(option: name, why: "Nothing is expanded; it stands in the request as it is."))
    }
    if let rest = shell.rest {
      command.dropped.append(
        DroppedOption(option: rest, why: "Only the curl command itself is read."))
    }
    return command
  }

  /// Reads the words after `curl`.
  package static func parse(
    arguments: [String], files: FileReader = .refusing
  ) throws(CurlProblem) -> CurlCommand {
    var reading = CurlReading(files: files)
    var rest = arguments[...]
    var isLiteral = false
    while let word = rest.popFirst(), !reading.isFinished {
      if !isLiteral, word == "--" {
        isLiteral = true
      } else if !isLiteral, word.hasPrefix("--") {
        try long(String(word.dropFirst(2)), &rest, &reading)
      } else if !isLiteral, word.hasPrefix("-"), word.count > 1 {
        try short(word.dropFirst(), &rest, &reading)
      } else {
        try reading.take(.url, word)
      }
    }
    return try reading.finish()
  }

  private static func long(
    _ name: String, _ rest: inout ArraySlice<String>, _ reading: inout CurlReading
  ) throws(CurlProblem) {
    let isNegated = name.hasPrefix("no-")
    if let option = CurlOption(rawValue: name) ?? unique(name) {
      let value = option.takesValue ? try value(of: "--\(name)", &rest) : ""
      try reading.take(option, value)
    } else if CurlOption.valueNames.contains(name) {
      reading.drop("--\(name) \(try value(of: "--\(name)", &rest))", CurlOption.reason(name))
    } else if !CurlOption.silentNames.contains(isNegated ? String(name.dropFirst(3)) : name) {
      reading.drop("--\(name)", CurlOption.reason(name))
    }
  }

  /// curl takes the beginning of a name when it fits only one.
  private static func unique(_ name: String) -> CurlOption? {
    guard name.count >= 3, !CurlOption.valueNames.contains(name),
      !CurlOption.silentNames.contains(name)
    else { return nil }
    let known = CurlOption.valueNames.union(CurlOption.silentNames)
    let found = CurlOption.allCases.filter { $0.rawValue.hasPrefix(name) }
    return found.count == 1 && !known.contains { $0.hasPrefix(name) } ? found.first : nil
  }

  /// Letters run together, the last with its value behind it or in the next word: `-sSLXPOST`.
  private static func short(
    _ letters: Substring, _ rest: inout ArraySlice<String>, _ reading: inout CurlReading
  ) throws(CurlProblem) {
    var letters = letters
    while let letter = letters.popFirst() {
      let option = CurlOption.letters[letter]
      let other = CurlOption.valueLetters[letter]
      if option?.takesValue ?? (other != nil) {
        let value = letters.isEmpty ? try value(of: "-\(letter)", &rest) : String(letters)
        if let option {
          try reading.take(option, value)
        } else {
          reading.drop("-\(letter) \(value)", CurlOption.reason(other ?? ""))
        }
        return
      }
      if let option {
        try reading.take(option, "")
      } else if !CurlOption.silentLetters.contains(letter) {
        let names: [Character: String] = [
          "O": "remote-name", "J": "remote-header-name", "n": "netrc",
        ]
        reading.drop("-\(letter)", CurlOption.reason(names[letter] ?? ""))
      }
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(CurlProblem) -> String {
    if let value = rest.popFirst() { return value }
    throw CurlProblem(
      what: "The curl line cannot be read.", why: "The option \(option) needs a value.",
      whatToDo: "Copy the whole command.")
  }
}

/// An option of a curl line that was left out, and why.
package struct DroppedOption: Hashable, Sendable {
  package let option: String
  package let why: String
}

/// Why a curl line cannot be read.
package struct CurlProblem: Error, Hashable, Sendable {
  package let what: String
  package let why: String
  package let whatToDo: String
}
