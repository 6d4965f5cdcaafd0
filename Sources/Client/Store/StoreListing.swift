package import ClientCore
package import ClientModel

/// Lists jobs, graphs, lanes and shared keys of a store that other processes may use at the same time.
///
/// It opens the database for reading only: it takes none of the store's locks, creates no table, upgrades and
/// salvages nothing. One thread uses it, for a few calls.
package struct StoreListing {
  private let tables: StoreTables

  /// How long a call waits for a database that another process has locked, in milliseconds.
  private static let patience: Int32 = 50

  /// - Throws: When there is no store, or it is locked, of an older version, damaged or another user's.
  package init(folder: String) throws(Failure) {
    try SQLiteLibrary.check()
    try PrivateFile.checkFolder(folder)
    do {
      let db = try Database(path: folder + "/weir.db", .readOnlyFile, patience: Self.patience)
      guard try Schema.look(at: db).isReadable else {
        throw Failure.damaged("its tables are not those that Weir makes")
      }
      tables = StoreTables(db, vault: Vault(folder: folder))
    } catch {
      throw .store(error)
    }
  }

  /// Reads jobs in the order and window of a query. A job whose row is damaged is left out.
  package func jobs(matching query: JobQuery) throws(Failure) -> [Job] {
    try read { tables in
      // The tallies say at once that nothing matches; 100,000 rows would have to be read for it.
      guard try tables.count(matching: query) > 0 else { return [] }
      return try tables.rows(matching: query).filter { !$0.isDamaged }.map(\.job)
    }
  }

  /// Reads graphs and batches, the newest first.
  package func graphs(newest count: Int) throws(Failure) -> [GraphRun] {
    try read { try $0.graphs(matching: GraphQuery(limit: count)) { _ in false } }
  }

  /// Reads the keys of all lanes, in the order in which they were made.
  package func lanes() throws(Failure) -> [LaneKey] {
    try read { tables in
      var keys: [LaneKey] = []
      try Query(tables.db, "SELECT workspace, name FROM lanes ORDER BY id").eachRow {
        keys.append(LaneKey(workspace: $0.text(0) ?? "", name: $0.text(1) ?? ""))
      }
      return keys.filter { $0 != .future }
    }
  }

  /// Reads the names of all shared values, sorted; no value is opened.
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
