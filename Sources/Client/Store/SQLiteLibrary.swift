import CSQLite
import ClientModel

/// The SQLite library that this program uses.
enum SQLiteLibrary {
  /// The oldest supported version, which is the version of Debian 12.
  static let oldest: Int32 = 3_040_000

  static var version: String { message(sqlite3_libversion_number()) }

  /// The configuration of the library. It must run once, before the first file is opened, and Swift
  /// initialises a static property only once.
  private static let isTuned: Bool = {
    csqlite_count_nothing()
    return true
  }()

  /// Checks and configures the library. Throws if the version is older than the store requires.
  static func check(version: Int32 = sqlite3_libversion_number()) throws(Failure) {
    _ = isTuned
    guard version < oldest else { return }
    throw Failure(
      .storage, what: "The store was not opened.",
      why: "SQLite is \(message(version)); Weir needs \(message(oldest)) or later.",
      whatToDo: "Install a newer SQLite (package libsqlite3-0).")
  }

  /// Returns a version number as text. SQLite's number 3040001 means 3.40.1.
  private static func message(_ version: Int32) -> String {
    "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
  }
}
