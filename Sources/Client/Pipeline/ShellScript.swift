/// The curl commands in a text: a shell script, a page of notes, or one pasted line.
///
/// A line that holds a curl command is read to its end, with what its quotes, continuations and
/// here-documents bring in. Other lines are passed over.
struct ShellScript {
  /// A curl command, with what its words stand for.
  struct Found {
    var command: ShellCommand
    var expansions: ShellExpansions
    /// Other commands of its line, which are not run.
    var others: [String]
  }

  private(set) var found: [Result<Found, CurlProblem>] = []

  init(_ text: String) {
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
    while position < bytes.count {
      let line = bytes[position...].prefix { $0 != UInt8(ascii: "\n") }
      let start = position + Self.prompt(of: line)
      position += line.count + 1
      guard Self.mentionsCurl(line) else { continue }
      var lexer = ShellLexer(bytes, at: start)
      do throws(CurlProblem) {
        try lexer.readLine()
      } catch {
        // Prose that mentions curl has apostrophes, too.
        if Self.beginsWithCurl(bytes[start...]) { found.append(.failure(error)) }
        continue
      }
      if take(lexer) { position = lexer.position }
    }
  }

  /// True when the line had a curl command.
  private mutating func take(_ lexer: ShellLexer) -> Bool {
    var mine: [Found] = []
    var others: [String] = []
    for command in lexer.commands {
      var command = command
      let words = command.words
      let first = words.firstIndex { !Self.isPrefix($0) } ?? words.endIndex
      if first < words.endIndex, Self.isCurl(words[first]) {
        command.looseWords = Set(command.looseWords.map { $0 - first })
        command.words.removeFirst(first)
        mine.append(Found(command: command, expansions: lexer.expansions, others: []))
      } else if let name = words.first {
        others.append(lexer.expansions.source(name))
      }
    }
    guard !mine.isEmpty else { return false }
    mine[mine.count - 1].others = others
    found += mine.map(Result.success)
    return true
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

  /// How much of a line is space and a shell's prompt.
  private static func prompt(of line: ArraySlice<UInt8>) -> Int {
    let blank = line.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let rest = line.dropFirst(blank)
    guard rest.first == UInt8(ascii: "$"), rest.dropFirst().first == 0x20 else { return blank }
    return blank + 1 + rest.dropFirst().prefix { $0 == 0x20 }.count
  }

  private static func mentionsCurl(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line
    while let index = rest.firstIndex(of: UInt8(ascii: "c")) {
      if rest[index...].starts(with: "curl".utf8) { return true }
      rest = rest[(index + 1)...]
    }
    return false
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

  /// What may stand before the command: `NAME=value`, `sudo`, `time`.
  private static func isPrefix(_ word: [UInt8]) -> Bool {
    if ["sudo", "time", "exec", "command", "!", "{", "then", "do", "if", "else"]
      .contains(where: { word.elementsEqual($0.utf8) })
    {
      return true
    }
    guard let equals = word.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return false }
    return word[..<equals].allSatisfy {
      (0x41...0x5A).contains($0 & 0xDF) || (0x30...0x39).contains($0) || $0 == 0x5F
    }
  }
}
