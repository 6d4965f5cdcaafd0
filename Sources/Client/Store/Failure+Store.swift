import CSQLite
import ClientModel
import Glibc

extension Failure {
  /// Returns the failure for an unreadable row. `why` is the reason, as a clause without a period.
  static func damaged(_ why: String) -> Failure {
    Failure(
      .storage, what: "A stored record cannot be read.",
      why: "Its bytes were changed or cut off: \(why).",
      whatToDo:
        "Run `weir doctor` to see which records are damaged; `weir doctor --salvage` removes them.")
  }

  /// The failure for a record with a field that this version does not know. Damage can also cause
  /// this, because not every record has its own checksum.
  static var unknownField: Failure {
    Failure(
      .storage, what: "A stored record cannot be read.",
      why: "It has an unknown field: a later version of Weir wrote it, or it is damaged.",
      whatToDo:
        "Run `weir doctor` with the latest version of Weir that used the store.")
  }

  static func damagedJob(_ id: Int64, _ cause: String) -> Failure {
    Failure(
      .storage, what: "Job \(id) cannot be read from the store.",
      why: "Its row does not match its checksum.",
      whatToDo:
        "Run `weir doctor --salvage` to remove the job, and create its request again if needed.",
      cause: cause)
  }

  /// Returns the failure for a system call on a file of the store.
  static func system(_ code: Int32, doing what: String, path: String) -> Failure {
    let words = String(cString: strerror(code))
    if code == ENOSPC || code == EDQUOT {
      return Failure(
        .diskFull, what: "\(what) failed.", why: "There is no space left for \(path).",
        whatToDo: "Free space on that disk, then try again.", cause: words)
    }
    return Failure(
      .storage, what: "\(what) failed.", why: "The system reported an error for \(path): \(words).",
      whatToDo: "Check that the folder exists, belongs to you and is writable.", cause: words)
  }

  /// Converts an error of the database or the system to a failure.
  static func store(_ error: any Error) -> Failure {
    if let failure = error as? Failure { return failure }
    guard let error = error as? DatabaseError else {
      return Failure(
        .storage, what: "The store could not be used.", why: "\(error).",
        whatToDo: "Run `weir doctor` to check the store.")
    }
    let cause = error.message
    let full = Failure(
      .diskFull, what: "The store could not be written.", why: "The disk is full.",
      whatToDo: "Free space on the disk of the state folder, then try again.", cause: cause)
    switch error.code {
    case SQLITE_FULL: return full
    case SQLITE_IOERR:
      return Failure(
        .storage, what: "The store could not be used.",
        why: "The disk reported an error while reading or writing it.",
        whatToDo: "Check the disk of the state folder, then try again.", cause: cause)
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      return Failure(
        .storage, what: "The store is damaged.", why: "Its file is not a valid database.",
        whatToDo:
          "Start Weir again: it salvages what can be read, and does not delete the damaged file.",
        cause: cause)
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM:
      return Failure(
        .storage, what: "The store could not be opened for writing.",
        why: "The state folder or its files are not writable.",
        whatToDo: "Check the owner and the mode of the state folder.", cause: cause)
    case SQLITE_BUSY, SQLITE_LOCKED:
      let path = error.lockedPath ?? "the database"
      return locked(
        path, by: LockHolder(of: path + "-shm", path),
        for: .milliseconds(Int(Journal.lockTimeout)))
    default:
      return Failure(
        .storage, what: "The store could not be used.", why: "The database reported: \(cause).",
        whatToDo: "Run `weir doctor` to check the store.", cause: cause)
    }
  }

  /// Returns the failure for a store with an earlier payload format.
  static func olderSchema(_ version: Int) -> Failure {
    Failure(
      .storage, what: "The store was not opened.",
      why:
        "An earlier version of Weir wrote it (schema \(version); this version reads \(StoreSchema.version)).",
      whatToDo: "Finish its jobs with the earlier version, then move the state folder away.")
  }

  /// Returns the failure for a store that a newer version of Weir wrote. Weir opens such a store
  /// read-only.
  static func newerSchema(_ version: Int) -> Failure {
    Failure(
      .storage, what: "The store is read-only.",
      why:
        "A newer version of Weir wrote it (schema \(version); this version reads \(StoreSchema.version)).",
      whatToDo: "Use the newer version, or another state folder.")
  }
}
