/// The names of credentials in requests and responses. This list determines the values that are
/// sealed, masked, omitted from exports, removed on import and dropped on a redirect.
///
/// Names are compared case-insensitively and without `-` and `_`: `api_key`, `Api-Key` and `apiKey`
/// are the same name. The list contains no patterns, so that a page token is not mistaken for a
/// credential. In a nested name such as `user[password]`, the innermost part is also compared.
///
/// In `weir.yaml`, a workspace adds names with `secrets.names`, and removes names of fields with
/// `secrets.plain`. A catalog marks a field as secret with `x-weir-secret`.
public struct CredentialNames: Hashable, Sendable {
  /// The part of a message in which a name occurs.
  public enum MessagePart: Hashable, Sendable {
    /// A header or trailer of a request or a response.
    case header
    /// A field of a URL's query or fragment, or of a form.
    case field
    /// A member of a JSON object. The list for members excludes names that are common names of
    /// data.
    case member
  }

  // `==` and `hash` use only `added` and `plain`, from which the tables are computed. The tables
  // are three properties instead of a dictionary, because every header of every response is looked
  // up.
  private var inHeaders: CredentialNameTable
  private var inFields: CredentialNameTable
  private var inMembers: CredentialNameTable

  /// The names that a workspace adds to the standard list.
  package private(set) var added: [String] = []
  /// The names that a workspace removes from the standard list.
  package private(set) var plain: [String] = []

  /// The list without the changes of a workspace.
  public static let standard = CredentialNames()

  private init() {
    inHeaders = CredentialNameTable(Self.headers)
    inMembers = CredentialNameTable(Self.members)
    inFields = inMembers
    inFields.insert(Self.fields)
  }

  /// Creates the standard list with the changes of a workspace.
  ///
  /// - Parameters:
  ///   - added: Names of credentials in headers, fields and members.
  ///   - plain: Names that are not credentials in fields and members. A header on the standard list
  ///     stays on it, so that a workspace from another source cannot make Weir store an
  ///     `Authorization` header in clear text.
  public init(adding added: [String], plain: [String] = []) {
    self = .standard
    self.added = added
    self.plain = plain
    inHeaders.insert(added)
    inFields.insert(added)
    inMembers.insert(added)
    inFields.remove(plain)
    inMembers.remove(plain)
  }

  public static func == (left: CredentialNames, right: CredentialNames) -> Bool {
    left.added == right.added && left.plain == right.plain
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(added)
    hasher.combine(plain)
  }

  /// Returns whether the value of a field with this name, in this part of a message, is a
  /// credential.
  public func contains(_ name: String, in place: MessagePart) -> Bool {
    var name = name
    return name.withUTF8 { contains($0[...], in: place) }
  }

  /// Returns whether the value of a field with this name is a credential.
  ///
  /// - Parameter name: The name in UTF-8, without percent-encoding.
  package func contains(_ name: Slice<UnsafeBufferPointer<UInt8>>, in place: MessagePart) -> Bool {
    switch place {
    case .header: inHeaders.contains(name)
    case .field: inFields.contains(name) || inFields.contains(Self.innermost(name))
    case .member: inMembers.contains(name) || inMembers.contains(Self.innermost(name))
    }
  }

  /// Returns `password` for `user[password]` and `user.password`, and an empty slice for a name
  /// that is not nested.
  private static func innermost(
    _ name: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let inner = name.last == UInt8(ascii: "]") ? name.dropLast() : name
    guard let mark = inner.lastIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ".") })
    else { return name[name.endIndex...] }
    return inner[(mark + 1)...]
  }
}

/// Names, grouped by their length without `-` and `_`, so that most look-ups need no comparison.
struct CredentialNameTable: Hashable, Sendable {
  private var names: [[[UInt8]]] = []

  init(_ names: [String]) { insert(names) }

  mutating func insert(_ added: [String]) {
    for name in added.map(Self.folded) where !name.isEmpty {
      while names.count <= name.count { names.append([]) }
      if !names[name.count].contains(name) { names[name.count].append(name) }
    }
  }

  mutating func remove(_ removed: [String]) {
    for name in removed.map(Self.folded) where name.count < names.count {
      names[name.count].removeAll { $0 == name }
    }
  }

  func contains(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var count = 0
    for byte in name where !Self.isSeparator(byte) { count += 1 }
    guard count > 0, count < names.count else { return false }
    return names[count].contains { Self.equals($0, name) }
  }

  private static func equals(
    _ folded: [UInt8], _ name: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Bool {
    var place = 0
    for byte in name where !isSeparator(byte) {
      guard folded[place] == lowered(byte) else { return false }
      place += 1
    }
    return true
  }

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.filter { !isSeparator($0) }.map(lowered)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= 65 && byte <= 90 ? byte | 0x20 : byte
  }
}
