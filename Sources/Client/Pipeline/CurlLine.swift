import ClientModel

/// A parser of one curl command's arguments.
struct CurlLine {
  private let words: [ShellWord]
  private let source: CurlSource
  private var index = 0
  private var reading: CurlReading
  private var found: [CurlCommand] = []

  init(_ command: ShellCommand, _ source: CurlSource) {
    words = Array(command.words.dropFirst())
    self.source = source
    reading = CurlReading(source: source)
  }

  mutating func requests() throws(CurlProblem) -> [CurlCommand] {
    var isLiteral = false
    while index < words.count {
      let word = words[index].bytes
      index += 1
      if isLiteral || word.first != UInt8(ascii: "-") {
        if words[index - 1].isLoose { reading.looseURL = word }
        try reading.take(.url, word, "URL")
      } else if word.elementsEqual("--".utf8) {
        isLiteral = true
      } else if word.starts(with: "--".utf8) {
        try long(word)
      } else {
        try short(word)
      }
    }
    // If the line ends in --next, curl sends the earlier requests and then reports an error.
    if !found.isEmpty, !reading.hasURL {
      found[found.count - 1].dropped.append(
        DroppedOption(option: "--next", why: "No URL follows it."))
    } else {
      try finish()
    }
    return found
  }

  /// Adds the requests described by the options so far. Rejects `curl $OPTIONS $URL`, because
  /// either variable may expand to any number of words.
  private mutating func finish() throws(CurlProblem) {
    if let word = reading.looseURL, reading.hasURLs(besides: word) {
      throw CurlProblem(
        what: "The curl line cannot be used.",
        why:
          "Without quotes, the shell may expand `\(source.shown(word))` to several words, such as options.",
        whatToDo: "Write its value instead, or put quotes around it if it is a URL.")
    }
    found += try reading.finish()
    reading = CurlReading(source: source)
  }

  private mutating func long(_ word: [UInt8]) throws(CurlProblem) {
    let name = source.shown(word.dropFirst(2)).lowercased()
    if name.begins(with: "expand-") {
      throw CurlProblem(
        what: "The curl line cannot be used.",
        why: "--\(name): \(CurlOption.Why.variables.rawValue)",
        whatToDo: "Write the option without the prefix expand-, and write its value.")
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
    let value = option.argument == .value ? try self.value(of: "--\(name)") : []
    try take(option, value, "--\(option.name)")
  }

  /// Reads combined short options, such as `-sSLXPOST`. The argument of the last option follows
  /// directly or is the next word.
  private mutating func short(_ word: [UInt8]) throws(CurlProblem) {
    var letters = word.dropFirst()
    if letters.isEmpty { throw unknown("-") }
    while let letter = letters.popFirst() {
      guard let option = CurlOptionTable.option(letter: letter) else {
        throw unknown("-" + source.shown([letter]))
      }
      let name = "-\(Unicode.Scalar(letter))"
      guard option.argument == .value else {
        try take(option, [], name)
        continue
      }
      return try take(option, letters.isEmpty ? try value(of: name) : Array(letters), name)
    }
  }

  private mutating func take(
    _ option: CurlOption, _ value: [UInt8], _ name: String
  ) throws(CurlProblem) {
    let shown = value.isEmpty ? name : "\(name) \(source.shown(value))"
    switch option.role {
    case .meaning(.next): try finish()
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

  private mutating func value(of option: String) throws(CurlProblem) -> [UInt8] {
    guard index < words.count else {
      throw CurlProblem(
        what: "The curl line cannot be read.", why: "The option \(option) needs a value.",
        whatToDo: "Copy the full command.")
    }
    defer { index += 1 }
    return words[index].bytes
  }

  private func unknown(_ option: String) -> CurlProblem {
    CurlProblem(
      what: "The curl line cannot be used.", why: "curl has no option \(option).",
      whatToDo:
        "Correct or remove the option. Weir does not know whether the next word is its value.")
  }
}
