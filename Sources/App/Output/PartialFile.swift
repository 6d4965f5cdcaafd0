import CCrypto
import ClientDocuments
import ClientModel
import Glibc

/// A file that is being saved. It has a temporary name, because an incomplete body could be
/// mistaken for a complete one.
///
///     begin ──► write ──► finish: the file gets its final name
///       ▲         │ killed, or the disk is full
///       └─────────┘ the next save of the same bytes under that name resumes
struct PartialFile: ~Copyable {
  /// The number of bytes at the start and the end of a body that identify the body, together with
  /// its length. The bytes that were already written are compared as well.
  private static let sample = 64 << 10

  /// The temporary path next to the final name: `items.json.4f1c9a02d7be.part`.
  let path: String
  /// The number of bytes that an interrupted save has already written. Writing starts at this
  /// offset.
  let start: Int
  private let source: ByteSource
  private let target: String
  private let file: Int32

  /// Resumes an interrupted save or begins a new one.
  init(saving source: ByteSource, as target: String) throws {
    guard !Self.isTaken(target) else { throw OutputFile.refusal(target, EEXIST) }
    let path = Self.path(for: target, mark: try Self.mark(of: source))
    let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw OutputFile.refusal(target, errno) }
    let found: Int
    do {
      try Self.claim(file, path, for: target)
      found = try ByteSource(path: path).sharedLength(with: source)
      // After a crash of the machine, the written bytes may end in zeros.
      guard try ByteSource(path: path).count == found || ftruncate(file, off_t(found)) == 0,
        lseek(file, off_t(found), SEEK_SET) >= 0
      else { throw OutputFile.refusal(target, errno) }
    } catch {
      Self.release(file)
      throw error
    }
    start = found
    self.path = path
    self.source = source
    self.target = target
    self.file = file
  }

  deinit { Self.release(file) }

  /// Writes the missing bytes and renames the file to its final name.
  ///
  /// - Throws: The error of the disk. The written bytes remain.
  func finish() throws {
    do {
      try OutputFile.write(source, from: start, to: file, target)
      guard fsync(file) == 0 else { throw OutputFile.refusal(target, errno) }
    } catch let failure as Failure {
      throw goingOn(after: failure)
    }
    if link(path, target) != 0 {
      // Some file systems have no hard links. On these, the name is reserved first, so that no
      // other file is overwritten.
      guard errno != EEXIST else { throw OutputFile.refusal(target, errno) }
      let name = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
      guard name >= 0 else { throw OutputFile.refusal(target, errno) }
      close(name)
      guard rename(path, target) == 0 else { throw OutputFile.refusal(target, errno) }
      return
    }
    unlink(path)
  }

  /// Adds to a failure that the save can be resumed because the written bytes remain. An empty file
  /// is deleted.
  private func goingOn(after failure: Failure) -> Failure {
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_size > 0 else {
      unlink(path)
      return failure
    }
    return Failure(
      failure.kind, what: failure.what, why: failure.why,
      whatToDo:
        "Free space or repair the disk, then save it again under this name: saving continues "
        + "after the \(ByteCount(Int64(facts.st_size))) in \(Console.safe(path)).")
  }

  /// Locks the file.
  ///
  /// Throws an error if another process is writing the file, if it is not a regular file of this
  /// user with a single link, or if the path no longer refers to it.
  private static func claim(_ file: Int32, _ path: String, for target: String) throws {
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      throw Failure(
        .fileUnreadable, what: "The body was not written to \(Console.safe(target)).",
        why: "Another command is saving it there.",
        whatToDo: "Wait until it ends, or choose another name.")
    }
    var facts = stat()
    var named = stat()
    guard fstat(file, &facts) == 0, lstat(path, &named) == 0 else {
      throw OutputFile.refusal(target, errno)
    }
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(), facts.st_nlink == 1,
      facts.st_ino == named.st_ino, facts.st_dev == named.st_dev
    else {
      throw Failure(
        .fileUnreadable, what: "The body was not written to \(Console.safe(target)).",
        why: "\(Console.safe(path)) is not the file of an interrupted save.",
        whatToDo: "Choose another name, or look at that file and remove it.")
    }
  }

  /// Unlocks the file, then closes it.
  ///
  /// Between fork and exec, a child process holds a copy of the descriptor. Closing alone would
  /// thus leave the file locked, and the next save would be refused.
  private static func release(_ file: Int32) {
    flock(file, LOCK_UN)
    close(file)
  }

  static func isTaken(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  private static func path(for target: String, mark: String) -> String {
    let start =
      target.lastIndex(ofByte: "/").map { target.utf8.index(after: $0) } ?? target.startIndex
    var name = target[start...]
    // A name may have at most 255 bytes.
    while name.utf8.count > 230 { name.removeLast() }
    return "\(target[..<start])\(name).\(mark).part"
  }

  private static func mark(of source: ByteSource) throws -> String {
    var bytes = Array("\(source.count)\n".utf8)
    bytes += try source.bytes(in: 0..<sample)
    bytes += try source.bytes(in: max(0, source.count - sample)..<source.count)
    var hash = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_sha256(bytes, bytes.count, &hash) != 0 else {
      preconditionFailure("The cryptography library has no SHA-256.")
    }
    return hash.prefix(6).hexadecimal
  }
}
