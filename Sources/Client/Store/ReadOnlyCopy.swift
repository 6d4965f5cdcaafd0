import ClientCore
import ClientModel
import Glibc

/// A private copy of a store's database in a writable folder. SQLite needs a writable folder even
/// for reading, because it creates files beside a database that has a log.
struct ReadOnlyCopy: Sendable {
  let folder: String
  let notice: Failure

  /// Returns whether the store's folder or database is not writable. Returns false if the store
  /// does not exist, because creating it requires a writable folder.
  static func isNeeded(for folder: String) -> Bool {
    let database = folder + "/weir.db"
    guard access(database, F_OK) == 0 else { return false }
    return access(folder, W_OK) != 0 || access(database, W_OK) != 0
  }

  /// Copies the database and its log. The store is locked during the copy if its lock file is
  /// writable. Otherwise, no process can write to the store.
  init(for store: String) throws(Failure) {
    notice = Failure(
      .storage, what: "The store is read-only.",
      why: "The disk or the files of \(store) are read-only.",
      whatToDo: "Make them writable, or set XDG_STATE_HOME to another folder, to add and run jobs.")
    folder = try Self.temporaryFolder()
    do throws(Failure) {
      let lock = try Self.lock(of: store)
      defer { lock?.release() }
      for suffix in ["", "-wal"] where PrivateFile.size(of: "\(store)/weir.db\(suffix)") > 0 {
        try Self.copy("\(store)/weir.db\(suffix)", to: "\(folder)/weir.db\(suffix)")
      }
    } catch {
      remove()
      throw error
    }
  }

  func remove() {
    for name in FolderEntries.names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// Locks the store. Returns nil if the lock file is not writable.
  private static func lock(of store: String) throws(Failure) -> KernelLock? {
    let path = store + "/weir.lock"
    guard access(store, W_OK) == 0, access(path, F_OK) != 0 || access(path, W_OK) == 0 else {
      return nil
    }
    let lock = try KernelLock(path: path)
    try lock.acquire()
    return lock
  }

  private static func temporaryFolder() throws(Failure) -> String {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(root)/weir-reading-XXXXXX".utf8CString)
    let made = path.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else { throw .system(errno, doing: "Creating a temporary folder", path: root) }
    return made
  }

  private static func copy(_ path: String, to target: String) throws(Failure) {
    let source = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard source >= 0 else { throw .system(errno, doing: "Opening the store", path: path) }
    defer { close(source) }
    try PrivateFile.check(source, path: path)
    let copy = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw .system(errno, doing: "Copying the store", path: target) }
    defer { close(copy) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count == 0 { return }
      guard count > 0, write(copy, buffer, count) == count else {
        throw .system(errno, doing: "Copying the store", path: target)
      }
    }
  }
}
