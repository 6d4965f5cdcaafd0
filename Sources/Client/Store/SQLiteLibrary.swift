import CSQLite
import ClientModel

/// The SQLite that this program runs with.
enum SQLiteLibrary {
  /// What Debian 12 has, and what the store was proven with.
  static let oldest: Int32 = 3_040_000

  static var version: String { words(sqlite3_libversion_number()) }

  /// Once in a process, and before the first file is opened: a static is made by one thread.
  private static let isTuned: Bool = {
    csqlite_count_nothing()
    return true
  }()

  /// Makes the library ready. Throws when it is older than what the store needs.
  static func check(version: Int32 = sqlite3_libversion_number()) throws(Failure) {
    _ = isTuned
    guard version < oldest else { return }
    throw Failure(
      .storage, what: "The store was not opened.",
      why: "SQLite is \(words(version)); Weir needs \(words(oldest)) or later.",
      whatToDo: "Install a newer SQLite (package libsqlite3-0).")
  }

  /// As SQLite writes its versions: 3040001 is 3.40.1.
  private static func words(_ version: Int32) -> String {
    "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
  }
}
