import CSQLite

@testable import ClientStore

extension StateFolder {
  /// Runs statements on the store's database behind the store's back.
  func execute(_ sql: String) throws { try database().execute(sql) }

  /// A connection to the store's database beside the store's own.
  func database() throws -> Database { try Database(path: path + "/weir.db", lockTimeout: 60_000) }
}
