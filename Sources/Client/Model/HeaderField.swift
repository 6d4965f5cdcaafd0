/// A header field of a request, as the user wrote it. The value may contain secrets.
public struct HeaderField: Hashable, Sendable {
  /// The name, in the case in which it is sent.
  public var name: String
  /// The value, which may contain secrets.
  public var value: SensitiveText

  /// Creates a field.
  public init(_ name: String, _ value: SensitiveText) {
    self.name = name
    self.value = value
  }

  /// Whether the value is a credential, because of the field's name or because it contains secrets.
  public var isCredential: Bool {
    value.isSecret || CredentialNames.standard.contains(name, in: .header)
  }

  /// The value, fully sealed if the field name marks it as a credential. A value that already
  /// contains secrets is unchanged, so that a word such as `Bearer` stays readable.
  package var sealedValue: SensitiveText {
    isCredential && !value.isSecret ? value.sealed() : value
  }

  /// The value for display. Credentials are masked, and references are shown by name.
  package var shownValue: String { sealedValue.masked }
}

/// A header field of a response. If the bytes are not UTF-8, they were decoded as Latin-1.
public struct ResponseField: Hashable, Sendable {
  /// The name, as received.
  public var name: String
  /// The value, without surrounding white space.
  public var value: String
  /// Whether the workspace's credential names match the field, but the standard names do not.
  package private(set) var isNamedByWorkspace = false

  /// Creates a field.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

extension ResponseField {
  /// Whether the field contains a credential, according to its name or to a URL in its value.
  package var isCredential: Bool { isNamedByWorkspace || isCredential(by: .standard) }

  fileprivate mutating func mark(by names: CredentialNames) {
    isNamedByWorkspace = !isCredential(by: .standard) && isCredential(by: names)
  }

  /// Creates a field whose value was stored sealed. Such a field always counts as a credential.
  package static func sealed(_ name: String, _ value: String) -> ResponseField {
    var field = ResponseField(name, value)
    field.isNamedByWorkspace = !field.isCredential(by: .standard)
    return field
  }

  private func isCredential(by names: CredentialNames) -> Bool {
    names.contains(name, in: .header)
      || (Self.holdsAddresses(name) && !names.places(in: value).isEmpty)
  }

  /// The value for display, with credentials masked. The name and attributes of a cookie and the
  /// other parts of a URL stay visible.
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

  /// Returns whether fields with this name contain URLs. Sources: RFC 9110 (10.2.2, 8.7), RFC 8288,
  /// the HTML Standard (`Refresh`), and the Azure REST API guidelines (long-running operations).
  package static func holdsAddresses(_ name: String) -> Bool {
    // The length is compared first, because this runs for each field of each response.
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
  /// Marks the fields that are credentials by `names` but not by the standard names.
  package mutating func mark(by names: CredentialNames) {
    for index in indices { self[index].mark(by: names) }
  }

  /// Returns the first value of the fields with this name. Case is ignored (RFC 9110, section 5.1).
  public func first(_ name: String) -> String? {
    for index in indices where self[index].name.caseInsensitiveEquals(name) {
      return self[index].value
    }
    return nil
  }

  /// Returns all values of the fields with this name, in order. Case is ignored.
  public func all(_ name: String) -> [String] {
    var values: [String] = []
    for index in indices where self[index].name.caseInsensitiveEquals(name) {
      values.append(self[index].value)
    }
    return values
  }
}

extension String {
  /// Returns whether the strings are equal, ignoring the case of ASCII letters. Optimized for
  /// frequent header look-ups.
  package func caseInsensitiveEquals(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (left, right) = (utf8.makeIterator(), other.utf8.makeIterator())
    while let one = left.next(), let two = right.next() {
      guard Self.lowered(one) == Self.lowered(two) else { return false }
    }
    return true
  }

  /// The text with ASCII letters in lower case. All characters outside ASCII are unchanged.
  package var asciiLowercased: String { String(decoding: utf8.map(Self.lowered), as: UTF8.self) }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= 65 && byte <= 90 ? byte | 0x20 : byte
  }
}
