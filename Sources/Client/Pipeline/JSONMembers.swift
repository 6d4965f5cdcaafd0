import ClientDocuments
import ClientModel

/// The members of a typed JSON object, which may contain `{{templates}}`. Members can be removed
/// without other changes to the text.
struct JSONMembers {
  private let bytes: [UInt8]
  private var members: [(key: String, part: JSONReader.Part)] = []
  /// The offsets of the brackets.
  private let (open, close): (Int, Int)

  /// Finds the members in the text. Returns nil if the brackets, quotes and commas are not those of
  /// an object.
  init?(_ text: String) {
    bytes = Array(text.utf8)
    var reader = JSONReader(bytes[...])
    guard reader.take("{") else { return nil }
    open = reader.offset - 1
    while let part = reader.part() {
      guard let name = part.name, name.count >= 2, bytes[name.lowerBound] == UInt8(ascii: "\"")
      else { return nil }
      members.append((JSONText.string(bytes[name].dropFirst().dropLast()), part))
    }
    guard reader.take("}") else { return nil }
    close = reader.offset - 1
  }

  var keys: [String] { members.map(\.key) }

  /// Returns the string, number or Boolean of a member as text. A string has no quotes. Returns nil
  /// for other values.
  func scalar(_ key: String) -> String? {
    guard let part = members.first(where: { $0.key == key })?.part else { return nil }
    let text = String(decoding: bytes[part.value], as: UTF8.self)
    switch bytes[part.value.lowerBound] {
    case UInt8(ascii: "\""): return JSONText.string(bytes[part.value].dropFirst().dropLast())
    case UInt8(ascii: "["), UInt8(ascii: "n"): return nil
    // The entire value may be a template.
    case UInt8(ascii: "{"): return Template.isOnlyTemplates(text) ? text : nil
    default: return text
    }
  }

  /// Returns the value of a member as written. Returns nil if there is none.
  func text(of key: String) -> String? {
    members.first { $0.key == key }.map { String(decoding: bytes[$0.part.value], as: UTF8.self) }
  }

  /// Returns the text without these members. Returns nil if no member is left.
  func text(without keys: Set<String>) -> String? {
    let remaining = members.filter { !keys.contains($0.key) }.map { bytes[$0.part.span] }
    guard !remaining.isEmpty else { return nil }
    let text = bytes[...open] + remaining.joined(separator: [UInt8(ascii: ",")]) + bytes[close...]
    return String(decoding: text, as: UTF8.self)
  }
}
