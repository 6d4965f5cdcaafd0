import FoundationEssentials

/// A JSON value, either built for a response or parsed. The members of a built object keep their
/// order; those of a parsed object are sorted by name.
package indirect enum MockJSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([MockJSON])
  case object([Member])

  package struct Member: Hashable, Sendable {
    let name: String
    let value: MockJSON
  }

  /// Parses a JSON text. Returns nil if the bytes are not JSON.
  package init?(_ bytes: some Collection<UInt8>) {
    do {
      self = try JSONDecoder().decode(MockJSON.self, from: Data(bytes))
    } catch {
      return nil
    }
  }

  /// The member of an object, or nil if there is none or the value is not an object.
  package subscript(name: String) -> MockJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  package subscript(index: Int) -> MockJSON? {
    guard case .list(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }

  package var string: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var int: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  package var items: [MockJSON]? {
    if case .list(let items) = self { items } else { nil }
  }

  var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The JSON on one line without spaces between tokens.
  package var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): "\(number)"
    case .text(let text): Self.quoted(text)
    case .list(let items): "[\(items.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case let other where other.value < 0x20:
        let digits = String(other.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension MockJSON: Decodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    if let object = Self.found({ try decoder.container(keyedBy: Name.self) }) {
      self = .object(
        try object.allKeys.sorted { $0.stringValue < $1.stringValue }.map {
          Member(name: $0.stringValue, value: try object.decode(MockJSON.self, forKey: $0))
        })
      return
    }
    if var list = Self.found({ try decoder.unkeyedContainer() }) {
      var items: [MockJSON] = []
      while !list.isAtEnd { items.append(try list.decode(MockJSON.self)) }
      self = .list(items)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = Self.found({ try single.decode(Bool.self) }) {
      self = .boolean(value)
    } else if let value = Self.found({ try single.decode(Int.self) }) {
      self = .integer(value)
    } else if let value = Self.found({ try single.decode(Double.self) }) {
      self = .number(value)
    } else {
      self = .text(try single.decode(String.self))
    }
  }

  /// Returns the decoded value, or nil if it has another type. The decoder offers no other way to
  /// determine the type.
  private static func found<Value>(_ read: () throws -> Value) -> Value? {
    do { return try read() } catch { return nil }
  }
}

extension MockJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(floatLiteral value: Double) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: MockJSON...) { self = .list(elements) }
  package init(dictionaryLiteral elements: (String, MockJSON)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }
}
