import ClientCore
import ClientModel
import Glibc

/// A copy of a file that a request sends. Copying fails if the file has changed since the request
/// was prepared.
final class FileCopy {
  /// The Linux constant FICLONE, a macro that Swift cannot import.
  private static let clone: UInt = 0x4004_9409
  private static let portion = 1 << 20

  private let reference: FileReference
  private let path: String
  private let source: Int32
  private let target: Int32

  init(of reference: FileReference, at path: String) throws(Failure) {
    // Without O_NONBLOCK, opening a named pipe would block the thread until a process writes to it.
    let source = open(reference.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard source >= 0 else { throw .uncopied(reference.path, String(cString: strerror(errno))) }
    let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard target >= 0 else {
      let code = errno
      close(source)
      throw .system(code, doing: "Copying \(reference.path)", path: path)
    }
    self.reference = reference
    self.path = path
    self.source = source
    self.target = target
  }

  deinit {
    close(source)
    close(target)
  }

  /// Copies the file and syncs the copy to disk.
  func make() throws(Failure) -> FileReference {
    try check()
    // A clone shares the blocks of the original, so it takes almost no time or space. Some file
    // systems do not support clones.
    if ioctl(target, Self.clone, source) != 0 { try copyBytes() }
    try check()
    var facts = stat()
    guard fsync(target) == 0, fstat(target, &facts) == 0 else { throw failed(errno) }
    guard Int64(facts.st_size) == reference.size.bytes else { throw changed }
    return FileReference(path: path, facts)
  }

  private func copyBytes() throws(Failure) {
    var buffer = [UInt8](repeating: 0, count: Self.portion)
    var left = reference.size.bytes
    while left > 0 {
      let count = read(source, &buffer, Int(min(left, Int64(buffer.count))))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw count == 0 ? changed : failed(errno) }
      try write(buffer[..<count])
      left -= Int64(count)
    }
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(Failure) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(target, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failed(errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Checks that the file has not changed since the request was prepared.
  private func check() throws(Failure) {
    var facts = stat()
    guard fstat(source, &facts) == 0 else { throw failed(errno) }
    guard facts.st_mode & S_IFMT == S_IFREG, reference.matches(facts) else { throw changed }
  }

  private func failed(_ code: Int32) -> Failure {
    .system(code, doing: "Copying \(reference.path)", path: path)
  }

  private var changed: Failure {
    Failure(
      .fileChanged, what: "The file \(reference.path) was not copied.",
      why: "It changed while the request was being created.",
      whatToDo: "Create the request again when no program writes to the file.")
  }
}

extension Failure {
  fileprivate static func uncopied(_ path: String, _ why: String) -> Failure {
    Failure(
      .fileUnreadable, what: "The file \(path) was not copied.",
      why: "It cannot be opened: \(why).",
      whatToDo: "Check the path and its permissions.")
  }
}
