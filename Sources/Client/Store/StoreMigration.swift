import ClientModel
import Glibc

/// An upgrade of a store from the previous schema version to the current one.
///
///     copy the database to weir-10.db.new, and wait for the disk
///     rename it to weir-10.db
///     in one transaction: create the new tables, set the version
///
/// If the process is killed at any step, the store has either the previous or the current version.
/// The copy is kept in case the user returns to the previous version of Weir.
struct StoreMigration {
  /// The version that can be upgraded.
  static let previous = 10

  let folder: String
  let db: Database

  private var copy: String { folder + "/weir-\(Self.previous).db" }

  /// Upgrades the store. The caller holds the store's lock.
  func run() throws {
    try makeCopy()
    try db.transaction {
      try db.execute(StoreSchema.deletionTables)
      try db.execute("PRAGMA user_version = \(StoreSchema.version)")
    }
  }

  private func makeCopy() throws {
    let new = copy + ".new"
    guard unlink(new) == 0 || errno == ENOENT else {
      throw Failure.system(errno, doing: "Deleting an unfinished copy of the store", path: new)
    }
    // Creates the empty file first, so that it has the right mode before it has any content.
    try PrivateFile.prepare(new)
    let query = try Query(once: "VACUUM INTO ?1", db)
    query.bind(1, new)
    try query.run()
    try PrivateFile.sync(file: new)
    guard rename(new, copy) == 0 else {
      throw Failure.system(errno, doing: "Renaming the copy of the store", path: copy)
    }
    try PrivateFile.sync(folder: folder)
  }
}
