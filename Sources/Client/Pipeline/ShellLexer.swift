/// A lexer that splits one line of a shell script, with its continuations and here-documents, into
/// commands. It runs and expands nothing.
///
/// - Source: POSIX.1-2024, Shell Command Language, sections 2.2 (quoting), 2.3 (tokens), 2.6
///   (expansions) and 2.7 (redirections); here-strings and `&>` as in bash.
struct ShellLexer {
  private(set) var commands: [ShellCommand] = []
  var expansions: ShellExpansions
  /// The offset of the next byte to read. Between lines, the start of the next line.
  var position: Int
  let bytes: [UInt8]

  private var command = ShellCommand()
  var word: [UInt8] = []
  /// Whether a word has begun, with its first character or quote.
  var isInWord = false
  private var isQuoted = false
  private var redirection: Redirection?
  private var documents: [Document] = []
  private var followsPipe = false
  /// Whether the operator before was `&&` or `||`.
  private var isConditional = false
  /// The commands that write into the pipe.
  private var writers = 0..<0
  private var pipes: [(writers: Range<Int>, reader: Int)] = []
  /// The command that was read last; after a closing bracket, all commands between the brackets.
  private var lastGroup = 0..<0
  /// The number of commands before each open bracket.
  private var groups: [Int] = []

  private enum Redirection {
    case input, output, text
    case document(tabs: Tabs)
  }
  private enum Tabs { case preserved, stripped }
  /// A here-document whose lines follow.
  private struct Document {
    let end: [UInt8]
    let tabs: Tabs
    let isLiteral: Bool
    let command: Int
  }

  init(_ bytes: [UInt8], at position: Int, values: [String: String] = [:]) {
    self.bytes = bytes
    self.position = position
    expansions = ShellExpansions(values: values)
  }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  func next(after count: Int) -> UInt8? {
    position + count < bytes.count ? bytes[position + count] : nil
  }

  /// Reads up to the end of the line.
  mutating func readLine() throws(CurlProblem) {
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\n") where followsPipe && !isInWord && command.words.isEmpty:
        // The command continues after the pipe.
        try readDocuments()
      case UInt8(ascii: "\n"):
        try endLine()
        return
      case UInt8(ascii: "\\"):
        guard let escaped = next else { break }
        position += 1
        if escaped != UInt8(ascii: "\n") {
          append([escaped])
          isQuoted = true
        }
      case UInt8(ascii: "'"): quote(try singleQuoted())
      case UInt8(ascii: "\""): quote(try doubleQuoted())
      case UInt8(ascii: "$") where next == UInt8(ascii: "'"):
        position += 1
        quote(try ansiQuoted())
      case UInt8(ascii: "$") where next == UInt8(ascii: "\""):
        position += 1
        quote(try doubleQuoted())
      case UInt8(ascii: "$"), UInt8(ascii: "`"): append(try expansion(byte, in: .bare))
      case UInt8(ascii: " "), UInt8(ascii: "\t"): try endWord()
      case UInt8(ascii: "#") where !isInWord:
        while let more = next, more != UInt8(ascii: "\n") { position += 1 }
      case UInt8(ascii: "|"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "("),
        UInt8(ascii: ")"):
        try readOperator(byte)
      case UInt8(ascii: "<"), UInt8(ascii: ">"): try readRedirection(byte)
      default: append([byte])
      }
    }
    try endLine()
  }

  // MARK: Words

  private mutating func append(_ more: [UInt8]) {
    word += more
    isInWord = true
  }

  private mutating func quote(_ more: [UInt8]) {
    append(more)
    isQuoted = true
  }

  private mutating func endWord() throws(CurlProblem) {
    defer {
      word = []
      isInWord = false
      isQuoted = false
    }
    guard isInWord else { return }
    guard let target = redirection else {
      // Without quotes a shell splits the value of a variable, and drops an empty one.
      if word.count == 4, let expansion = expansions.used(in: word).first,
        !isQuoted || expansion.source.contains(byte: "@")
      {
        command.looseWords.insert(command.words.count)
      }
      command.words.append(word)
      return
    }
    redirection = nil
    switch target {
    case .input: command.input = .file(word)
    case .output: command.outputs.append(expansions.source(word))
    case .text: command.input = .text(word + [UInt8(ascii: "\n")])
    case .document(let tabs):
      documents.append(
        Document(end: word, tabs: tabs, isLiteral: isQuoted, command: commands.count))
    }
  }

  // MARK: Operators

  /// The end of a command. `cut` is an `&` within a word, which was intended as part of a URL.
  private enum Ending { case end, pipe, background, cut }

  private mutating func endCommand(_ ending: Ending) throws(CurlProblem) {
    try endWord()
    if redirection != nil {
      throw CurlProblem(
        what: "The curl line cannot be read.", why: "No file name follows a < or >.",
        whatToDo: "Replace <…> with a value, or put quotes around it.")
    }
    if followsPipe, case .terminal = command.input {
      command.input = .pipe
      pipes.append((writers: writers, reader: commands.count))
    }
    command.isCutByAmpersand = ending == .cut
    let isCertain = ending == .end && !followsPipe && !isConditional && groups.isEmpty
    expansions.follow(command, isCertain ? .certain : .conditional)
    isConditional = false
    if !command.words.isEmpty || !documents.isEmpty {
      if !command.words.isEmpty { lastGroup = commands.count..<commands.count + 1 }
      commands.append(command)
    }
    command = ShellCommand()
    followsPipe = ending == .pipe
    if followsPipe { writers = lastGroup }
  }

  /// Ends the last command of the line and reads the line's here-documents. Then sets the input of
  /// each command after a pipe, if the input is literal text or a file.
  private mutating func endLine() throws(CurlProblem) {
    try endCommand(.end)
    try readDocuments()
    for (writers, reader) in pipes where writers.count == 1 && reader < commands.count {
      commands[reader].input = commands[writers.lowerBound].literalOutput
      if case .pipe = commands[reader].input { continue }
      commands[writers.lowerBound].isTakenOver = true
    }
  }

  private mutating func readOperator(_ byte: UInt8) throws(CurlProblem) {
    let wasInWord = isInWord
    switch (byte, next) {
    case (UInt8(ascii: "&"), UInt8(ascii: ">")):
      position += 1
      if next == UInt8(ascii: ">") { position += 1 }
      try endWord()
      redirection = .output
    case (UInt8(ascii: "|"), UInt8(ascii: "|")), (UInt8(ascii: "&"), UInt8(ascii: "&")):
      position += 1
      try endCommand(.end)
      isConditional = true
    case (UInt8(ascii: "|"), _):
      if next == UInt8(ascii: "&") { position += 1 }
      try endCommand(.pipe)
    case (UInt8(ascii: "&"), let after):
      let isTight = wasInWord && after.map { ![0x20, 0x09, 0x0A, 0x3B].contains($0) } ?? false
      try endCommand(isTight ? .cut : .background)
    case (UInt8(ascii: "("), _):
      try endCommand(.end)
      groups.append(commands.count)
    case (UInt8(ascii: ")"), _):
      try endCommand(.end)
      if let start = groups.popLast() { lastGroup = start..<commands.count }
    default: try endCommand(.end)
    }
  }

  private mutating func readRedirection(_ byte: UInt8) throws(CurlProblem) {
    // Digits directly before the redirection are the number of a file descriptor.
    let isDescriptor =
      isInWord && !isQuoted && word.allSatisfy { (0x30...0x39).contains($0) } && word.count < 3
    let isError = isDescriptor && word != [UInt8(ascii: "0")] && byte == UInt8(ascii: "<")
    if isDescriptor {
      word = []
      isInWord = false
    } else {
      try endWord()
    }
    if next == UInt8(ascii: "(") {
      append(try substitution(from: position - 1, in: .bare))
      return
    }
    if byte == UInt8(ascii: ">") {
      if next == UInt8(ascii: ">") || next == UInt8(ascii: "|") { position += 1 }
      skipDescriptorMark()
      redirection = .output
      return
    }
    if next == UInt8(ascii: "&") {
      skipDescriptorMark()
      redirection = .output
    } else if next == UInt8(ascii: "<"), next(after: 1) == UInt8(ascii: "<") {
      position += 2
      redirection = .text
    } else if next == UInt8(ascii: "<") {
      position += 1
      let isStripped = next == UInt8(ascii: "-")
      if isStripped { position += 1 }
      redirection = .document(tabs: isStripped ? .stripped : .preserved)
    } else {
      try refusePlaceholder()
      redirection = isError ? .output : .input
    }
  }

  private mutating func skipDescriptorMark() {
    if next == UInt8(ascii: "&") { position += 1 }
  }

  /// Rejects the placeholder `<url>` of a usage line, which a shell reads as two redirections.
  private func refusePlaceholder() throws(CurlProblem) {
    var end = position
    while end < bytes.count, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "\n") {
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ">"), end > position,
      bytes[position] != UInt8(ascii: " ")
    else { return }
    let gap = String(decoding: bytes[position..<end], as: UTF8.self)
    throw CurlProblem(
      what: "The curl line cannot be used.",
      why: "`<\(gap)>` stands for a value; a shell reads < and > as redirections.",
      whatToDo: "Replace <\(gap)> with the value.")
  }

  // MARK: Here-documents

  private mutating func readDocuments() throws(CurlProblem) {
    let pending = documents
    documents = []
    for document in pending {
      var content: [UInt8] = []
      while true {
        guard position < bytes.count else {
          throw CurlProblem(
            what: "The curl line cannot be read.",
            why: "Its here-document is not ended by a line with only "
              + "\(String(decoding: document.end, as: UTF8.self)).",
            whatToDo: "Copy the full command; that line may not be indented.")
        }
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        var line = bytes[position..<end]
        position = min(end + 1, bytes.count)
        if document.tabs == .stripped { line = line.drop { $0 == UInt8(ascii: "\t") } }
        if Array(line) == document.end { break }
        content += line + [UInt8(ascii: "\n")]
      }
      guard commands.indices.contains(document.command) else { continue }
      if !document.isLiteral { content = try expanded(content) }
      commands[document.command].input = .text(content)
    }
  }

  /// Returns the content of a here-document with an unquoted delimiter, in which `$` and backticks
  /// begin expansions.
  private mutating func expanded(_ content: [UInt8]) throws(CurlProblem) -> [UInt8] {
    var inner = ShellLexer(content, at: 0)
    inner.expansions = expansions
    let result = try inner.quotedText(end: nil)
    expansions = inner.expansions
    return result
  }
}
