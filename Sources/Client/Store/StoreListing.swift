package import ClientCore
package import ClientModel

/// A reader of the jobs, graphs, lanes and shared keys of a store that other processes may use at
/// the same time.
///
/// It opens the database read-only. It acquires none of the store's locks, creates no tables, and
/// does not upgrade or salvage the store. One thread uses it, for a few calls.
package struct StoreListing {
  private let tables: StoreTables

  /// The maximum time that a call waits for a database that another process has locked, in
  /// milliseconds.
  private static let lockTimeout: Int32 = 50

  /// Opens the store.
  ///
  /// - Throws: A failure if there is no store, or if it is locked, of an older version, damaged, or
  ///   owned by another user.
  package init(folder: String) throws(Failure) {
    try SQLiteLibrary.check()
    try PrivateFile.checkFolder(folder)
    do {
      let db = try Database(path: folder + "/weir.db", .readOnlyFile, lockTimeout: Self.lockTimeout)
      guard try StoreSchema.look(at: db).isReadable else {
        throw Failure.damaged("its tables are not those that Weir creates")
      }
      tables = StoreTables(db, vault: Vault(folder: folder))
    } catch {
      throw .store(error)
    }
  }

  /// Reads jobs in the query's order, within its offset and limit. A job whose row is damaged is
  /// omitted.
  package func jobs(matching query: JobQuery) throws(Failure) -> [Job] {
    try read { tables in
      // If no job matches, the tallies usually show it, and up to 100,000 rows need not be read.
      guard try tables.count(matching: query) > 0 else { return [] }
      return try tables.rows(matching: query).filter { !$0.isDamaged }.map(\.job)
    }
  }

  /// Reads graphs and batches, newest first.
  package func graphs(newest count: Int) throws(Failure) -> [GraphRun] {
    try read { try $0.graphs(matching: GraphQuery(limit: count)) { _ in false } }
  }

  /// Reads the keys of all lanes, in the order in which they were created.
  package func lanes() throws(Failure) -> [LaneKey] {
    try read { tables in
      var keys: [LaneKey] = []
      try Query(tables.db, "SELECT workspace, name FROM lanes ORDER BY id").eachRow {
        keys.append(LaneKey(workspace: $0.text(0) ?? "", name: $0.text(1) ?? ""))
      }
      return keys.filter { $0 != .future }
    }
  }

  /// Reads the names of all shared values, sorted. Values are not decrypted.
  package func sharedKeys() throws(Failure) -> [SharedKey] {
    try read { tables in
      var keys: [SharedKey] = []
      try Query(tables.db, "SELECT name FROM shared ORDER BY name").eachRow {
        if let key = SharedKey($0.text(0) ?? "") { keys.append(key) }
      }
      return keys
    }
  }

  private func read<Value>(_ body: (StoreTables) throws -> Value) throws(Failure) -> Value {
    do { return try tables.db.snapshot { try body(tables) } } catch { throw .store(error) }
  }
}
