import ClientModel

/// A copy operation for the readable rows of a damaged store to a new one.
///
/// Each tree is read from its root. If a page cannot be read, the numbers of the rows that it may
/// have contained are known. Pages that are neither free nor part of a tree are searched for these
/// rows. A row is copied if it has the format of its table and matches its checksum.
struct Salvage {
  private let file: PageFile
  private let db: Database
  private let vault: Vault
  private let clock: any WallClock
  private(set) var result = SalvageResult()
  private(set) var counters = SalvageCounters()
  /// The root page of each table. A table is missing if its entry in the schema cannot be read.
  private var roots: [String: UInt32] = [:]
  /// The pages that belong to a tree or are free.
  private var claimed: Set<UInt32> = []
  private var losses: [String: [TreeWalk.Span]] = [:]

  /// Creates a salvage.
  ///
  /// - Parameter db: A new store with its tables, in a transaction.
  init(_ file: PageFile, into db: Database, vault: Vault, clock: any WallClock) {
    self.file = file
    self.db = db
    self.vault = vault
    self.clock = clock
  }

  /// Copies the rows, and repairs the new store.
  ///
  /// - Parameter files: The names of body files and of folders with copied files. They contain the
  ///   ids of jobs.
  mutating func run(files: [String]) throws -> SalvageResult {
    let tables = try SalvageTable.all(in: db)
    try db.execute("DELETE FROM sharedList")
    readRoots()
    counters.note(files: files)
    readCounters()
    for table in tables where !table.isDerived { try copy(table) }
    if !losses.isEmpty { try copyStrays(tables.filter { losses[$0.name] != nil }) }
    if !losses.isEmpty || file.isLogDamaged || result.lostRecords > 0 {
      result.isComplete = false
    }
    result.isEmpty = result.isEmpty && counters.lastJob == 0
    var repair = SalvageRepair(db, vault: vault, clock: clock, result)
    try repair.run(counters)
    return repair.result
  }

  /// Reads the root pages. The schema is also a table, whose root is the first page.
  private mutating func readRoots() {
    var walk = TreeWalk(file, .numbered)
    walk.read(from: 1) { _, values in
      guard values.count == 5, values[0].text == "table", let name = values[1].text,
        let root = values[3].integer, root > 1
      else { return }
      roots[name] = UInt32(clamping: root)
    }
    claimed = walk.visited.union(file.freePages() ?? [])
  }

  private mutating func readCounters() {
    var counters = counters
    defer { self.counters = counters }
    eachRow(of: "sqlite_sequence", .numbered) { _, values in
      guard values.count == 2, let last = values[1].integer else { return }
      switch values[0].text {
      case "jobs": counters.takeSequence(ofJobs: last)
      case "graphs": counters.lastGraph = max(counters.lastGraph, last)
      default: return
      }
    }
    eachRow(of: "meta", .numbered) { _, values in
      // In later versions, the table has additional columns after these.
      if values.count >= 2, let last = values[1].integer { counters.note(revision: last) }
    }
    eachRow(of: "changes", .numbered) { number, _ in counters.note(revision: number) }
    eachRow(of: "tallies", .keyed) { _, values in
      if values.count == 3, let jobs = values[2].integer { counters.countedJobs &+= jobs }
    }
    eachRow(of: "rowCounts", .keyed) { _, _ in }
  }

  private mutating func eachRow(
    of table: String, _ form: TreeWalk.Form, _ body: (Int64, [StoredValue]) -> Void
  ) {
    guard let root = roots[table] else { return }
    var walk = TreeWalk(file, form)
    walk.read(from: root, body)
    claimed.formUnion(walk.visited)
  }

  private mutating func copy(_ table: SalvageTable) throws {
    let insert = try Query(once: table.insert, db)
    var walk = TreeWalk(file, table.form)
    guard let root = roots[table.name] else {
      // In a new store, the root has this page number. Here it may belong to another table, so rows
      // that do not match are not counted as lost.
      try walk.read(from: table.root) { number, record in
        guard let values = table.row(number, record, vault: vault) else { return }
        counters.note(number, values, of: table)
        try take(values, by: insert)
      }
      losses[table.name] = [.min ... .max]
      return
    }
    try walk.read(from: root) { number, record in
      if let values = table.row(number, record, vault: vault) {
        counters.note(number, values, of: table)
        try take(values, by: insert)
      } else {
        lose(number, of: table)
      }
    }
    for number in walk.lostRows { lose(number, of: table) }
    claimed.formUnion(walk.visited)
    if !walk.lostSpans.isEmpty { losses[table.name] = walk.lostSpans }
  }

  /// Records the loss of a row of which only the number is known.
  private mutating func lose(_ number: Int64, of table: SalvageTable) {
    counters.note(number, [], of: table)
    if table.name == "jobs" {
      result.lostJobs.insert(JobID(number))
    } else {
      result.lostRecords += 1
    }
  }

  /// Searches the pages that do not belong to a tree.
  private mutating func copyStrays(_ tables: [SalvageTable]) throws {
    let inserts = try tables.map { try Query(once: $0.insert, db) }
    for number in 2...max(2, file.count) where !claimed.contains(number) {
      guard let page = TreePage(number, of: file), page.kind != .interiorTable else { continue }
      for cell in page.cells {
        guard let record = cell.payload.flatMap(StoredValue.values) else { continue }
        for (table, insert) in zip(tables, inserts) {
          guard (table.form == .numbered) == page.kind.isOfTable,
            let row = page.kind.isOfTable ? cell.row : 0, isLost(row, of: table),
            let values = table.row(row, record, vault: vault)
          else { continue }
          counters.note(row, values, of: table)
          try replaceEarlier(table, values)
          try take(values, by: insert)
          break
        }
      }
    }
  }

  private func isLost(_ row: Int64, of table: SalvageTable) -> Bool {
    guard let spans = losses[table.name] else { return false }
    return table.form == .keyed || spans.contains { $0.contains(row) }
  }

  /// Deletes an earlier state of a job, because the later state is used. A page outside of the
  /// trees may contain an earlier state.
  private func replaceEarlier(_ table: SalvageTable, _ values: [StoredValue]) throws {
    guard table.name == "jobs", let id = values[0].integer, let since = values[4].integer else {
      return
    }
    let query = try Query(db, "DELETE FROM jobs WHERE id = ?1 AND since < ?2")
    query.bind(1, id)
    query.bind(2, since)
    try query.run()
  }

  private mutating func take(_ values: [StoredValue], by insert: Query) throws {
    result.isEmpty = false
    for (place, value) in values.enumerated() {
      let place = Int32(place + 1)
      switch value {
      case .null: insert.bind(place, Int64?.none)
      case .integer(let number): insert.bind(place, number)
      case .real(let number): insert.bind(place, number)
      case .text(let bytes): insert.bind(place, String(decoding: bytes, as: UTF8.self))
      case .blob(let bytes): insert.bind(place, bytes)
      }
    }
    try insert.run()
  }
}
