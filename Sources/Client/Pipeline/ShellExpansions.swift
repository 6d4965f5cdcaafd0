import ClientModel

/// Variables and command outputs that a shell would expand in words and Weir does not.
///
/// In the bytes of a word, one private-use character represents each expansion, so that splitting
/// the word never splits an expansion. In the text of a draft, each expansion is a template.
///
/// - Source of the private characters: Unicode, section 23.5, private use plane 16.
struct ShellExpansions {
  struct Expansion {
    /// The name of the template.
    let name: String
    /// The text of the command, such as `$TOKEN`.
    let source: String
  }

  private(set) var all: [Expansion] = []
  /// The user's values of variables and outputs of commands. The key of an output is the name of
  /// its template.
  private let given: [String: String]
  /// The variables that the line itself assigned.
  private var assigned: [String: String] = [:]
  /// The expansions without a name of their own, in the order of their numbers.
  private var outputs: [String] = []
  private static let first: UInt32 = 0x10_0000

  /// The quoting of an expansion. A shell splits an unquoted value at spaces and matches file
  /// names.
  enum Place { case quoted, bare }

  init(values: [String: String] = [:]) { given = values }

  /// All known values: the user's, overridden by those that the line assigned. A substitution in
  /// the line is parsed with these values.
  var values: [String: String] { given.merging(assigned) { _, own in own } }

  /// The certainty that the shell runs a command.
  enum Certainty { case certain, conditional }

  /// Applies a command to the variables: sets those that it assigns, and removes those that it may
  /// change in another way.
  mutating func follow(_ command: ShellCommand, _ certainty: Certainty) {
    if let assignments = command.assignments {
      for word in assignments { assign(word, certainty) }
      return
    }
    let words = command.words.map { String(decoding: $0, as: UTF8.self) }
    if words.contains(where: Self.runsText) { assigned = [:] }
    // In `A+=b` and `((A++))` the variable is in the first word.
    let changed = words.contains(where: Self.changesVariables) ? words[...] : words.prefix(1)
    for name in changed.flatMap(Self.names) { assigned[name] = nil }
  }

  /// Returns whether a command changes the variables named in its arguments.
  private static func changesVariables(_ word: String) -> Bool {
    [
      "export", "readonly", "declare", "typeset", "local", "unset", "let", "read", "printf", "for",
      "select", "mapfile", "readarray", "getopts", "wait", ":",
    ].contains(word)
  }

  /// Returns whether a command runs a text or a file, which may change any variable.
  private static func runsText(_ word: String) -> Bool { ["eval", "source", "."].contains(word) }

  /// Returns the possible variable names in a word.
  private static func names(in word: String) -> [String] {
    word.utf8.split { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): false
      default: true
      }
    }.compactMap { String(Substring($0)) }
  }

  /// Applies the assignment `NAME=VALUE`. The variable then has that value. It has an unknown value
  /// if the command may not run or the value contains an expansion.
  private mutating func assign(_ word: [UInt8], _ certainty: Certainty) {
    guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else { return }
    let name = String(decoding: word[..<equals], as: UTF8.self)
    let isKnown = certainty == .certain && !Self.standIn(word)
    assigned[name] = isKnown ? String(validating: word[(equals + 1)...], as: UTF8.self) : nil
  }

  /// Returns the value as a shell inserts it into a word. Returns nil if the value is unknown, or
  /// if a shell would not insert it as exactly one word.
  private func value(_ name: String, _ place: Place) -> [UInt8]? {
    guard let value = assigned[name] ?? given[name], !Self.areUsed(in: value) else { return nil }
    let isOneWord =
      !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && !"*?[".utf8.contains($0) }
    return place == .quoted || isOneWord ? Array(value.utf8) : nil
  }

  /// Returns whether a text contains characters that represent expansions.
  static func areUsed(in text: String) -> Bool {
    text.unicodeScalars.contains { $0.value >= first }
  }

  /// Returns the known value of a variable, or else the bytes that represent the variable.
  mutating func variable(_ name: String, source: String, in place: Place) -> [UInt8] {
    value(name, place) ?? add(Expansion(name: name, source: source))
  }

  /// Returns the known value of an expansion without a name, such as `$(date)`, or else the bytes
  /// that represent the expansion.
  mutating func output(source: String, in place: Place) -> [UInt8] {
    let index = outputs.firstIndex(of: source) ?? outputs.count
    if index == outputs.count { outputs.append(source) }
    let name = "shell-\(index + 1)"
    // A substitution that runs curl is imported as a request, so a value must not replace it.
    let known = source.contains("curl") ? nil : value(name, place)
    return known ?? add(Expansion(name: name, source: source))
  }

  private mutating func add(_ expansion: Expansion) -> [UInt8] {
    if let known = all.firstIndex(where: { $0.name == expansion.name }) {
      return Self.bytes(known)
    }
    all.append(expansion)
    return Self.bytes(all.count - 1)
  }

  private static func bytes(_ index: Int) -> [UInt8] {
    // The plane has 65,534 characters; the size limit excludes longer commands.
    let value = first + UInt32(min(index, 0xFFFD))
    return Array(String(Character(Unicode.Scalar(value) ?? "\u{10FFFD}")).utf8)
  }

  /// Returns whether the word contains an expansion.
  static func standIn(_ word: some Sequence<UInt8>) -> Bool { word.contains { $0 == 0xF4 } }

  /// Returns the expansions of a word in order.
  func used(in word: [UInt8]) -> [Expansion] {
    String(decoding: word, as: UTF8.self).unicodeScalars.compactMap(expansion)
  }

  /// Returns the word as text of a draft: `{{TOKEN}}` for `$TOKEN`; a literal `{{name}}` stays
  /// text. Returns nil if the word is not UTF-8.
  func template(_ word: some Collection<UInt8>) -> String? {
    guard let text = String(validating: word, as: UTF8.self) else { return nil }
    var result = ""
    var literal = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard let found = expansion(scalar) else {
        literal.append(scalar)
        continue
      }
      result += Template.literal(String(literal)) + "{{\(found.name)}}"
      literal = String.UnicodeScalarView()
    }
    return result + Template.literal(String(literal))
  }

  /// Returns the word as it is written in the command, for messages.
  func source(_ word: some Collection<UInt8>) -> String {
    var result = ""
    for scalar in String(decoding: word, as: UTF8.self).unicodeScalars {
      if let found = expansion(scalar) {
        result += found.source
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private func expansion(_ scalar: Unicode.Scalar) -> Expansion? {
    guard scalar.value >= Self.first else { return nil }
    let index = Int(scalar.value - Self.first)
    return all.indices.contains(index) ? all[index] : nil
  }
}
