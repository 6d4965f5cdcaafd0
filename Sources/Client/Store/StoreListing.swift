package import ClientCore
package import ClientModel

/// A reader of the jobs, graphs, lanes and shared keys of a store. Other processes may use the
/// store at the same time.
///
/// The database is opened read-only: no lock is acquired, no table is created, and the store is
/// neither upgraded nor salvaged. A listing is meant for a few calls from one thread.
package struct StoreListing {
  private let tables: StoreTables

  /// The maximum time that a call waits for a locked database, in milliseconds.
  private static let lockTimeout: Int32 = 50

  /// Opens the store.
  ///
  /// - Throws: A failure if the store is missing, locked, of an older version, damaged, or owned by
  ///   another user.
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

  /// Reads jobs in the query's order, within its offset and limit. Skips jobs whose row is damaged.
  package func jobs(matching query: JobQuery) throws(Failure) -> [Job] {
    try read { tables in
      // The tallies usually show whether any job matches, which can avoid reading 100,000 rows.
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

  /// Reads the names of all shared values, sorted by name. Values are not decrypted.
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
