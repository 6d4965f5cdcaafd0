import ClientModel

extension StoreTables: SharedValueRows {
  var coder: RecordCoder { RecordCoder(vault) }

  func sharedVersion() throws -> Int64 {
    try Query(db, "SELECT version FROM sharedList").first { $0.integer(0) } ?? 0
  }

  func sharedListBytes() throws -> [UInt8]? {
    try Query(db, "SELECT list FROM sharedList WHERE list NOT NULL").first { $0.blob(0) }
  }

  func sharedColumns(of key: SharedKey?) throws -> [SharedColumns] {
    let query = try Query(
      db,
      "SELECT name, version, changed, facts, value FROM shared"
        + (key == nil ? " ORDER BY name" : " WHERE name = ?1"))
    if let key { query.bind(1, key.name) }
    var found: [SharedColumns] = []
    try query.eachRow { found.append(SharedColumns($0)) }
    return found
  }

  /// Returns findings for damaged shared values. Only the store's own key is used for the check.
  func wrongSharedValues() throws -> [StoreFinding] {
    var findings: [StoreFinding] = []
    let list = try sharedList()
    var seen: Set<SharedKey> = []
    for columns in try sharedColumns(of: nil) {
      if let key = SharedKey(columns.name) { seen.insert(key) }
      do throws(Failure) {
        let row = try SharedRow(columns, vault: vault)
        try list.check(row, of: row.facts.key)
        _ = try row.coded(vault: vault)
      } catch {
        findings.append(StoreFinding(kind: .sharedValue, text: "\(error.what) \(error.why)"))
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

extension SharedColumns {
  /// Reads the columns `name`, `version`, `changed`, `facts` and `value`.
  init(_ row: Query) {
    self.init(
      name: row.text(0) ?? "", version: row.integer(1), changed: row.integer(2),
      facts: row.blob(3), value: row.blob(4))
  }
}

extension WriteTransaction: SharedValueWriter {
  var coder: RecordCoder { tables.coder }
  func sharedVersion() throws -> Int64 { try tables.sharedVersion() }
  func sharedListBytes() throws -> [UInt8]? { try tables.sharedListBytes() }
  func sharedColumns(of key: SharedKey?) throws -> [SharedColumns] {
    try tables.sharedColumns(of: key)
  }

  func write(_ columns: SharedColumns) throws {
    let query = try Query(
      db,
      "INSERT OR REPLACE INTO shared(name, version, changed, facts, value) VALUES(?1,?2,?3,?4,?5)")
    query.bind(1, columns.name)
    query.bind(2, columns.version)
    query.bind(3, columns.changed)
    query.bind(4, columns.facts)
    query.bind(5, columns.value)
    try query.run()
  }

  func removeRow(of key: SharedKey) throws {
    let query = try Query(db, "DELETE FROM shared WHERE name = ?1")
    query.bind(1, key.name)
    try query.run()
  }

  func setSharedList(_ bytes: [UInt8]?) throws {
    let query = try Query(db, "UPDATE sharedList SET list = ?1")
    if let bytes { query.bind(1, bytes) } else { query.bind(1, Int64?.none) }
    try query.run()
  }

  func setSharedVersion(_ version: Int64) throws {
    let query = try Query(db, "UPDATE sharedList SET version = ?1")
    query.bind(1, version)
    try query.run()
    _ = nextRevision()
  }
}
