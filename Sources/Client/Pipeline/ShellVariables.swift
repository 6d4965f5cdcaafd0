import ClientModel

/// The variables `$NAME` of shell text and their known values.
///
/// In the bytes of a word, one private-use character represents each variable without a known
/// value, so that splitting the word never splits a variable. In the text of a draft, each such
/// variable is a template.
///
/// - Source of the private characters: Unicode, section 23.5, private use plane 16.
struct ShellVariables {
  private var names: [String] = []
  /// The values that the user set.
  private let given: [String: String]
  /// The values that the line itself assigned.
  private var assigned: [String: String] = [:]
  private static let first: UInt32 = 0x10_0000

  /// Whether a variable is quoted. A shell splits an unquoted value at spaces and expands it to
  /// file names.
  enum Quotation { case quoted, bare }

  init(values: [String: String] = [:]) { given = values }

  /// Applies an assignment `NAME=VALUE`. If the value contains another unknown variable, the
  /// assigned value is unknown, and a value that the user set applies.
  mutating func assign(_ word: ShellWord) {
    guard let name = word.assignedName else { return }
    let value = word.bytes.dropFirst(name.utf8.count + 1)
    assigned[name] = Self.areUsed(in: value) ? nil : String(validating: value, as: UTF8.self)
  }

  /// Removes the values that the line assigned, because another program may have changed them.
  mutating func removeAssigned() { assigned = [:] }

  /// Returns the known value of a variable, or else the bytes that represent the variable.
  mutating func bytes(of name: String, in place: Quotation) -> [UInt8] {
    if let value = value(of: name, in: place) { return value }
    let index = names.firstIndex(of: name) ?? names.count
    if index == names.count { names.append(name) }
    // The plane has 65,534 characters; the size limit excludes longer commands.
    let scalar = Unicode.Scalar(Self.first + UInt32(min(index, 0xFFFD)))
    return Array(String(Character(scalar ?? "\u{10FFFD}")).utf8)
  }

  /// Returns the value as a shell inserts it into a word. Returns nil if the value is unknown, or
  /// if a shell would not insert it as exactly one word.
  private func value(of name: String, in place: Quotation) -> [UInt8]? {
    guard let value = assigned[name] ?? given[name], !Self.areUsed(in: value.utf8) else {
      return nil
    }
    let isOneWord =
      !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && !"*?[".utf8.contains($0) }
    return place == .quoted || isOneWord ? Array(value.utf8) : nil
  }

  /// Returns whether a word contains a character that represents a variable.
  static func areUsed(in word: some Sequence<UInt8>) -> Bool { word.contains { $0 == 0xF4 } }

  /// Returns the names of the variables in words, each once.
  func used(in words: [[UInt8]]) -> [String] {
    let scalars = Set(words.flatMap { String(decoding: $0, as: UTF8.self).unicodeScalars })
    return scalars.sorted().compactMap(name)
  }

  /// Returns the word as text of a draft: `{{TOKEN}}` for `$TOKEN`; a literal `{{name}}` stays
  /// text. Returns nil if the word is not UTF-8.
  func template(_ word: some Collection<UInt8>) -> String? {
    String(validating: word, as: UTF8.self).map { text in
      replaced(in: Template.literal(text)) { "{{\($0)}}" }
    }
  }

  /// Returns the word as it is written in the command, for messages.
  func source(_ word: some Collection<UInt8>) -> String {
    replaced(in: String(decoding: word, as: UTF8.self)) { "$\($0)" }
  }

  private func replaced(in text: String, _ variable: (String) -> String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if let name = name(scalar) {
        result += variable(name)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  private func name(_ scalar: Unicode.Scalar) -> String? {
    guard scalar.value >= Self.first else { return nil }
    let index = Int(scalar.value - Self.first)
    return names.indices.contains(index) ? names[index] : nil
  }
}
