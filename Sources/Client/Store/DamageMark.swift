import CSQLite
import ClientModel
import Glibc

/// A file that marks the database as damaged. The next process to open the store salvages it.
///
/// SQLite detects most damage only when it reads the damaged page. Other processes may then have
/// the store open, so the store cannot be replaced, and the damage is only recorded.
struct DamageMark: Sendable {
  let path: String

  init(folder: String) { path = folder + "/damaged" }

  var isSet: Bool { access(path, F_OK) == 0 }

  /// Sets the mark if the error means that the database is damaged.
  func note(_ error: any Error) {
    guard let error = error as? DatabaseError,
      [SQLITE_CORRUPT, SQLITE_NOTADB].contains(error.code)
    else { return }
    set()
  }

  /// Sets the mark. If this fails, the mark is set the next time the damage is found.
  func set() {
    let file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
  }

  func remove() { unlink(path) }
}
