import ClientModel

/// The list of sealed shared values, with the version of each key. The list is also sealed. Weir
/// uses it to detect a value that was replaced by an earlier version, or was restored after its
/// removal.
///
/// If the complete store is replaced by an earlier copy that includes the list, this is not
/// detected.
struct SharedList: Sendable {
  private static let form: UInt8 = 1

  /// The version of the last change that wrote the list.
  private(set) var version: Int64 = 0
  private(set) var versions: [SharedKey: Int64] = [:]

  init() {}

  init(_ bytes: [UInt8], vault: Vault) throws(Failure) {
    var reader = try Record.open(bytes, at: .sharedList, vault: vault)
    guard try reader.byte() == Self.form else { throw .damaged("its format is unknown") }
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
    var writer = PayloadWriter(for: .sharedList, vault: vault)
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

  /// Records the version of a sealed value. If `sealed` is nil, because the value is plain or was
  /// removed, removes the key from the list.
  mutating func note(_ key: SharedKey, sealed: Int64?, at version: Int64) {
    versions[key] = sealed
    self.version = version
  }

  /// The result of reading the list in the store.
  enum Finding: Sendable {
    case none
    case list(SharedList)
    /// The store's key is missing, or the list was changed.
    case unreadable(Failure)

    /// Checks that the row of a key is the one that was written last.
    ///
    /// - Throws: A failure that names the key.
    func check(_ row: SharedRow?, of key: SharedKey) throws(Failure) {
      switch self {
      case .none:
        if row?.isSealed ?? false { throw .tampered(key, "the list of sealed values is gone") }
      case .list(let list):
        switch (list.versions[key], row) {
        case (nil, nil): return
        case (_?, nil): throw .tampered(key, "its row was removed")
        case (nil, let row?):
          if row.isSealed { throw .tampered(key, "a removed value was restored") }
        case (let version?, let row?):
          guard row.isSealed else { throw .tampered(key, "a plain value replaces a sealed one") }
          guard row.facts.version == version else {
            throw .tampered(key, "an earlier value was restored")
          }
        }
      case .unreadable(let failure):
        // Anyone who can replace Weir's key can forge everything, so plain values are read without
        // the key.
        if failure.kind == .secretMissing, !(row?.isSealed ?? false) { return }
        guard failure.kind == .secretMissing else {
          throw .tampered(key, "the list of sealed values is not the one that Weir wrote")
        }
        throw Failure(
          .secretMissing, what: "The shared value \(key) cannot be decrypted.", why: failure.why,
          whatToDo: "Restore that key, or delete all shared values with `weir value remove --all`.")
      }
    }

    /// Returns the list for a change. Returns nil if the change does not need the list and it is
    /// missing or cannot be read. Throws if the change needs a list that cannot be read.
    func changeable(for key: SharedKey, isNeeded: Bool) throws(Failure) -> SharedList? {
      switch self {
      case .none: return isNeeded ? SharedList() : nil
      case .list(let list): return list
      case .unreadable(let failure):
        guard isNeeded else { return nil }
        throw Failure(
          failure.kind, what: "The shared value \(key) was not set.",
          why: "The list of sealed values cannot be rewritten: \(failure.why)",
          whatToDo:
            "Restore the key of the store, or delete all shared values with `weir value remove --all`."
        )
      }
    }
  }
}
