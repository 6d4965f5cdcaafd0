import ClientModel

extension StoreTables {
  func sharedVersion() throws -> Int64 {
    try Query(db, "SELECT version FROM sharedList").first { $0.integer(0) } ?? 0
  }

  func sharedList() throws -> SharedList.Finding {
    let bytes = try Query(db, "SELECT list FROM sharedList WHERE list NOT NULL").first {
      $0.blob(0)
    }
    guard let bytes else { return .none }
    do throws(Failure) { return .list(try SharedList(bytes, vault: vault)) } catch {
      return .unreadable(error)
    }
  }

  /// Returns the facts of all shared values, sorted by key. The facts of an unreadable row have no
  /// size. Reading its value reports the reason.
  func sharedFacts() throws -> [SharedValueFacts] {
    var facts: [SharedValueFacts] = []
    try Query(db, SharedRow.select + " ORDER BY name").eachRow { row in
      do { facts.append(try SharedRow(row, vault: vault).facts) } catch is Failure {
        guard let key = row.text(0).flatMap(SharedKey.init) else { return }
        facts.append(
          SharedValueFacts(
            key: key, size: nil, version: row.integer(1),
            changed: Timestamp(milliseconds: row.integer(2))))
      }
    }
    return facts
  }

  func shared(_ key: SharedKey) throws -> SharedRow? {
    let query = try Query(db, SharedRow.select + " WHERE name = ?1")
    query.bind(1, key.name)
    return try query.first { try SharedRow($0, vault: vault) }
  }

  /// Returns findings for damaged shared values. Only the store's own key is used for the check.
  func wrongSharedValues() throws -> [StoreFinding] {
    var findings: [StoreFinding] = []
    let list = try sharedList()
    var seen: Set<SharedKey> = []
    try Query(db, SharedRow.select + " ORDER BY name").eachRow { row in
      if let key = row.text(0).flatMap(SharedKey.init) { seen.insert(key) }
      do {
        let row = try SharedRow(row, vault: vault)
        try list.check(row, of: row.facts.key)
        _ = try row.coded(vault: vault)
      } catch let failure as Failure {
        findings.append(StoreFinding(kind: .sharedValue, text: "\(failure.what) \(failure.why)"))
      }
    }
    guard case .list(let known) = list else { return findings }
    for key in known.versions.keys.sorted() where !seen.contains(key) {
      let failure = Failure.tampered(key, "its row was removed")
      findings.append(StoreFinding(kind: .sharedValue, text: "\(failure.what) \(failure.why)"))
    }
    return findings
  }
}
