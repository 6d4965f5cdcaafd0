/// The simple commands of one line of shell text, with its continuations and here-documents.
struct ShellLine {
  private(set) var commands: [ShellCommand] = []
  private var lexer: ShellLexer
  private var command = ShellCommand()
  private var documents: [(end: ShellWord, symbol: String, command: Int)] = []
  private var separatorBefore = ";"
  /// The first token that only a shell can evaluate, or nil if there is none so far. It applies to
  /// its own command and to all later commands of the line.
  private var shellPart: String?

  /// The offset of the next line.
  var end: Int { lexer.position }
  var variables: ShellVariables { lexer.variables }
  var runsCurl: Bool { commands.contains(where: \.runsCurl) }

  init(_ bytes: [UInt8], at position: Int, _ variables: ShellVariables) throws(CurlProblem) {
    lexer = ShellLexer(bytes, at: position, variables)
    while let token = try lexer.token() {
      switch token {
      case .word(let word): command.words.append(word)
      case .redirection(let symbol): try redirect(symbol)
      case .separator("\n"):
        // A command may continue on the next line after a pipe.
        guard followsPipe, command.words.isEmpty else {
          try finish()
          return
        }
        try readDocuments()
      case .separator(let symbol): endCommand(symbol)
      }
    }
    try finish()
  }

  private mutating func finish() throws(CurlProblem) {
    endCommand(";")
    try readDocuments()
    connectPipes()
  }

  private var followsPipe: Bool { ["|", "|&"].contains(separatorBefore) }

  private mutating func endCommand(_ symbol: String) {
    let isBracket = ["(", ")", "<(", ">("].contains(symbol)
    let reserved = command.words.prefix(command.start).first {
      ShellCommand.reserved.contains($0.text)
    }
    shellPart = shellPart ?? reserved?.text ?? lexer.substitution ?? (isBracket ? symbol : nil)
    command.shellPart = shellPart
    if followsPipe, case .terminal = command.input { command.input = .pipe }
    command.isCutByAmpersand = symbol == "&" && lexer.isTight
    follow(symbol)
    if !command.words.isEmpty || documents.last?.command == commands.count {
      commands.append(command)
    }
    command = ShellCommand()
    separatorBefore = symbol
  }

  /// Applies the assignments of the command. A program such as `read` may change variables, so all
  /// values are unknown after any program except curl.
  private mutating func follow(_ symbol: String) {
    let isCertain = separatorBefore == ";" && [";", "&&", "||"].contains(symbol)
    if isCertain, shellPart == nil, let assignments = command.assignments {
      for word in assignments { lexer.variables.assign(word) }
    } else if !command.runsCurl {
      lexer.variables.removeAssigned()
    }
  }

  private mutating func redirect(_ symbol: String) throws(CurlProblem) {
    if symbol == "<" { try refusePlaceholder() }
    guard case .word(let target)? = try lexer.token() else {
      throw CurlProblem(
        what: "The curl line cannot be read.", why: "No file name follows a `<` or `>`.",
        whatToDo: "Replace <…> with a value, or put quotes around it.")
    }
    switch symbol {
    case "<": command.input = .file(target.bytes)
    case "<<<": command.input = .text(target.bytes + [UInt8(ascii: "\n")])
    case "<<", "<<-": documents.append((target, symbol, commands.count))
    default: command.outputs.append(variables.source(target.bytes))
    }
  }

  /// Rejects a placeholder such as `<url>`. A shell would read two redirections.
  private func refusePlaceholder() throws(CurlProblem) {
    let rest = lexer.restOfLine
    guard let end = rest.firstIndex(of: UInt8(ascii: ">")), end > rest.startIndex,
      rest.first != UInt8(ascii: " ")
    else { return }
    let gap = String(decoding: rest[..<end], as: UTF8.self)
    throw CurlProblem(
      what: "The curl line cannot be used.",
      why: "`<\(gap)>` stands for a value; a shell reads < and > as redirections.",
      whatToDo: "Replace <\(gap)> with the value.")
  }

  private mutating func readDocuments() throws(CurlProblem) {
    for document in documents {
      var content: [UInt8] = []
      while true {
        guard var line = lexer.line() else {
          throw CurlProblem(
            what: "The curl line cannot be read.",
            why: "Its here-document has no last line with only \(document.end.text).",
            whatToDo: "Copy the full command; that line may not be indented.")
        }
        if document.symbol == "<<-" { line = line.drop { $0 == UInt8(ascii: "\t") } }
        if line.elementsEqual(document.end.bytes) { break }
        content += line + [UInt8(ascii: "\n")]
      }
      guard commands.indices.contains(document.command) else { continue }
      if !document.end.isQuoted {
        var inner = ShellLexer(content, at: 0, variables)
        content = try inner.text(until: nil)
        lexer.variables = inner.variables
        if let found = inner.substitution { commands[document.command].shellPart = found }
      }
      commands[document.command].input = .text(content)
    }
    documents = []
  }

  /// Connects each pipe whose input is known. Removes the command that writes this input.
  private mutating func connectPipes() {
    var connected: [ShellCommand] = []
    for var command in commands {
      if case .pipe = command.input, let writer = connected.last {
        command.input = writer.literalOutput
        if case .pipe = command.input {} else { connected.removeLast() }
      }
      connected.append(command)
    }
    commands = connected
  }
}
