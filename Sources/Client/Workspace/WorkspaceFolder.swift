import CFiles
import ClientModel
import ClientYAML
import Glibc

/// The files of a workspace. Paths are relative to the workspace. Nothing outside the workspace is
/// read or written.
struct WorkspaceFolder {
  /// The users who may read a written file.
  enum Readers {
    /// All users, for project files that are shared through version control.
    case everyone
    /// Only the owner, for files in Weir's state folder.
    case owner

    var fileMode: mode_t { self == .everyone ? 0o644 : 0o600 }
    var folderMode: mode_t { self == .everyone ? 0o755 : 0o700 }
  }

  /// Returns the name of a workspace's file in folders of the state folder.
  static func stateName(of root: String) throws(WorkspaceProblem) -> String {
    String(try FileDigest.sha256(Array(root.utf8)).hexadecimal.prefix(32))
  }

  let root: String
  var readers = Readers.everyone

  static let sizeLimit = 10_000_000

  func path(_ relative: String) -> String { relative.isEmpty ? root : "\(root)/\(relative)" }

  /// Returns the text of a file, or nil if the file does not exist.
  func text(_ relative: String) throws(WorkspaceProblem) -> String? {
    guard let bytes = try bytes(relative) else { return nil }
    guard let text = FileEncoding(of: bytes).text(bytes) else {
      throw WorkspaceProblem(
        .file, what: "\(relative) cannot be read.", why: "It is not UTF-8 text.",
        whatToDo: "Save it as UTF-8.")
    }
    return text
  }

  /// Returns the bytes of a regular file, or nil if the file does not exist.
  func bytes(_ relative: String) throws(WorkspaceProblem) -> [UInt8]? {
    guard let (descriptor, facts) = try opened(relative) else { return nil }
    defer { close(descriptor) }
    guard facts.st_size <= Self.sizeLimit else {
      throw WorkspaceProblem(
        .file, what: "\(relative) cannot be read.", why: "It is larger than 10 MB.",
        whatToDo: "Store large bodies in separate files.")
    }
    var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure("\(relative) cannot be read.") }
      if count == 0 { break }
      filled += count
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// Returns the first `limit` bytes of a regular file as text, or nil if the file does not exist.
  func start(of relative: String, limit: Int) throws(WorkspaceProblem) -> String? {
    guard let (descriptor, _) = try opened(relative) else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    let count = read(descriptor, &bytes, limit)
    guard count >= 0 else { throw failure("\(relative) cannot be read.") }
    let read = Array(bytes.prefix(count))
    return FileEncoding(of: read).text(read) ?? String(decoding: read, as: UTF8.self)
  }

  /// Returns the encoding for writing a file: its current encoding, or UTF-8 if the file does not
  /// exist or is unreadable.
  private func encoding(of relative: String) -> FileEncoding {
    do throws(WorkspaceProblem) {
      guard let (descriptor, _) = try opened(relative) else { return .utf8 }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 4)
      let count = read(descriptor, &bytes, bytes.count)
      return FileEncoding(of: bytes.prefix(max(0, count)))
    } catch {
      // Writing replaces the unreadable file.
      return .utf8
    }
  }

  /// Returns the size of a regular file in bytes, or nil if the file does not exist.
  func size(_ relative: String) throws(WorkspaceProblem) -> Int? {
    guard let (descriptor, facts) = try opened(relative) else { return nil }
    close(descriptor)
    return Int(facts.st_size)
  }

  /// Returns the digest of a regular file of any size, or nil if the file does not exist.
  func digest(_ relative: String) throws(WorkspaceProblem) -> FileDigest? {
    guard let (descriptor, facts) = try opened(relative) else { return nil }
    defer { close(descriptor) }
    return try FileDigest(of: descriptor, facts, named: relative)
  }

  /// Opens a regular file, which the caller must close. Returns nil if the file does not exist.
  private func opened(
    _ relative: String
  ) throws(WorkspaceProblem) -> (descriptor: Int32, facts: stat)? {
    guard let resolved = try beneath(relative) else { return nil }
    let descriptor = Glibc.open(resolved, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw failure("\(relative) cannot be read.")
    }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw WorkspaceProblem(
        .file, what: "\(relative) cannot be read.", why: "It is not a regular file.",
        whatToDo: "Replace it with a file.")
    }
    return (descriptor, facts)
  }

  /// Writes a file atomically in its current encoding.
  func write(_ text: String, to name: String) throws(WorkspaceProblem) {
    try write(bytes: encoding(of: behindLink(name)).bytes(text), to: name)
  }

  /// Replaces a file atomically: a temporary file in the same folder is flushed and then renamed.
  func write(bytes: [UInt8], to name: String) throws(WorkspaceProblem) {
    let what = "\(name) was not saved."
    let relative = behindLink(name)
    let folder = relative.lastIndex(ofByte: "/").map { String(relative[..<$0]) } ?? ""
    let directory = try open(folder: folder, making: what)
    defer { close(directory) }
    let name = String(relative.dropFirst(folder.isEmpty ? 0 : folder.count + 1))
    let temporary =
      ".\(name.utf8.count > 180 ? "request" : name).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
    let file = openat(
      directory, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(what) }
    var isDone = false
    defer { if !isDone { unlinkat(directory, temporary, 0) } }
    do {
      defer { close(file) }
      try Self.writeAll(bytes, to: file, what)
      // The mode must be independent of the umask.
      guard fchmod(file, readers.fileMode) == 0, fsync(file) == 0 else { throw failure(what) }
    }
    guard renameat(directory, temporary, directory, name) == 0 else { throw failure(what) }
    isDone = true
    guard fsync(directory) == 0 else { throw failure(what) }
  }

  /// Returns the target of a link if it is in the workspace, and any other path unchanged. A write
  /// therefore changes the target of such a link, and replaces a link out of the workspace.
  private func behindLink(_ relative: String) -> String {
    var facts = stat()
    guard lstat(path(relative), &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK,
      let resolved = realpath(path(relative), nil)
    else { return relative }
    defer { free(resolved) }
    let text = String(cString: resolved)
    let beginning = root == "/" ? "/" : root + "/"
    return text.begins(with: beginning)
      ? String(text.dropping(bytes: beginning.utf8.count)) : relative
  }

  /// Moves a file or a folder. Fails if the new name is taken.
  func move(_ relative: String, to other: String) throws(WorkspaceProblem) {
    let what = "\(relative) was not renamed."
    let (from, name) = try parent(of: relative, what)
    defer { close(from) }
    let (to, newName) = try parent(of: other, what)
    defer { close(to) }
    guard cfiles_rename(from, name, to, newName) == 0 else {
      if errno == EEXIST { throw Self.taken(other) }
      guard errno == EINVAL || errno == ENOSYS else { throw failure(what) }
      try link(name, in: from, as: newName, in: to, what, other)
      return
    }
    guard fsync(to) == 0, fsync(from) == 0 else { throw failure(what) }
  }

  /// Moves a file on a file system without `RENAME_NOREPLACE`, by a hard link that fails if the new
  /// name is taken. If the process dies before the old name is removed, the file has two names.
  private func link(
    _ name: String, in from: Int32, as newName: String, in to: Int32, _ what: String,
    _ other: String
  ) throws(WorkspaceProblem) {
    guard linkat(from, name, to, newName, 0) == 0 else {
      if errno == EEXIST { throw Self.taken(other) }
      throw failure(what)
    }
    guard unlinkat(from, name, 0) == 0, fsync(to) == 0, fsync(from) == 0 else {
      throw failure(what)
    }
  }

  /// Makes a folder and the folders above it.
  func makeFolder(_ relative: String) throws(WorkspaceProblem) {
    close(try open(folder: relative, making: "The folder \(relative) was not made."))
  }

  /// Deletes a folder if it is empty. Returns false if it is not.
  func removeIfEmpty(_ relative: String) throws(WorkspaceProblem) -> Bool {
    let what = "The folder \(relative) was not deleted."
    let (folder, name) = try parent(of: relative, what)
    defer { close(folder) }
    guard unlinkat(folder, name, AT_REMOVEDIR) == 0 else {
      if errno == ENOTEMPTY || errno == EEXIST { return false }
      throw failure(what)
    }
    guard fsync(folder) == 0 else { throw failure(what) }
    return true
  }

  func remove(_ relative: String) throws(WorkspaceProblem) {
    let what = "\(relative) was not deleted."
    let (folder, name) = try parent(of: relative, what)
    defer { close(folder) }
    guard unlinkat(folder, name, 0) == 0, fsync(folder) == 0 else { throw failure(what) }
  }

  func exists(_ relative: String) -> Bool {
    var facts = stat()
    return lstat(path(relative), &facts) == 0
  }

  /// Returns the path without symbolic links, or nil if the file does not exist. Throws if the path
  /// leaves the workspace.
  private func beneath(_ relative: String) throws(WorkspaceProblem) -> String? {
    guard let resolved = realpath(path(relative), nil) else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure("\(relative) cannot be read.")
    }
    defer { free(resolved) }
    let text = String(cString: resolved)
    guard text.begins(with: root == "/" ? "/" : root + "/") else {
      throw WorkspaceProblem(
        .outside, what: "\(relative) was not read.", why: "It leads outside the workspace.",
        whatToDo: "Copy the file into the workspace.")
    }
    return text
  }

  private func parent(
    of relative: String, _ what: String
  ) throws(WorkspaceProblem) -> (folder: Int32, name: String) {
    let folder = relative.lastIndex(ofByte: "/").map { String(relative[..<$0]) } ?? ""
    let name = String(relative.dropFirst(folder.isEmpty ? 0 : folder.count + 1))
    return (try open(folder: folder, making: what), name)
  }

  /// Opens a folder, and creates missing folders. Does not follow symbolic links.
  private func open(folder: String, making what: String) throws(WorkspaceProblem) -> Int32 {
    var current = Glibc.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard current >= 0 else { throw failure(what) }
    for segment in folder.words(at: "/").map(String.init) {
      _ = mkdirat(current, segment, readers.folderMode)
      let next = openat(current, segment, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let code = errno
      close(current)
      guard next >= 0 else {
        errno = code
        throw failure(what)
      }
      current = next
      if readers == .owner, fchmod(current, readers.folderMode) != 0 {
        let code = errno
        close(current)
        errno = code
        throw failure(what)
      }
    }
    return current
  }

  private static func writeAll(
    _ bytes: [UInt8], to file: Int32, _ what: String
  ) throws(WorkspaceProblem) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(file, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw WorkspaceFolder(root: "").failure(what) }
      sent += count
    }
  }

  static func taken(_ relative: String) -> WorkspaceProblem {
    WorkspaceProblem(
      .exists, what: "\(relative) was not written.", why: "A file of that name already exists.",
      whatToDo: "Choose another name, or delete that file.")
  }

  /// Returns a problem for the last system error.
  func failure(_ what: String) -> WorkspaceProblem {
    let code = errno
    let toDo =
      switch code {
      case ENOSPC, EDQUOT: "Free space on the disk."
      case EACCES, EPERM, EROFS: "Check the permissions of the folder."
      case ELOOP: "Replace the symbolic link with a file or folder."
      default: "Check the path."
      }
    return WorkspaceProblem(
      .file, what: what, why: SystemReason.text(code), whatToDo: toDo)
  }
}
