/// The curl commands in a text: a shell script, a page of notes, or one pasted line.
///
/// A line with a curl command is read to its end, including its quotes, continuations and
/// here-documents. Other lines are skipped.
struct ShellScript {
  /// A curl command with the expansions of its words.
  struct Found {
    var command: ShellCommand
    var expansions: ShellExpansions
    /// The other commands of its line, which are not run.
    var others: [String] = []
    /// The block that contains the command, or nil. The shell may run such a command several times
    /// or never.
    var block: ShellBlocks.Kind?
    /// Variables set for this command that curl itself reads, such as `http_proxy`.
    var settings: [String] = []
  }

  private(set) var found: [Result<Found, CurlProblem>] = []

  /// Finds the curl commands in a text.
  ///
  /// - Parameter values: The values of known variables. Each other variable becomes a template.
  init(_ text: String, values: [String: String] = [:]) {
    guard !ShellExpansions.areUsed(in: text) else {
      found = [
        .failure(
          CurlProblem(
            what: "The curl line cannot be read.", why: "It holds a private character.",
            whatToDo: "Remove the character, or type the command again."))
      ]
      return
    }
    let bytes = Self.withoutCarriageReturns(Array(text.utf8))
    var position = 0
    var blocks = ShellBlocks()
    while position < bytes.count {
      let line = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
      let start = position + Self.prompt(of: line)
      position += line.count + 1
      blocks.read(bytes[start..<max(start, line.endIndex)])
      let opensDocument = line.contains("<<".utf8)
      guard line.contains("curl".utf8) || line.last == UInt8(ascii: "|") || opensDocument else {
        continue
      }
      var lexer = ShellLexer(bytes, at: start, values: values)
      do throws(CurlProblem) {
        try lexer.readLine()
      } catch {
        // Prose that mentions curl may contain apostrophes.
        if Self.beginsWithCurl(bytes[start...]) { found.append(.failure(error)) }
        continue
      }
      if take(lexer, in: blocks.kind(at: start)) {
        position = lexer.position
      } else if opensDocument {
        blocks.openDocument(to: lexer.position)
      }
    }
  }

  /// Records the curl commands of the line. Returns whether there are any.
  private mutating func take(_ lexer: ShellLexer, in open: ShellBlocks.Kind?) -> Bool {
    var mine: [Result<Found, CurlProblem>] = []
    var others: [String] = []
    var settings: [String] = []
    var block = open
    for command in lexer.commands {
      var command = command
      let words = command.words
      let first = words.firstIndex { !Self.isPrefix($0) } ?? words.endIndex
      settings += (command.assignments ?? []).compactMap(Self.setting)
      let opening = words.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
      block = ShellBlocks.kind(behind: opening, in: block, of: open)
      if first < words.endIndex, Self.isCurl(words[first]) {
        command.looseWords = Set(command.looseWords.map { $0 - first })
        command.words.removeFirst(first)
        mine.append(
          .success(
            Found(
              command: command, expansions: lexer.expansions, block: block,
              settings: settings + words[..<first].compactMap(Self.setting))))
        continue
      }
      // A command may use the output of curl, as in `TOKEN=$(curl …)` and `bash <(curl …)`.
      let inner = words.flatMap { Self.commands(substitutedIn: $0, lexer.expansions) }
      mine += inner
      guard inner.isEmpty, let name = words.first, !command.isTakenOver else { continue }
      guard let assignments = command.assignments else {
        others.append(lexer.expansions.source(name))
        continue
      }
      // Only names are shown, because a value may be a secret. An assignment with a known value
      // needs no note, because the request has the value.
      others += assignments.filter { ShellExpansions.standIn($0) }.map { word in
        String(decoding: word.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
      }
    }
    if case .success(var last) = mine.last {
      last.others += others
      mine[mine.count - 1] = .success(last)
    }
    found += mine
    return !mine.isEmpty
  }

  /// Returns the curl commands in the substitutions of a word. The shell replaces each substitution
  /// with its output.
  private static func commands(
    substitutedIn word: [UInt8], _ expansions: ShellExpansions
  ) -> [Result<Found, CurlProblem>] {
    expansions.used(in: word).flatMap { expansion in
      script(of: expansion.source).map { ShellScript($0, values: expansions.values).found } ?? []
    }
  }

  /// Returns the script inside a command substitution such as `$(…)`, or nil for a variable or
  /// arithmetic.
  private static func script(of source: String) -> String? {
    let bytes = source.utf8
    if bytes.starts(with: "$((".utf8) { return nil }
    for opening in ["$(", "<(", ">("] where bytes.starts(with: opening.utf8) {
      return String(bytes.dropFirst(2).dropLast())
    }
    guard bytes.first == UInt8(ascii: "`") else { return nil }
    // In backticks a backslash also escapes a backtick.
    return String(bytes.dropFirst().dropLast())?.replacing(bytes: "\\`", with: "`")
  }

  private static func withoutCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(13) else { return bytes }
    var result: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte == 13, index + 1 < bytes.count, bytes[index + 1] == 10 { continue }
      result.append(byte)
    }
    return result
  }

  /// Returns the length of a line's leading spaces and shell prompt.
  private static func prompt(of line: ArraySlice<UInt8>) -> Int {
    let blank = line.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let rest = line.dropFirst(blank)
    guard rest.first == UInt8(ascii: "$"), rest.dropFirst().first == 0x20 else { return blank }
    return blank + 1 + rest.dropFirst().prefix { $0 == 0x20 }.count
  }

  /// Returns the name of an assigned variable that curl reads, and that changes what curl sends or
  /// trusts. Returns nil for any other word.
  ///
  /// - Source: curl's manual page, section Environment.
  private static func setting(_ assignment: [UInt8]) -> String? {
    guard ShellCommand.isAssignment(assignment) else { return nil }
    let name = String(decoding: assignment.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    let isRead =
      name.lowercased().utf8.suffix(6).elementsEqual("_proxy".utf8)
      || [
        "CURL_CA_BUNDLE", "CURL_HOME", "CURL_SSL_BACKEND", "HOME", "SSL_CERT_DIR", "SSL_CERT_FILE",
        "XDG_CONFIG_HOME",
      ].contains(name)
    return isRead ? name : nil
  }

  static func beginsWithCurl(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.starts(with: "curl".utf8), let after = bytes.dropFirst(4).first else {
      return false
    }
    return after == 0x20 || after == 0x09 || after == 0x0A || after == UInt8(ascii: "\\")
  }

  private static func isCurl(_ word: [UInt8]) -> Bool {
    word.elementsEqual("curl".utf8) || word.suffix(5).elementsEqual("/curl".utf8)
  }

  /// Returns whether a word may precede the command: `NAME=value`, `sudo`, `time`.
  private static func isPrefix(_ word: [UInt8]) -> Bool {
    if ["sudo", "time", "exec", "command", "!", "{", "then", "do", "if", "else"]
      .contains(where: { word.elementsEqual($0.utf8) })
    {
      return true
    }
    return ShellCommand.isAssignment(word)
  }
}
