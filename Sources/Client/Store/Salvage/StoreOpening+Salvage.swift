import ClientModel
import Glibc

/// Functions that replace a damaged store with a new store of the readable data.
///
///     weir-pages.db         a copy of the damaged store, only for reading its pages
///     weir-salvage.db       being written
///     weir-salvaged.db      complete; renamed to weir.db after the damaged files were moved
///     weir-damaged-TIME.db  the damaged store, unchanged
///
/// After a crash at any point, there is either the damaged store with its mark, or a complete new
/// store.
extension StoreOpening {
  private var copied: String { folder + "/weir-pages.db" }
  private var unfinished: String { folder + "/weir-salvage.db" }
  private var complete: String { folder + "/weir-salvaged.db" }

  /// Whether a crash left a complete new store that is not renamed yet.
  var hasSalvaged: Bool { PrivateFile.size(of: complete) > 0 }

  /// Finishes a salvage that a crash interrupted.
  mutating func finishSalvage() throws(Failure) {
    guard hasSalvaged else { return }
    _ = try moveAside()
    try install()
  }

  /// Salvages the store. Leaves a store of a newer version unchanged.
  ///
  /// - Throws: `olderSchema` for a store of an earlier version, whose payloads this version cannot
  ///   read.
  mutating func salvage(because why: String) throws {
    let pages = try SalvagePages(of: path, at: copied)
    if try pages.number("PRAGMA application_id") == Int64(StoreSchema.application),
      let version = try pages.number("PRAGMA user_version").map(Int.init), version > 0
    {
      if version < StoreMigration.previous { throw Failure.olderSchema(version) }
      if version > StoreSchema.version { return }
    }
    let result = try copyReadable(pages)
    let aside = try moveAside()
    report.movedAside = aside
    if let result {
      try install()
      let order =
        result.isComplete
        ? ""
        : " Its lanes are paused, because the records of jobs may be outdated:"
          + " check `weir queue list`, then run `weir queue resume`."
      report.notice = Failure(
        .storage, what: "The store was damaged and has been salvaged.",
        why: "\(why) \(result.text)",
        whatToDo: "The damaged store was moved to \(aside).\(order)")
    } else {
      report.notice = Failure(
        .storage, what: "The store could not be read and was moved aside.", why: why,
        whatToDo: "It is unchanged as \(aside); Weir continues with a new, empty store.")
    }
    DamageMark(folder: folder).remove()
  }

  /// Copies the readable data to a new store at `complete`. Returns nil if nothing is readable.
  private func copyReadable(_ pages: SalvagePages) throws -> SalvageResult? {
    for suffix in ["", "-journal", "-wal", "-shm"] { unlink(unfinished + suffix) }
    try PrivateFile.prepare(unfinished)
    let files =
      FolderEntries.names(in: folder + "/snapshots")
      + FolderEntries.names(in: folder + "/bodies").flatMap {
        FolderEntries.names(in: "\(folder)/bodies/\($0)")
      }
    let result = try copy(pages, files: files)
    guard !result.isEmpty else {
      unlink(unfinished)
      return nil
    }
    try PrivateFile.sync(file: unfinished)
    guard rename(unfinished, complete) == 0 else {
      throw Failure.system(errno, doing: "Salvaging the store", path: complete)
    }
    try PrivateFile.sync(folder: folder)
    return result
  }

  /// Fills a new database. Other processes cannot open the database until it is complete and synced
  /// to disk.
  private func copy(_ pages: SalvagePages, files: [String]) throws -> SalvageResult {
    let db = try Database(path: unfinished, lockTimeout: Journal.lockTimeout)
    for pragma in [StoreSchema.spaceReturn, "journal_mode = MEMORY", "synchronous = OFF"] {
      try Query(once: "PRAGMA \(pragma)", db).eachRow { _ in }
    }
    let owner = try Owner(folder: folder)
    return try db.transaction {
      try StoreSchema.make(in: db)
      let turn = try WriteTransaction(
        db, vault: Vault(folder: folder), owner: owner,
        snapshots: SnapshotFolder(folder: folder, instance: owner.instance),
        cache: WriterCache(vault: Vault(folder: folder), clock: clock))
      var salvage = Salvage(turn)
      return try salvage.run(pages, files: files)
    }
  }

  private func install() throws(Failure) {
    // The copy remains if a salvage was interrupted.
    unlink(copied)
    guard rename(complete, path) == 0 else {
      throw .system(errno, doing: "Salvaging the store", path: path)
    }
    try PrivateFile.sync(folder: folder)
  }

  /// Moves the damaged files aside. The log is moved first, because a new database must never be
  /// combined with an old log.
  private func moveAside() throws(Failure) -> String {
    let time = clock.now.milliseconds
    var aside = "\(folder)/weir-damaged-\(time).db"
    var count = 1
    while Glibc.access(aside, F_OK) == 0 {
      count += 1
      aside = "\(folder)/weir-damaged-\(time)-\(count).db"
    }
    for suffix in ["-wal", "-shm", ""] {
      guard rename(path + suffix, aside + suffix) == 0 || errno == ENOENT else {
        throw .system(errno, doing: "Moving the damaged store aside", path: path + suffix)
      }
    }
    try PrivateFile.sync(folder: folder)
    return aside
  }
}
