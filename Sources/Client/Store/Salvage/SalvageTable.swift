import ClientModel

/// A table of a new store, which describes the valid rows of the same table in a damaged store.
struct SalvageTable {
  struct Column {
    var name: String
    var type: String
    var isRequired: Bool
    /// Whether the column is the number of the row, which is stored outside of the record.
    var isRowNumber: Bool
  }

  let name: String
  /// The root page of the table in a new store.
  let root: UInt32
  let form: TreeWalk.Form
  /// The columns in their order in a record.
  let columns: [Column]

  /// The tables that are derived from others or rebuilt by `SalvageRepair`.
  private static let derived: Set<String> = ["meta", "tallies", "rowCounts", "changes"]
  var isDerived: Bool { Self.derived.contains(name) }

  static func all(in db: Database) throws -> [SalvageTable] {
    var found: [(name: String, root: UInt32, sql: String)] = []
    try Query(
      db,
      "SELECT name, rootpage, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    ).eachRow { row in
      found.append((row.text(0) ?? "", UInt32(clamping: row.integer(1)), row.text(2) ?? ""))
    }
    return try found.map { try SalvageTable(db, $0.name, $0.root, sql: $0.sql) }
  }

  private init(_ db: Database, _ name: String, _ root: UInt32, sql: String) throws {
    self.name = name
    self.root = root
    form = sql.ends(with: "WITHOUT ROWID") ? .keyed : .numbered
    var keys: [(place: Int64, column: Column)] = []
    var others: [Column] = []
    let isNumbered = form == .numbered
    try Query(once: "PRAGMA table_info(\(name))", db).eachRow { row in
      let (type, key) = (row.text(2) ?? "", row.integer(5))
      let isRowNumber = isNumbered && key == 1 && type == "INTEGER"
      let column = Column(
        name: row.text(1) ?? "", type: type, isRequired: row.integer(3) != 0 && !isRowNumber,
        isRowNumber: isRowNumber)
      // The record of a keyed table begins with the columns of its key.
      if key > 0, !isNumbered { keys.append((key, column)) } else { others.append(column) }
    }
    columns = keys.sorted { $0.place < $1.place }.map(\.column) + others
  }

  var insert: String {
    let names = columns.map(\.name).joined(separator: ", ")
    let places = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
    return "INSERT OR IGNORE INTO \(name)(\(names)) VALUES(\(places))"
  }

  /// Returns the values of a row, including its number. Returns nil if the record does not belong
  /// to this table or does not match its checksum.
  func row(_ number: Int64, _ record: [StoredValue], vault: Vault) -> [StoredValue]? {
    var values = record
    // Rows that an earlier version wrote do not contain a column that was added later.
    if name == "jobs", values.count == columns.count - 1 { values.append(.integer(0)) }
    // Before version 8, the fourth column of a batch contained the rows that had failed.
    if name == "batches", values.count == columns.count + 1 { values.remove(at: 3) }
    guard values.count == columns.count else { return nil }
    for (place, column) in columns.enumerated() {
      if column.isRowNumber { values[place] = .integer(number) }
      guard Self.fits(values[place], column) else { return nil }
    }
    return isSound(number, values, vault) ? values : nil
  }

  private static func fits(_ value: StoredValue, _ column: Column) -> Bool {
    switch (value, column.type) {
    case (.null, _): !column.isRequired
    case (.integer, "INTEGER"), (.integer, "REAL"), (.real, "REAL"), (.text, "TEXT"),
      (.blob, "BLOB"):
      true
    default: false
    }
  }

  private func isSound(_ number: Int64, _ values: [StoredValue], _ vault: Vault) -> Bool {
    if name == "jobs" { return JobRow.matchesSum(values) }
    guard let (place, column) = record(number, values) else { return true }
    guard let bytes = values[column].blob else { return values[column] == .null }
    do throws(Failure) {
      var reader = try Record.open(bytes, at: place, vault: vault)
      // The checksum covers the id of the jar. Only the seal covers domain, path and name.
      if name == "cookies" { _ = try reader.secret() }
      return true
    } catch {
      // Without the right key, a seal cannot be verified, and the row may be valid.
      return error.kind == .secretMissing
    }
  }

  /// Returns the place and the column of the bytes with a checksum, or nil if the row has none.
  private func record(_ number: Int64, _ values: [StoredValue]) -> (RowPlace, column: Int)? {
    switch name {
    case "requests": return (.request(of: JobID(number)), 1)
    case "attempts": return (.facts(of: AttemptID(key: number)), 2)
    case "results": return (.result(of: AttemptID(key: number)), 1)
    case "rowValues": return (.values(of: JobID(number)), 1)
    case "graphs": return (.graph(GraphID(number)), 5)
    case "hops": return (.hop(of: JobID(number)), 1)
    case "materials": return (.material(of: GraphID(number)), 1)
    case "steps":
      guard let graph = values[0].integer, let step = values[1].integer else { return nil }
      return (.result(of: StepPlace(graph: GraphID(graph), step: Int(clamping: step))), 3)
    case "shared":
      guard let key = values[0].text.flatMap({ SharedKey($0) }), let version = values[1].integer
      else { return nil }
      return (.shared(.shared, key, version: version), 3)
    case "sharedList": return (.sharedList, 2)
    case "cookies":
      guard let jar = values[0].integer, let domain = values[1].text,
        let reach = values[2].integer.flatMap({
          CookieIdentity.Reach(rawValue: UInt8(clamping: $0))
        }),
        let path = values[3].text, let cookie = values[4].text
      else { return nil }
      let identity = CookieIdentity(domain: domain, reach: reach, path: path, name: cookie)
      return (.cookie(identity, in: jar), 6)
    default: return nil
    }
  }
}
