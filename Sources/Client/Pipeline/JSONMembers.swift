import ClientDocuments
import ClientModel

/// The members of a JSON object as it is typed, including `{{templates}}`. Members can be found and
/// removed without changing the rest of the text.
struct JSONMembers {
  private struct Member {
    var key: String
    /// The range from the first byte after the `{` or the comma before the member to the comma or
    /// `}` after it.
    var range: Range<Int>
    var value: ArraySlice<UInt8>
  }

  private let bytes: [UInt8]
  private var members: [Member] = []
  private var close = 0

  /// Finds the members in a text. Returns nil if brackets, quotes and commas show that the text is
  /// not an object.
  init?(_ text: String) {
    bytes = Array(text.utf8)
    guard let open = bytes.firstIndex(where: { !Self.isSpace($0) }),
      bytes[open] == UInt8(ascii: "{"), scan(from: open + 1)
    else { return nil }
  }

  /// The keys in the order of the text.
  var keys: [String] { members.map(\.key) }

  /// Returns a member's string without quotes, or its number or truth value as it is written, or
  /// nil for other values.
  func scalar(_ key: String) -> String? {
    guard let value = members.first(where: { $0.key == key })?.value, let first = value.first else {
      return nil
    }
    switch first {
    case UInt8(ascii: "\""): return JSONText.string(value.dropFirst().dropLast())
    case UInt8(ascii: "["), UInt8(ascii: "n"): return nil
    case UInt8(ascii: "{"):
      // A template may be the complete value.
      let text = String(decoding: value, as: UTF8.self)
      return Template.isOnlyTemplates(text) ? text : nil
    default: return String(decoding: value, as: UTF8.self)
    }
  }

  /// Returns the object's text without these members, or nil if no member is left.
  func text(without keys: Set<String>) -> String? {
    let remaining = members.filter { !keys.contains($0.key) }
    guard !remaining.isEmpty, let open = bytes.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let text =
      bytes[...open] + remaining.map { bytes[$0.range] }.joined(separator: [UInt8(ascii: ",")])
      + bytes[close...]
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func scan(from start: Int) -> Bool {
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    var begin = start
    var colon: Int?
    for place in start..<bytes.count {
      let byte = bytes[place]
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isQuoted = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ":") where depth == 0 && colon == nil: colon = place
      case UInt8(ascii: ",") where depth == 0:
        guard take(begin..<place, colon) else { return false }
        (begin, colon) = (place + 1, nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 {
          close = place
          let isEmpty = bytes[begin..<place].allSatisfy(Self.isSpace) && members.isEmpty
          return isEmpty || take(begin..<place, colon)
        }
        depth -= 1
      default: continue
      }
    }
    return false
  }

  private mutating func take(_ range: Range<Int>, _ colon: Int?) -> Bool {
    guard let colon else { return false }
    let key = Self.trimmed(bytes[range.lowerBound..<colon])
    guard key.count >= 2, key.first == UInt8(ascii: "\""), key.last == UInt8(ascii: "\"") else {
      return false
    }
    members.append(
      Member(
        key: JSONText.string(key.dropFirst().dropLast()), range: range,
        value: Self.trimmed(bytes[(colon + 1)..<range.upperBound])))
    return true
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
