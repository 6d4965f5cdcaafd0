import ClientModel

/// The variables `$NAME` of shell text and their known values.
///
/// A private-use character represents each unknown variable in the bytes of a word, so that a split
/// never cuts a variable. In the text of a draft, the variable is a template.
///
/// - Source of the private characters: Unicode, section 23.5, private use plane 16.
struct ShellVariables {
  private var names: [String] = []
  /// The values set by the user.
  private let given: [String: String]
  /// The values assigned in the line itself.
  private var assigned: [String: String] = [:]
  private static let first: UInt32 = 0x10_0000

  /// Whether a variable is quoted. A shell splits unquoted values at spaces and expands them to
  /// file names.
  enum Quotation { case quoted, bare }

  init(values: [String: String] = [:]) { given = values }

  /// Applies an assignment `NAME=VALUE`. The value may contain placeholders of unknown variables.
  mutating func assign(_ word: ShellWord) {
    guard let name = word.assignedName else { return }
    let value = word.bytes.dropFirst(name.utf8.count + 1)
    assigned[name] = String(validating: value, as: UTF8.self)
  }

  /// Removes the line's assignments, because another program may have changed them.
  mutating func removeAssigned() { assigned = [:] }

  /// Returns the known value of a variable, or else its placeholder character.
  mutating func bytes(of name: String, in place: Quotation) -> [UInt8] {
    if let value = value(of: name, in: place) { return value }
    let index = names.firstIndex(of: name) ?? names.count
    if index == names.count { names.append(name) }
    // The plane has 65,534 characters. The size limit excludes commands with more variables.
    let scalar = Unicode.Scalar(Self.first + UInt32(min(index, 0xFFFD)))
    return Array(String(Character(scalar ?? "\u{10FFFD}")).utf8)
  }

  /// Returns the value that a shell inserts into a word. Returns nil for an unknown value, and for
  /// a value that a shell would not insert as one word.
  private func value(of name: String, in place: Quotation) -> [UInt8]? {
    // A value from the user has no placeholders, but may contain their characters.
    let given = given[name].flatMap { Self.areUsed(in: $0.utf8) ? nil : $0 }
    guard let value = assigned[name] ?? given else { return nil }
    let isOneWord =
      !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && !"*?[".utf8.contains($0) }
    return place == .quoted || isOneWord ? Array(value.utf8) : nil
  }

  /// Returns whether a word contains the placeholder character of a variable.
  static func areUsed(in word: some Sequence<UInt8>) -> Bool { word.contains { $0 == 0xF4 } }

  /// Returns the variables used in words, each once.
  func used(in words: [[UInt8]]) -> [String] {
    let scalars = Set(words.flatMap { String(decoding: $0, as: UTF8.self).unicodeScalars })
    return scalars.sorted().compactMap(name)
  }

  /// Converts a word to the text of a draft. `$TOKEN` becomes `{{TOKEN}}`, and a literal `{{name}}`
  /// stays text. Returns nil if the word is not UTF-8.
  func template(_ word: some Collection<UInt8>) -> String? {
    String(validating: word, as: UTF8.self).map { text in
      replaced(in: Template.literal(text)) { "{{\($0)}}" }
    }
  }

  /// Returns the word as written in the command, for messages.
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
