import CSQLite
import ClientModel

/// A description of the valid rows of one table, derived from the same table in a new store.
struct SalvageTable {
  let name: String
  private let isKeyed: Bool
  /// The allowed value types of each column.
  private let types: [Set<Int32>]
  private let keyCount: Int
  private let insert: Query

  /// The tables that are derived from others.
  private static let derived = "'tallies', 'rowCounts', 'changes'"
  /// The tables whose last column ends with a checksum. The checksum also covers the row's key.
  private static let kinds: [String: Record.Kind] = [
    "requests": .request, "attempts": .facts, "results": .result, "rowValues": .rowValues,
    "graphs": .graph, "hops": .hop, "materials": .material, "steps": .stepResult,
    "sharedList": .sharedList, "cookies": .cookie,
  ]

  static func all(in db: Database) throws -> [SalvageTable] {
    let sql = """
      SELECT name, wr FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite%'
      AND name NOT IN (\(derived))
      """
    return try Query(once: sql, db).all {
      try SalvageTable($0.text(0) ?? "", isKeyed: $0.integer(1) != 0, in: db)
    }
  }

  private init(_ name: String, isKeyed: Bool, in db: Database) throws {
    self.name = name
    self.isKeyed = isKeyed
    keyCount = Int(
      try db.numbers("SELECT count(*) FROM pragma_table_info('\(name)') WHERE pk > 0")[0])
    types = try Query(once: "PRAGMA table_info(\(name))", db).all { row in
      let type: Set =
        switch row.text(2) {
        case "INTEGER": [SQLITE_INTEGER]
        case "REAL": [SQLITE_INTEGER, SQLITE_FLOAT]
        case "TEXT": [SQLITE_TEXT]
        default: [SQLITE_BLOB]
        }
      return row.integer(3) + row.integer(5) > 0 ? type : type.union([SQLITE_NULL])
    }
    let places = (1...types.count).map { "?\($0)" }.joined(separator: ", ")
    // A page that was replaced through the log may contain an earlier state of a job.
    let condition =
      name == "jobs" ? "WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE id = ?1 AND since >= ?5)" : ""
    insert = try Query(
      once: "INSERT OR \(condition.isEmpty ? "IGNORE" : "REPLACE") INTO \(name) "
        + "SELECT \(places) \(condition)", db)
  }

  /// Copies a row if it fits this table and its checksum is correct. Returns whether the row was
  /// copied.
  func take(_ row: Query, isKeyed: Bool, vault: Vault) throws -> Bool {
    let end = Int32(types.count)
    guard self.isKeyed == isKeyed, row.type(end) == SQLITE_BLOB,
      row.blob(end) == SalvagePages.missing,
      types.indices.allSatisfy({ types[$0].contains(row.type(Int32($0))) }),
      try isSound(row, vault)
    else { return false }
    for column in 0..<end { insert.bind(column + 1, column, of: row) }
    try insert.run()
    return true
  }

  private func isSound(_ row: Query, _ vault: Vault) throws -> Bool {
    let last = Int32(types.count - 1)
    do {
      if name == "jobs" { _ = try JobRow(row, vault: vault) { _ in LaneKey(name: "") } }
      if name == "shared" { _ = try SharedRow(SharedColumns(row), vault: vault) }
      guard let kind = Self.kinds[name], !row.isNull(last) else { return true }
      let names = (1..<Int32(keyCount)).map { row.text($0) ?? "" }
      let place = RowIdentity(
        kind: kind, key: name == "sharedList" ? 0 : row.integer(0),
        name: names.joined(separator: "\u{0}"))
      var reader = try Record.open(row.blob(last), at: place, vault: vault)
      // The checksum covers the jar's id, but only the seal covers domain, path and name.
      if name == "cookies" { _ = try reader.secret() }
      return true
    } catch let failure as Failure {
      // Without the right key, a seal cannot be verified, but the row may be valid.
      return failure.kind == .secretMissing
    }
  }
}

extension Query {
  func all<Value>(_ read: (Query) throws -> Value) throws -> [Value] {
    var values: [Value] = []
    try eachRow { values.append(try read($0)) }
    return values
  }
}
