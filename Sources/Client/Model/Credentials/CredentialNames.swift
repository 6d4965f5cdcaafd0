/// The names under which requests and responses carry credentials. This list decides what is
/// sealed, masked, left out of exports, removed on import and dropped on a redirect.
///
/// Names are compared without case and without `-` and `_`: `api_key`, `Api-Key` and `apiKey` are
/// one name. There are no patterns, so that a page token is not taken for a credential. Of a nested
/// name such as `user[password]` the innermost part counts.
///
/// A workspace extends the list by `secrets.names` in `weir.yaml`, and removes names of fields by
/// `secrets.plain`. A catalog marks a field as secret by `x-weir-secret`.
public struct CredentialNames: Hashable, Sendable {
  /// The place of a name.
  public enum Place: Hashable, Sendable {
    /// A header or trailer of a request or a response.
    case header
    /// A field of a URL's query or fragment, or of a form.
    case field
    /// A member of a JSON object. Without the names that are common words of data there.
    case member
  }

  // `==` and `hash` use only `added` and `plain`, from which the tables are computed. The tables are three
  // properties and no dictionary, because every header of every response is looked up in one of them.
  private var inHeaders: CredentialNameTable
  private var inFields: CredentialNameTable
  private var inMembers: CredentialNameTable

  /// What a workspace adds to the standard list.
  package private(set) var added: [String] = []
  /// What a workspace takes off it.
  package private(set) var plain: [String] = []

  /// The list without the additions of a workspace.
  public static let standard = CredentialNames()

  private init() {
    inHeaders = CredentialNameTable(Self.headers)
    inMembers = CredentialNameTable(Self.members)
    inFields = inMembers
    inFields.insert(Self.fields)
  }

  /// The standard list with the names of a workspace.
  ///
  /// - Parameters:
  ///   - added: Credentials in every place.
  ///   - plain: No credentials as fields and members. A header on the standard list stays on it, so that
  ///     a workspace from elsewhere cannot make Weir store an `Authorization` header in clear.
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

  /// Whether a field of this name, in this place, is a secret.
  public func contains(_ name: String, in place: Place) -> Bool {
    var name = name
    return name.withUTF8 { contains($0[...], in: place) }
  }

  /// - Parameter name: UTF-8, without percent-encoding.
  package func contains(_ name: Slice<UnsafeBufferPointer<UInt8>>, in place: Place) -> Bool {
    switch place {
    case .header: inHeaders.contains(name)
    case .field: inFields.contains(name) || inFields.contains(Self.innermost(name))
    case .member: inMembers.contains(name) || inMembers.contains(Self.innermost(name))
    }
  }

  /// `password` of `user[password]` and of `user.password`; empty for a name that is not nested.
  private static func innermost(
    _ name: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let inner = name.last == UInt8(ascii: "]") ? name.dropLast() : name
    guard let mark = inner.lastIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ".") })
    else { return name[name.endIndex...] }
    return inner[(mark + 1)...]
  }
}

/// Names by their folded length, so that most look-ups compare nothing.
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
