import ClientModel
import Glibc

/// An operation that changes a store of the previous version into one of this version.
///
///     copy the database to weir-10.db.new, and wait for the disk
///     rename it to weir-10.db
///     in one transaction: create the new tables, set the version
///
/// A process that is killed at any step leaves the store of the previous version or of this one.
/// The copy remains for a person who returns to the previous version of Weir.
struct StoreMigration {
  /// The version that can be changed into this one.
  static let previous = 10

  let folder: String
  let db: Database

  private var copy: String { folder + "/weir-\(Self.previous).db" }

  /// Changes the store. The caller holds the lock of the store.
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
    // The empty file has the right mode before there is anything in it.
    try PrivateFile.prepare(new)
    let query = try Query(once: "VACUUM INTO ?1", db)
    query.bind(1, new)
    try query.run()
    try PrivateFile.sync(file: new)
    guard rename(new, copy) == 0 else {
      throw Failure.system(errno, doing: "Naming the copy of the store", path: copy)
    }
    try PrivateFile.sync(folder: folder)
  }
}
