import ClientModel

/// The list of sealed shared values, key to version, itself sealed: it detects an older or removed
/// value that was put back.
///
/// A complete store that is restored from a copy, with this list, cannot be distinguished from an earlier
/// store.
struct SharedList: Sendable {
  private static let form: UInt8 = 1

  /// The version of the last change that wrote it.
  private(set) var version: Int64 = 0
  private(set) var versions: [SharedKey: Int64] = [:]

  init() {}

  init(_ bytes: [UInt8], vault: Vault) throws(Failure) {
    var reader = try Record.open(bytes, at: .sharedList, vault: vault)
    guard try reader.byte() == Self.form else { throw .damaged("its form is unknown") }
    self = try reader.sealed { (inner) throws(Failure) in
      var list = SharedList()
      list.version = try inner.signed()
      for _ in 0..<(try inner.count()) {
        guard let key = SharedKey(try inner.text()) else { throw .damaged("a key is invalid") }
        list.versions[key] = try inner.signed()
      }
      return list
    }
  }

  func bytes(vault: Vault) throws(Failure) -> [UInt8] {
    var writer = ByteWriter(for: .sharedList, vault: vault)
    writer.byte(Self.form)
    try writer.sealed { (inner) throws(Failure) in
      inner.signed(version)
      inner.count(versions.count)
      for (key, version) in versions.sorted(by: { $0.key < $1.key }) {
        inner.text(key.name)
        inner.signed(version)
      }
    }
    return Record.close(&writer)
  }

  /// Notes what became of a key: its version while it is sealed, nil when it is not or is gone.
  mutating func note(_ key: SharedKey, sealed: Int64?, at version: Int64) {
    versions[key] = sealed
    self.version = version
  }

  /// What the store holds in the list's place.
  enum Finding: Sendable {
    case none
    case list(SharedList)
    /// Its key is not there, or it was changed.
    case unreadable(Failure)

    /// Whether a key's row is the one that was written last.
    ///
    /// - Throws: An error that names the key.
    func check(_ row: SharedRow?, of key: SharedKey) throws(Failure) {
      switch self {
      case .none:
        if row?.isSealed ?? false { throw .tampered(key, "the list of sealed values is gone") }
      case .list(let list):
        switch (list.versions[key], row) {
        case (nil, nil): return
        case (_?, nil): throw .tampered(key, "its row was taken away")
        case (nil, let row?):
          if row.isSealed { throw .tampered(key, "a removed value was put back") }
        case (let version?, let row?):
          guard row.isSealed else { throw .tampered(key, "a plain value replaces a sealed one") }
          guard row.facts.version == version else {
            throw .tampered(key, "an earlier value was put back")
          }
        }
      case .unreadable(let failure):
        // Anyone who can replace Weir's key can forge everything, so plain values are read without it.
        if failure.kind == .secretMissing, !(row?.isSealed ?? false) { return }
        guard failure.kind == .secretMissing else {
          throw .tampered(key, "the list of sealed values is not the one that Weir wrote")
        }
        throw Failure(
          .secretMissing, what: "The shared value \(key) cannot be opened.", why: failure.why,
          whatToDo: "Put that key back. `weir value remove --all` begins anew without it.")
      }
    }

    /// The list to be changed; nil where it cannot be read and need not be changed.
    func changeable(for key: SharedKey, isNeeded: Bool) throws(Failure) -> SharedList? {
      switch self {
      case .none: return isNeeded ? SharedList() : nil
      case .list(let list): return list
      case .unreadable(let failure):
        guard isNeeded else { return nil }
        throw Failure(
          failure.kind, what: "The shared value \(key) was not set.",
          why: "The list of sealed values cannot be written anew: \(failure.why)",
          whatToDo:
            "Put the key of the store back. `weir value remove --all` begins anew without it."
        )
      }
    }
  }
}
