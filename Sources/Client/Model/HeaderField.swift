/// One header of a request, in the user's order and spelling; its value may hold secrets.
public struct HeaderField: Hashable, Sendable {
  public var name: String
  public var value: SensitiveText

  public init(_ name: String, _ value: SensitiveText) {
    self.name = name
    self.value = value
  }

  /// The names whose values are credentials whoever typed them, in lower case.
  public static let secretNames: Set<String> = [
    "authorization", "proxy-authorization", "cookie",
  ]

  /// True when the value is a credential: by its name, or because part of it is secret.
  public var isCredential: Bool {
    value.isSecret || Self.secretNames.contains(name.lowercased())
  }
}

/// One header as a server sent it. Bytes that are not UTF-8 were read as Latin-1.
public struct ResponseField: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension [ResponseField] {
  /// The first value under this name; names are compared without case (RFC 9110, section 5.1).
  public func first(_ name: String) -> String? {
    for index in indices where self[index].name.caseInsensitiveEquals(name) {
      return self[index].value
    }
    return nil
  }

  /// Every value under this name, in order.
  public func all(_ name: String) -> [String] {
    var values: [String] = []
    for index in indices where self[index].name.caseInsensitiveEquals(name) {
      values.append(self[index].value)
    }
    return values
  }
}

extension String {
  /// Equality of ASCII texts without regard to case; cheap, as header look-ups are frequent.
  public func caseInsensitiveEquals(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (utf8.makeIterator(), other.utf8.makeIterator())
    while let one = left.next(), let two = right.next() {
      guard Self.lowered(one) == Self.lowered(two) else { return false }
    }
    return true
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= 65 && byte <= 90 ? byte | 0x20 : byte
  }
}
