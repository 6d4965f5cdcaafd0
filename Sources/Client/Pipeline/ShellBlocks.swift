/// The blocks of a shell script that are open at a line. A command within such a block may run
/// several times or never.
///
/// Lines are read one by one, because a page of notes is not one script. A block counts as open
/// only at the word that a shell requires (`do`, `then`, `in`, `{`), so that prose does not open a
/// block.
struct ShellBlocks {
  /// The kind of a block. The number of times that a command in such a block runs is unknown.
  enum Kind: String, Hashable, Sendable {
    case `for`, `while`, until, `if`, `case`
    /// A loop whose first word was on an earlier line.
    case loop = "do"
    case function = "{"
    case document = "<<"

    /// The word that ends the block.
    fileprivate var end: String {
      switch self {
      case .for, .while, .until, .loop: "done"
      case .if: "fi"
      case .case: "esac"
      case .function: "}"
      case .document: ""
      }
    }
  }

  private var open: [Kind] = []
  /// The function that begins and ends on the last line read, or nil.
  private var own: Kind?
  /// The end of the here-document that was opened last.
  private var documentEnd = 0

  /// Returns the innermost block that contains a line, or nil.
  func kind(at position: Int) -> Kind? {
    position < documentEnd ? .document : own ?? open.last
  }

  /// Records a here-document that belongs to a command other than curl.
  mutating func openDocument(to end: Int) { documentEnd = max(documentEnd, end) }

  /// Returns the block that contains the commands after a command of the same line.
  ///
  /// - Parameters:
  ///   - word: The first word of that command.
  ///   - block: The block that contains that command.
  ///   - outer: The block that contains the line.
  static func kind(behind word: String, in block: Kind?, of outer: Kind?) -> Kind? {
    switch word {
    case "for", "while", "until", "case": Kind(rawValue: word)
    case "then", "else", "elif": .if
    case "done", "fi", "esac": outer
    default: block
    }
  }

  /// Reads the next line. A block that it opens contains the line; a block that it closes does not.
  mutating func read(_ line: ArraySlice<UInt8>) {
    let commands = line.split { [0x3B, 0x7C, 0x26].contains($0) }.map { command in
      command.split { $0 == 0x20 || $0 == 0x09 }.map { String(decoding: $0, as: UTF8.self) }
    }.filter { !$0.isEmpty }
    own = nil
    guard let first = commands.first?.first, let last = commands.last?.last else { return }
    if last == "}", Self.isFunction(commands[0]) { own = .function }
    if let ended = open.lastIndex(where: { $0.end == first }) {
      open.removeSubrange(ended...)
    } else if let kind = Self.opened(by: commands, first, last) {
      open.append(kind)
    }
  }

  /// Returns whether a command begins with `name() {` or `function name {`.
  private static func isFunction(_ words: [String]) -> Bool {
    words.first == "function" || words.joined().firstRange(ofBytes: "(){") != nil
  }

  private static func opened(by commands: [[String]], _ first: String, _ last: String) -> Kind? {
    let heads = commands.compactMap { $0.first.flatMap(Kind.init) }
    switch last {
    case "do" where commands.last?.count == 1:
      if let loop = heads.last(where: { $0 != .loop && $0.end == "done" }) { return loop }
    case "then" where commands.last?.count == 1:
      if heads.contains(.if) || first == "then" { return .if }
    case "in":
      if heads.contains(.case) { return .case }
    case "{":
      if Self.isFunction(commands[0]) { return .function }
    default: break
    }
    // `do` and `then` may be on a line of their own, or before the first command of the block.
    let isClosed = commands.contains { ["done", "fi"].contains($0.first) }
    switch first {
    case "do" where !isClosed: return .loop
    case "then" where !isClosed: return .if
    default: return nil
    }
  }
}
