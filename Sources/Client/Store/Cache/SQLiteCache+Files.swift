import CCrypto
import CSQLite
import ClientCore
import ClientModel
import Glibc

/// Functions that read and write the files of the cache.
extension SQLiteCache {
  /// Reads from the cache. Returns nil if there is no cache.
  func read<Value: Sendable>(
    _ state: inout State, _ body: (CacheTable) throws -> Value
  ) throws -> Value? {
    guard let file = try opened(&state, making: false) else { return nil }
    let vault = vault
    return try file.database.use { try body(CacheTable(db: $0, vault: vault)) }
  }

  /// Changes the cache in one transaction under its lock. Then deletes the files of removed
  /// responses.
  ///
  /// - Parameter isMade: Whether to create a missing cache. If false, the function returns nil for
  ///   a missing cache.
  @discardableResult
  func write<Value>(
    _ state: inout State, making isMade: Bool = false,
    _ body: (CacheTable) throws -> (files: [String], Value)
  ) throws -> Value? {
    guard let file = try opened(&state, making: isMade) else { return nil }
    let (uses, vault) = (state.uses, vault)
    var result: (files: [String], value: Value)?
    try file.lock.write {
      try file.database.use { db in
        try db.transaction {
          let table = CacheTable(db: db, vault: vault)
          // Writes the times of last use first, because eviction depends on them.
          try table.touch(uses)
          result = try body(table)
        }
      }
    }
    state.uses = [:]
    for name in result?.files ?? [] { unlink("\(file.bodies)/\(name)") }
    return result?.value
  }

  func writeUses(_ state: inout State) throws {
    guard !state.uses.isEmpty, state.file != nil else { return }
    try write(&state) { _ in ([], ()) }
  }

  /// Returns the responses of a key from memory or from the file. Returns nil if there is no cache.
  func responses(_ key: [UInt8], _ state: inout State) throws -> [RecentResponses.Entry]? {
    guard let file = try opened(&state, making: false) else { return nil }
    let vault = vault
    let version = try file.database.use { db in
      try Query(db, "PRAGMA data_version").first { $0.integer(0) } ?? 0
    }
    state.recent.see(version: version)
    if let known = state.recent[key] { return known }
    let rows = try file.database.use { try CacheTable(db: $0, vault: vault).rows(key: key) }
    let found = rows.map { row in
      switch row.body {
      case .inline(let bytes): RecentResponses.Entry(response: row.response, body: bytes)
      case .file: RecentResponses.Entry(response: row.response, body: nil)
      }
    }
    state.recent.remember(found, key: key)
    return found
  }

  func body(of row: CacheTable.Row, in state: State) -> CachedBody? {
    switch row.body {
    case .inline(let bytes): return row.response.bodyLength == 0 ? CachedBody.none : .inline(bytes)
    case .file(let name):
      guard let file = state.file, let (_, sum) = name.cut(at: "-"),
        let digest = [UInt8](hexadecimal: sum.utf8)
      else { return nil }
      return .stored(
        StoredBytes(localFile: "\(file.bodies)/\(name)"), length: row.response.bodyLength,
        sha256: digest)
    }
  }

  /// Prepares a body for its row. A body file is linked under a new name: random digits and the
  /// digest. Returns nil if the body is too large or cannot be linked.
  func take(_ body: CachedBody, _ state: inout State) throws -> CacheTable.Row.Body? {
    switch body {
    case .none: return .inline([])
    case .inline(let bytes): return Int64(bytes.count) < limit / 4 ? .inline(bytes) : nil
    case .stored(let bytes, let length, let sha256):
      guard length.bytes < limit / 2, let file = try opened(&state, making: true) else {
        return nil
      }
      var mark: UInt64 = 0
      guard ccrypto_random(&mark, 8) == 1 else { return nil }
      let name = "\(String(mark, radix: 16))-\(sha256.hexadecimal)"
      let isTaken = CachedBody.transfer(bytes, to: "\(file.bodies)/\(name)", length: length)
      return isTaken ? .file(name: name) : nil
    }
  }

  /// Returns the open cache file. Opens the file if necessary. Returns nil if the file does not
  /// exist and must not be created.
  private func opened(_ state: inout State, making isMade: Bool) throws -> CacheFile? {
    if let file = state.file {
      if file.isThere { return file }
      // Another process deleted the file, so this connection can no longer be used.
      state.file = nil
      state.recent.removeAll()
      state.uses = [:]
      file.database.close()
    }
    guard isMade || mayHoldAnything, state.recreations < 3 else { return nil }
    let file = try CacheFile(opening: folder)
    state.file = file
    if isMade, !state.isSwept {
      state.isSwept = true
      try sweep(file)
    }
    return file
  }

  /// Deletes body files without a row. They remain if a process dies between the change of a file
  /// and the change of its row.
  private func sweep(_ file: CacheFile) throws {
    let vault = vault
    try file.lock.write {
      for name in FolderEntries.names(in: file.bodies) {
        let isNamed = try file.database.use { db in
          try CacheTable(db: db, vault: vault).isNamed(name)
        }
        if !isNamed { unlink("\(file.bodies)/\(name)") }
      }
    }
  }

  /// Recovers from an error. Recreates a damaged cache, but keeps the file after other errors, such
  /// as a full disk or a missing key.
  func recover(after error: any Error, _ state: inout State) {
    state.recent.removeAll()
    guard let error = error as? DatabaseError, let file = state.file,
      [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_IOERR].contains(error.code)
    else { return }
    state.recreations += 1
    remake(file, &state)
  }

  func remake(_ file: CacheFile, _ state: inout State) {
    state.file = nil
    state.uses = [:]
    do {
      file.database.close()
      try file.lock.write { CacheFile.delete(folder) }
    } catch {
      // The next attempt to open the damaged file recreates it.
    }
  }
}
