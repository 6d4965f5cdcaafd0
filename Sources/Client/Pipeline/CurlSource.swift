import ClientModel

/// The inputs of a curl command: shell variables, standard input and files.
struct CurlSource {
  let variables: ShellVariables
  let input: ShellInput
  let files: FileReader

  /// Converts a word to the text of a draft.
  func text(_ word: some Collection<UInt8>, of option: String) throws(CurlProblem) -> String {
    if let text = variables.template(word) { return text }
    throw CurlProblem(
      what: "The curl line cannot be used.", why: "The value of \(option) is not UTF-8.",
      whatToDo: "Write it in UTF-8, or send it as a body from a file.")
  }

  /// Converts content to literal text of a draft. Braces in the content are not templates. Returns
  /// nil if the content is not UTF-8.
  func content(_ bytes: [UInt8]) -> String? {
    String(validating: bytes, as: UTF8.self).map(Template.literal)
  }

  func shown(_ word: some Collection<UInt8>) -> String { variables.source(word) }

  /// The content of a file, or of standard input for `-`.
  enum Content {
    case bytes([UInt8])
    /// Text of the command itself, which may contain variables.
    case script([UInt8])
    /// A file that is not read now. The path is text of a draft.
    case unread(path: String, why: String)
    /// Text that the user types into curl.
    case typed
  }

  func content(_ path: [UInt8], of option: String) throws(CurlProblem) -> Content {
    guard path.elementsEqual("-".utf8) || path.elementsEqual(".".utf8) else {
      return try file(path, of: option)
    }
    switch input {
    case .terminal:
      guard case .success(let bytes) = files.read("-") else { return .typed }
      return .bytes(bytes)
    case .text(let bytes): return .script(bytes)
    case .file(let other): return try file(other, of: option)
    case .pipe:
      throw CurlProblem(
        what: "The curl line cannot be used.",
        why: "\(option) reads the output of another program, and an import runs no programs.",
        whatToDo: "Save that output in a file and write @FILE.")
    }
  }

  private func file(_ path: [UInt8], of option: String) throws(CurlProblem) -> Content {
    let name = try text(path, of: option)
    guard !ShellVariables.areUsed(in: path) else {
      return .unread(path: name, why: "Only the shell knows its name.")
    }
    switch files.read(String(decoding: path, as: UTF8.self)) {
    case .success(let bytes): return .bytes(bytes)
    case .failure(let refusal): return .unread(path: name, why: refusal.why)
    }
  }
}
