import ClientModel

/// A sealed list with the version of each sealed shared value. It reveals values that were replaced
/// by an earlier version, or restored after their removal.
///
/// The list cannot reveal that the whole store was replaced by an earlier copy, because that copy
/// includes the list.
struct SharedList: Sendable {
  private static let form: UInt8 = 1

  /// The version of the last change to the list.
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

  /// Records the version of a sealed value. If `sealed` is nil, removes the key from the list,
  /// because the value is plain or was removed.
  mutating func note(_ key: SharedKey, sealed: Int64?, at version: Int64) {
    versions[key] = sealed
    self.version = version
  }

  /// The result of reading the list in the store.
  enum Finding: Sendable {
    case none
    case list(SharedList)
    /// The list was changed, or the store's key is missing.
    case unreadable(Failure)

    /// Checks that the row of a key is the one that was written last.
    ///
    /// - Throws: A failure that names the key.
    func check(_ row: SharedRow?, of key: SharedKey) throws(Failure) {
      switch self {
      case .none:
        if row?.isSealed ?? false { throw .tampered(key, "the list of sealed values is missing") }
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
        // Plain values are read without the key. An attacker who can replace the key can forge all
        // values in any case.
        if failure.kind == .secretMissing, !(row?.isSealed ?? false) { return }
        guard failure.kind == .secretMissing else {
          throw .tampered(key, "the list of sealed values is not the one that Weir wrote")
        }
        throw Failure(
          .secretMissing, what: "The shared value \(key) cannot be decrypted.", why: failure.why,
          whatToDo: "Restore that key, or delete all shared values with `weir value remove --all`.")
      }
    }

    /// Returns the list for a change. If the list is missing or unreadable, returns nil unless
    /// `isNeeded`. Otherwise creates a missing list, and throws for an unreadable one.
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
