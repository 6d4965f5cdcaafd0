import ClientModel
import Glibc

/// Functions that create and open files that only this user can access. The files have mode 0600,
/// symbolic links are not followed, and the owner is checked.
enum PrivateFile {
  /// The Linux constant O_PATH, which the Glibc module does not contain. The value is the same on
  /// x86-64 and arm64.
  private static let pathOnly: Int32 = 0o10_000_000

  /// Creates a folder with mode 0700, and the missing parent folders. An existing folder must
  /// belong to this user, and other users must not have access.
  static func prepareFolder(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) != 0 {
      let code = errno
      if code == ENOENT, let slash = path.lastIndex(ofByte: "/"), slash > path.startIndex {
        try prepareParent(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
          throw .system(errno, doing: "Creating the state folder", path: path)
        }
      } else if code != EEXIST {
        throw .system(code, doing: "Creating the state folder", path: path)
      }
    }
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      throw .system(errno, doing: "Opening the state folder", path: path)
    }
    try check(facts, is: S_IFDIR, path: path)
  }

  /// Checks a folder as `prepareFolder` does. Does nothing if the folder does not exist.
  static func checkFolder(_ path: String) throws(Failure) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      if errno == ENOENT { return }
      throw .system(errno, doing: "Opening a folder of the store", path: path)
    }
    try check(facts, is: S_IFDIR, path: path)
  }

  /// Creates the missing parents of a folder. Existing parents may belong to other users.
  private static func prepareParent(_ path: String) throws(Failure) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(ofByte: "/"), slash > path.startIndex else {
      throw .system(errno, doing: "Creating the state folder", path: path)
    }
    try prepareParent(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw .system(errno, doing: "Creating the state folder", path: path)
    }
  }

  /// Creates an empty file, or checks an existing file. Closes the file again.
  ///
  /// An existing file is opened only with O_PATH, because closing an ordinary descriptor would
  /// release the locks that SQLite holds on this file elsewhere in the process.
  static func prepare(_ path: String) throws(Failure) {
    let made = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if made >= 0 {
      close(made)
      return
    }
    guard errno == EEXIST else { throw .system(errno, doing: "Creating a file", path: path) }
    let seen = open(path, pathOnly | O_NOFOLLOW | O_CLOEXEC)
    guard seen >= 0 else { throw .system(errno, doing: "Opening a file", path: path) }
    defer { close(seen) }
    try check(seen, path: path)
  }

  /// Opens a file for reading and appending. Creates a missing file.
  static func openShared(_ path: String) throws(Failure) -> Int32 {
    let file = open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .system(errno, doing: "Opening a file", path: path) }
    do throws(Failure) { try check(file, path: path) } catch {
      close(file)
      throw error
    }
    return file
  }

  static func check(_ file: Int32, path: String) throws(Failure) {
    var facts = stat()
    guard fstat(file, &facts) == 0 else {
      throw .system(errno, doing: "Checking a file", path: path)
    }
    try check(facts, is: S_IFREG, path: path)
  }

  private static func check(_ facts: stat, is kind: mode_t, path: String) throws(Failure) {
    let (why, whatToDo): (String, String)
    if facts.st_mode & S_IFMT != kind {
      why = "\(path) is a link, a pipe or something else that Weir did not create."
      whatToDo = "Move it away, then start Weir again."
    } else if facts.st_uid != geteuid() {
      why = "\(path) belongs to another user."
      whatToDo = "Use a state folder of your own."
    } else if facts.st_mode & 0o077 != 0 {
      why = "Other users may read or change \(path)."
      whatToDo = "Check that no other user changed it, then run `chmod go= \(path)`."
    } else {
      return
    }
    throw Failure(
      .storage, what: "The store was not opened.", why: why, whatToDo: whatToDo)
  }

  /// Syncs the content of a file to disk.
  static func sync(file path: String) throws(Failure) {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw .system(errno, doing: "Opening a file", path: path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw .system(errno, doing: "Saving a file", path: path) }
  }

  /// Syncs the entries of a folder to disk.
  static func sync(folder path: String) throws(Failure) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .system(errno, doing: "Opening a folder", path: path) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw .system(errno, doing: "Saving a folder", path: path) }
  }
}

extension PrivateFile {
  /// Returns the length of a file in bytes, or 0 if it does not exist.
  static func size(of path: String) -> Int64 {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int64(facts.st_size) : 0
  }

  /// Appends up to `count` zeros to a file, without waiting for the disk. Appends fewer if the disk
  /// has little free space.
  static func appendZeros(_ path: String, from end: Int64, by count: Int64) {
    let file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    let zeros = [UInt8](repeating: 0, count: Int(count))
    _ = pwrite(file, zeros, zeros.count, off_t(end))
  }
}
