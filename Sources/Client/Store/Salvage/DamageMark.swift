import CSQLite
import ClientModel
import Glibc

/// A file beside the database that says that it is damaged: whoever opens the store next salvages it.
///
/// SQLite finds most damage when it reads the page, and a store in use cannot be replaced under those who
/// have it open; so what is found is noted.
struct DamageMark: Sendable {
  let path: String

  init(folder: String) { path = folder + "/damaged" }

  var isSet: Bool { access(path, F_OK) == 0 }

  /// Sets it when an error says that the database is no sound one.
  func note(_ error: any Error) {
    guard let error = error as? DatabaseError,
      [SQLITE_CORRUPT, SQLITE_NOTADB].contains(error.code)
    else { return }
    set()
  }

  /// A mark that cannot be made is made at the next occasion, since the damage is found again.
  func set() {
    let file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
  }

  func remove() { unlink(path) }
}
