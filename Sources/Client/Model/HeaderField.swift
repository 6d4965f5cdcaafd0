/// One header of a request, in the user's order and spelling; its value may hold secrets.
public struct HeaderField: Hashable, Sendable {
  /// The name, in the case in which it is sent.
  public var name: String
  /// The value, in which parts may be secret.
  public var value: SensitiveText

  /// Creates a field.
  public init(_ name: String, _ value: SensitiveText) {
    self.name = name
    self.value = value
  }

  /// True when the value is a credential: by its name, or because part of it is secret.
  public var isCredential: Bool {
    value.isSecret || CredentialNames.standard.contains(name, in: .header)
  }

  /// The value with nothing of it in clear where the name says that it is a credential. Part of one that
  /// holds secrets already may stay plain, as the word `Bearer` does.
  package var sealedValue: SensitiveText {
    isCredential && !value.isSecret ? value.sealed() : value
  }

  /// The value as it may be shown: a credential's as dots, a reference by its name.
  package var shownValue: String { sealedValue.masked }
}

/// One header as a server sent it. Bytes that are not UTF-8 were read as Latin-1.
public struct ResponseField: Hashable, Sendable {
  /// The name, as received.
  public var name: String
  /// The value, without surrounding white space.
  public var value: String
  /// True when the workspace's names make the field a credential and the standard names do not.
  package private(set) var isNamedByWorkspace = false

  /// Creates a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension ResponseField {
  /// True for a field that lets its reader act for the user: by its name, or by a credential in an
  /// address that it holds.
  package var isCredential: Bool { isNamedByWorkspace || isCredential(by: .standard) }

  fileprivate mutating func mark(by names: CredentialNames) {
    isNamedByWorkspace = !isCredential(by: .standard) && isCredential(by: names)
  }

  /// A field whose value was stored sealed: a credential by the standard names or by the workspace's.
  package static func sealed(_ name: String, _ value: String) -> ResponseField {
    var field = ResponseField(name, value)
    field.isNamedByWorkspace = !field.isCredential(by: .standard)
    return field
  }

  private func isCredential(by names: CredentialNames) -> Bool {
    names.contains(name, in: .header)
      || (Self.holdsAddresses(name) && !names.places(in: value).isEmpty)
  }

  /// The value as it may be shown: a credential as dots. Of a cookie that is set its name and its
  /// attributes stay, of an address all but the fields that are credentials.
  package var shownValue: String {
    if isNamedByWorkspace { return value.isEmpty ? value : Secret.mask }
    if Self.holdsAddresses(name) { return CredentialNames.standard.masked(value) }
    guard CredentialNames.standard.contains(name, in: .header) else { return value }
    guard name.caseInsensitiveEquals("Set-Cookie"),
      let mark = value.utf8.firstIndex(of: UInt8(ascii: "="))
    else { return value.isEmpty ? value : Secret.mask }
    let rest = value[mark...].utf8.drop { $0 != UInt8(ascii: ";") }
    return "\(value[...mark])\(Secret.mask)\(Substring(rest))"
  }

  /// True for a field whose value is an address or holds some. Sources: RFC 9110 (10.2.2, 8.7), RFC 8288,
  /// the HTML Standard (`Refresh`), the Azure REST API guidelines (long-running operations).
  package static func holdsAddresses(_ name: String) -> Bool {
    // Each field of each response is asked for, and hardly any is as long as one of these.
    guard addressFieldLengths.contains(name.utf8.count) else { return false }
    return addressFields.contains { $0.caseInsensitiveEquals(name) }
  }

  private static let addressFields = [
    "Location", "Content-Location", "Link", "Refresh", "Operation-Location",
    "Azure-AsyncOperation",
  ]
  private static let addressFieldLengths = Set(addressFields.map(\.utf8.count))
}

extension [ResponseField] {
  /// Marks the fields that these names make credentials and the standard names do not.
  package mutating func mark(by names: CredentialNames) {
    for index in indices { self[index].mark(by: names) }
  }

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
  package func caseInsensitiveEquals(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (utf8.makeIterator(), other.utf8.makeIterator())
    while let one = left.next(), let two = right.next() {
      guard Self.lowered(one) == Self.lowered(two) else { return false }
    }
    return true
  }

  /// With ASCII letters in lower case, and every other character as it is.
  package var asciiLowercased: String { String(decoding: utf8.map(Self.lowered), as: UTF8.self) }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= 65 && byte <= 90 ? byte | 0x20 : byte
  }
}
