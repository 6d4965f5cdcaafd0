import ClientModel

/// The arguments of a curl command, which are parsed option by option.
struct CurlLine {
  private let words: [[UInt8]]
  private let looseWords: Set<Int>
  private let source: CurlSource

  init(_ command: ShellCommand, _ source: CurlSource) {
    words = Array(command.words.dropFirst())
    looseWords = Set(command.looseWords.map { $0 - 1 })
    self.source = source
  }

  func requests() throws(CurlProblem) -> [CurlCommand] {
    var found: [CurlCommand] = []
    var reading = CurlReading(source: source)
    var index = 0
    var isLiteral = false
    while index < words.count {
      let word = words[index]
      index += 1
      if isLiteral || word.first != UInt8(ascii: "-") {
        if looseWords.contains(index - 1) { reading.looseURL = word }
        try reading.take(.url, word, "URL")
      } else if word.elementsEqual("--".utf8) {
        isLiteral = true
      } else if word.starts(with: "--".utf8) {
        try long(word, &index, &reading, &found)
      } else {
        try short(word, &index, &reading, &found)
      }
    }
    // curl sends the requests before a last --next, and then reports an error.
    if !found.isEmpty, !reading.hasURL {
      found[found.count - 1].dropped.append(
        DroppedOption(option: "--next", why: "No URL follows it."))
      return found
    }
    return found + (try finish(&reading))
  }

  /// Returns the requests of the options that were read. Rejects `curl $OPTIONS $URL`, because
  /// either variable may expand to any number of words.
  private func finish(_ reading: inout CurlReading) throws(CurlProblem) -> [CurlCommand] {
    guard let word = reading.looseURL, reading.hasURLs(besides: word) else {
      return try reading.finish()
    }
    throw CurlProblem(
      what: "The curl line cannot be used.",
      why:
        "Without quotes, the shell may expand `\(source.shown(word))` to several words, such as options.",
      whatToDo: "Write its value instead, or put quotes around it if it is a URL.")
  }

  private func long(
    _ word: [UInt8], _ index: inout Int, _ reading: inout CurlReading, _ found: inout [CurlCommand]
  ) throws(CurlProblem) {
    let name = source.shown(word.dropFirst(2)).lowercased()
    if name.begins(with: "expand-") {
      throw CurlProblem(
        what: "The curl line cannot be used.",
        why: "--\(name): \(CurlOption.Why.variables.rawValue)",
        whatToDo: "Write the option without expand-, with its value.")
    }
    let option: CurlOption
    do throws(CurlProblem) {
      option = try CurlOptionTable.option(named: name)
    } catch {
      guard name.begins(with: "no-") else { throw error }
      let plain = try CurlOptionTable.option(named: String(name.dropFirst(3)))
      guard plain.argument == .none else { throw error }
      return try reading.withdraw(plain)
    }
    let value = option.argument == .value ? try self.value(of: "--\(name)", &index) : []
    try take(option, value, "--\(option.name)", &reading, &found)
  }

  /// Reads combined short options. The argument of the last one follows directly or is the next
  /// word: `-sSLXPOST`.
  private func short(
    _ word: [UInt8], _ index: inout Int, _ reading: inout CurlReading, _ found: inout [CurlCommand]
  ) throws(CurlProblem) {
    var letters = word.dropFirst()
    if letters.isEmpty { throw unknown("-") }
    while let letter = letters.popFirst() {
      guard let option = CurlOptionTable.option(letter: letter) else {
        throw unknown("-" + source.shown([letter] + letters.prefix(0)))
      }
      let name = "-\(Unicode.Scalar(letter))"
      guard option.argument == .value else {
        try take(option, [], name, &reading, &found)
        continue
      }
      let value = letters.isEmpty ? try self.value(of: name, &index) : Array(letters)
      return try take(option, value, name, &reading, &found)
    }
  }

  private func take(
    _ option: CurlOption, _ value: [UInt8], _ name: String, _ reading: inout CurlReading,
    _ found: inout [CurlCommand]
  ) throws(CurlProblem) {
    let shown = value.isEmpty ? name : "\(name) \(source.shown(value))"
    switch option.role {
    case .meaning(.next):
      found += try finish(&reading)
      reading = CurlReading(source: source)
    case .meaning(let meaning): try reading.take(meaning, value, name)
    case .silent: break
    case .noted(let why): reading.note(shown, why.rawValue)
    case .missed(let why): reading.miss(shown, why.rawValue)
    case .refused(let why):
      throw CurlProblem(
        what: "The curl line cannot be used.", why: "\(shown): \(why.rawValue)",
        whatToDo: "Remove the option if the request does not need it.")
    }
  }

  private func value(of option: String, _ index: inout Int) throws(CurlProblem) -> [UInt8] {
    guard index < words.count else {
      throw CurlProblem(
        what: "The curl line cannot be read.", why: "The option \(option) needs a value.",
        whatToDo: "Copy the full command.")
    }
    defer { index += 1 }
    return words[index]
  }

  private func unknown(_ option: String) -> CurlProblem {
    CurlProblem(
      what: "The curl line cannot be used.", why: "curl has no option \(option).",
      whatToDo:
        "Correct or remove the option; what follows it cannot be distinguished from its value.")
  }
}
