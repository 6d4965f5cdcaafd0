import ClientDocuments
import ClientModel
import ClientYAML

extension CatalogFiles {
  /// Returns a value as compact JSON text, or nil if it is too large for an example.
  ///
  /// Plain YAML scalars are interpreted by the core schema of YAML.
  ///
  /// - Parameter left: The number of values that this call and later calls may write. The limit is
  ///   needed because aliases can expand a small document to any size.
  func json(_ spot: FileNode, _ left: inout Int) -> String? {
    let share = min(left, 100_000)
    var writer = TreeText(files: self, left: share)
    let isComplete = writer.write(spot, depth: 0)
    left -= share - writer.left
    return isComplete ? writer.text : nil
  }

  /// Returns a scalar of any type as a JSON string.
  func jsonString(_ spot: FileNode) -> String {
    var text = ""
    text += JSONText.quoted(string(spot))
    return text
  }

  /// Returns a scalar as a number, or nil if it is not a number.
  func number(_ spot: FileNode) -> Double? {
    guard kind(spot) == .plain, let text = PlainScalar(string(spot)).number else { return nil }
    return Double(text)
  }

  /// Returns a scalar as a non-negative integer, or nil if it is not one. `5.0` is 5.
  func count(_ spot: FileNode) -> Int? {
    guard let number = number(spot), number >= 0, number <= 1e15 else { return nil }
    return number.rounded() == number ? Int(number) : nil
  }

  func isTrue(_ spot: FileNode) -> Bool {
    kind(spot) == .plain && PlainScalar(string(spot)).boolean == true
  }
}

/// The type of a plain scalar.
///
/// - Source: YAML 1.2.2, section 10.3.2 (core schema).
struct PlainScalar {
  /// The number in JSON notation.
  private(set) var number: String?
  private(set) var boolean: Bool?

  init(_ text: String) {
    switch text {
    case "true", "True", "TRUE": boolean = true
    case "false", "False", "FALSE": boolean = false
    default: number = Self.number(text)
    }
  }

  private static func number(_ text: String) -> String? {
    let bytes = Array(text.utf8.prefix(400))
    guard let first = bytes.first, bytes.count < 400,
      (0x30...0x39).contains(first) || [0x2B, 0x2D, 0x2E].contains(first)
    else { return nil }
    if text.begins(with: "0x") { return Int(text.dropping(bytes: 2), radix: 16).map(String.init) }
    if text.begins(with: "0o") { return Int(text.dropping(bytes: 2), radix: 8).map(String.init) }
    var rest = bytes[...]
    var result = ""
    if rest.first == 0x2D { result = "-" }
    if rest.first == 0x2D || rest.first == 0x2B { rest.removeFirst() }
    func digits() -> String {
      let run = rest.prefix { (0x30...0x39).contains($0) }
      rest = rest.dropFirst(run.count)
      return String(decoding: run, as: UTF8.self)
    }
    let integer = digits()
    var part = ""
    if rest.first == 0x2E {
      rest.removeFirst()
      part = digits()
    }
    guard !integer.isEmpty || !part.isEmpty else { return nil }
    let significant = String(integer.drop(whileByte: { $0 == UInt8(ascii: "0") }))
    result += (significant.isEmpty ? "0" : significant) + (part.isEmpty ? "" : "." + part)
    if let letter = rest.first, letter | 0x20 == 0x65 {
      rest.removeFirst()
      result += "e"
      if rest.first == 0x2D { result += "-" }
      if rest.first == 0x2D || rest.first == 0x2B { rest.removeFirst() }
      let power = digits()
      guard !power.isEmpty else { return nil }
      result += power
    }
    return rest.isEmpty ? result : nil
  }
}

/// A writer of JSON with size limits.
private struct TreeText {
  let files: CatalogFiles
  private(set) var text = ""
  private(set) var left: Int

  /// Writes a value. Returns false if a limit is reached.
  mutating func write(_ spot: FileNode, depth: Int) -> Bool {
    left -= 1
    guard left > 0, depth < 100, text.utf8.count < 1_000_000 else { return false }
    switch files.kind(spot) {
    case .null, .alias: text += "null"
    case .text: text += JSONText.quoted(files.string(spot))
    case .plain:
      let word = files.string(spot)
      let plain = PlainScalar(word)
      if let truth = plain.boolean {
        text += truth ? "true" : "false"
      } else if let number = plain.number {
        text += number
      } else {
        text += JSONText.quoted(word)
      }
    case .list:
      text += "["
      for (index, item) in files.items(spot).enumerated() {
        if index > 0 { text += "," }
        guard write(item, depth: depth + 1) else { return false }
      }
      text += "]"
    case .mapping:
      text += "{"
      for (index, field) in files.fields(spot).enumerated() {
        if index > 0 { text += "," }
        text += JSONText.quoted(files.string(field.key))
        text += ":"
        guard write(field.value, depth: depth + 1) else { return false }
      }
      text += "}"
    }
    return true
  }

}
