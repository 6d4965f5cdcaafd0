/// The curl commands in text, such as a shell script, notes or one pasted line.
///
/// A line with a curl command is read to its end, including quotes, continuations and
/// here-documents. Lines without curl are skipped. Only simple commands are imported. A curl
/// command in a loop, condition, function, bracket or substitution is reported.
struct ShellScript {
  struct Found {
    var command: ShellCommand
    let variables: ShellVariables
    /// The other commands of the line. They are not run.
    var others: [String] = []
    /// The variables that are set for this command and read by curl, such as `http_proxy`.
    let settings: [String]
  }

  private(set) var found: [Result<Found, CurlProblem>] = []
  /// The closing words of the open blocks.
  private var open: [String] = []
  /// The first words of the commands on the previous line.
  private var headsBefore: Set<String> = []

  /// Finds the curl commands in the text.
  ///
  /// - Parameter values: The values of known variables. Unknown variables become templates.
  init(_ text: String, values: [String: String] = [:]) {
    guard !ShellVariables.areUsed(in: text.utf8) else {
      found = [
        .failure(
          CurlProblem(
            what: "The curl line cannot be read.", why: "It contains a private-use character.",
            whatToDo: "Remove the character, or type the command again."))
      ]
      return
    }
    let bytes = Self.withoutCarriageReturns(Array(text.utf8))
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var (end, documentEnd) = (0, 0)
    for (index, line) in lines.enumerated() where line.startIndex >= end {
      let text = line.dropFirst(Self.prompt(of: line))
      let isInDocument = line.startIndex < documentEnd
      let opensDocument = line.contains("<<".utf8)
      var commands = text.split { ";|&<>()".utf8.contains($0) }.map(Self.words)
      do throws(CurlProblem) {
        if line.contains("curl".utf8) || line.last == UInt8(ascii: "|") || opensDocument {
          let read = try ShellLine(bytes, at: text.startIndex, ShellVariables(values: values))
          if read.runsCurl {
            end = read.end
            // Quoted operators make the simple split wrong. These words replace it.
            commands = read.commands.map { $0.words.map(\.text) }
            let block = open.last.map { "is in a block that ends with `\($0)`" }
            take(read, number: index + 1, in: isInDocument ? "is in a here-document" : block)
          } else if opensDocument {
            documentEnd = max(documentEnd, read.end)
          }
        }
      } catch {
        // An apostrophe in prose about curl looks like an open quote. This is not an error.
        if Self.beginsWithCurl(text) || text.contains("$(curl ".utf8) {
          found.append(.failure(error))
        }
      }
      if !isInDocument, text.first != UInt8(ascii: "#") { follow(commands, Self.words(text)) }
    }
  }

  /// The words that begin and end a group of commands.
  private static let (blockStart, blockEnd) = ("{", "}")

  /// Opens and closes blocks. Only a word that a shell requires (`do`, `then`, `in`, `{`) opens a
  /// block, so that prose does not.
  private mutating func follow(_ commands: [[String]], _ line: [String]) {
    let own = Set(commands.compactMap(\.first))
    let heads = own.union(headsBefore)
    headsBefore = own
    let isFunction =
      (line.first == "function" || line.prefix(2).joined().contains(bytes: "()"))
      && line.contains(Self.blockStart)
    if isFunction { open.append(Self.blockEnd) }
    for words in commands {
      switch words.first {
      case let word? where open.contains(word):
        open.removeSubrange((open.lastIndex(of: word) ?? 0)...)
      case "do" where words.count == 1 || !heads.isDisjoint(with: ["for", "while", "until"]):
        open.append("done")
      case "then" where !heads.contains("elif") && (words.count == 1 || heads.contains("if")):
        open.append("fi")
      case "case" where words.contains("in"): open.append("esac")
      case Self.blockStart where !isFunction && open.contains(Self.blockEnd):
        open.append(Self.blockEnd)
      default: break
      }
    }
  }

  private static func words(_ text: ArraySlice<UInt8>) -> [String] {
    text.split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Records the curl commands of a line.
  ///
  /// - Parameter block: The end of a sentence about the enclosing block, or nil outside a block.
  private mutating func take(_ line: ShellLine, number: Int, in block: String?) {
    var mine: [Result<Found, CurlProblem>] = []
    var others: [String] = []
    var settings: [String] = []
    for command in line.commands {
      let assignments = command.assignments ?? []
      settings += assignments.compactMap(Self.setting)
      if !command.runsCurl {
        // Only names are shown, because a value may be secret. Known values need no note, because
        // the request contains them.
        let unknown = assignments.filter {
          command.shellPart != nil || ShellVariables.areUsed(in: $0.bytes)
        }
        others += unknown.compactMap(\.assignedName)
        if assignments.isEmpty {
          others += command.words.prefix(1).map { line.variables.source($0.bytes) }
        }
      } else if let reason = block ?? command.shellPart.map({ "depends on `\($0)`" }) {
        mine.append(
          .failure(
            CurlProblem(
              what: "The curl command in line \(number) was not imported.",
              why: "Only simple commands are read, and this one \(reason).",
              whatToDo:
                "Write it on a line of its own, with a value or $NAME for each such part.")))
      } else {
        var command = command
        let prefix = command.words.prefix(command.start)
        command.words.removeFirst(command.start)
        mine.append(
          .success(
            Found(
              command: command, variables: line.variables,
              settings: settings + prefix.compactMap(Self.setting))))
      }
    }
    if case .success(var last) = mine.last {
      last.others += others
      mine[mine.count - 1] = .success(last)
    }
    found += mine
  }

  private static func withoutCarriageReturns(_ bytes: [UInt8]) -> [UInt8] {
    let next = bytes.dropFirst() + [0]
    return zip(bytes, next).filter { $0 != (13, 10) }.map(\.0)
  }

  /// Returns the length of leading spaces and a shell prompt.
  private static func prompt(of line: ArraySlice<UInt8>) -> Int {
    let blank = line.prefix { $0 == 0x20 || $0 == 0x09 }.count
    let rest = line.dropFirst(blank)
    guard rest.starts(with: "$ ".utf8) else { return blank }
    return blank + 1 + rest.dropFirst().prefix { $0 == 0x20 }.count
  }

  /// Returns the variable of an assignment if curl reads it and it changes the request or trust.
  /// Returns nil for any other word.
  ///
  /// - Source: curl's manual page, section Environment.
  private static func setting(_ word: ShellWord) -> String? {
    guard let name = word.assignedName else { return nil }
    let isRead =
      name.lowercased().ends(with: "_proxy")
      || [
        "CURL_CA_BUNDLE", "CURL_HOME", "CURL_SSL_BACKEND", "HOME", "SSL_CERT_DIR", "SSL_CERT_FILE",
        "XDG_CONFIG_HOME",
      ].contains(name)
    return isRead ? name : nil
  }

  static func beginsWithCurl(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: "curl".utf8)
      && bytes.dropFirst(4).first.map { " \t\n\\".utf8.contains($0) } ?? false
  }
}
