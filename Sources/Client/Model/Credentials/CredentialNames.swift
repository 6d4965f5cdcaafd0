/// The names that mark credentials in requests and responses. The values of these names are sealed,
/// masked, omitted from exports, removed on import and dropped on a redirect.
///
/// Case, `-` and `_` are ignored: `api_key`, `Api-Key` and `apiKey` are the same name. The list
/// contains no patterns, so that a page token is not mistaken for a credential. For a nested name
/// such as `user[password]`, the innermost part is also compared.
///
/// In `weir.yaml`, a workspace adds names with `secrets.names`, and removes names of fields with
/// `secrets.plain`. A catalog marks a field as secret with `x-weir-secret`.
public struct CredentialNames: Hashable, Sendable {
  /// The part of a message that contains a name.
  public enum MessagePart: Hashable, Sendable {
    /// A header or a trailer.
    case header
    /// A field of a query, a fragment or a form.
    case field
    /// A member of a JSON object. The list for members is shorter, because some names are common in
    /// ordinary data.
    case member
  }

  // Only `added` and `plain` determine `==` and `hash`, because the tables are computed from them.
  // There are three properties instead of a dictionary, because every header of every response is
  // looked up.
  private var inHeaders: CredentialNameTable
  private var inFields: CredentialNameTable
  private var inMembers: CredentialNameTable

  /// The names that a workspace adds to the standard list.
  package private(set) var added: [String] = []
  /// The names that a workspace removes from the standard list.
  package private(set) var plain: [String] = []

  /// The standard list, with no changes by a workspace.
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
  /// - plain: Names that are not credentials in fields and members. Headers cannot be removed from
  ///   the standard list. Otherwise an untrusted workspace could make Weir store an `Authorization`
  ///   header in plain text.
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

  /// Returns whether this name marks a credential in the given part of a message.
  public func contains(_ name: String, in place: MessagePart) -> Bool {
    var name = name
    return name.withUTF8 { contains($0[...], in: place) }
  }

  /// Returns whether this name marks a credential in the given part of a message.
  ///
  /// - Parameter name: The name in UTF-8, without percent-encoding.
  package func contains(_ name: Slice<UnsafeBufferPointer<UInt8>>, in place: MessagePart) -> Bool {
    switch place {
    case .header: inHeaders.contains(name)
    case .field: inFields.contains(name) || inFields.contains(Self.innermost(name))
    case .member: inMembers.contains(name) || inMembers.contains(Self.innermost(name))
    }
  }

  /// Returns the innermost part of a nested name, such as `password` for `user[password]` or
  /// `user.password`. Returns an empty slice if the name is not nested.
  private static func innermost(
    _ name: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let inner = name.last == UInt8(ascii: "]") ? name.dropLast() : name
    guard let mark = inner.lastIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ".") })
    else { return name[name.endIndex...] }
    return inner[(mark + 1)...]
  }
}

/// Names, grouped by length so that most look-ups need no comparison. The length does not count `-`
/// and `_`.
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
