import ClientDocuments
import ClientModel
import Foundation

/// Copies stored bodies to where the user wants them; never over something that is there.
enum BodyFile {
  /// Writes a body to a new file.
  static func save(_ body: StoredBody, from source: String?, to path: String) throws(Failure) {
    let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard target >= 0 else { throw refusal(path, errno) }
    defer { close(target) }
    do throws(Failure) {
      switch body {
      case .none: return
      case .inline(let bytes):
        guard Console.write(bytes, to: target) else { throw refusal(path, errno) }
      case .file:
        guard let source else { throw refusal(path, ENOENT) }
        try copy(source, to: target, named: path)
      }
    } catch {
      // Half a body looks like a whole one: saving it anew needs the name.
      unlink(path)
      throw error
    }
  }

  /// Writes bytes piece by piece to a new file.
  static func save(_ source: ByteSource, to path: String) throws {
    let target = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard target >= 0 else { throw refusal(path, errno) }
    defer { close(target) }
    do {
      try write(source, to: target, path)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Writes bytes piece by piece behind what a file of ours holds.
  static func append(_ source: ByteSource, to path: String) throws {
    let target = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    guard target >= 0 else { throw refusal(path, errno) }
    defer { close(target) }
    try write(source, to: target, path)
  }

  private static func write(_ source: ByteSource, to target: Int32, _ path: String) throws {
    var at = 0
    while at < source.count {
      let bytes = try source.bytes(in: at..<min(source.count, at + (256 << 10)))
      guard Console.write(bytes, to: target) else { throw refusal(path, errno) }
      at += bytes.count
    }
  }

  /// Streams a file into an open descriptor.
  ///
  /// - Parameter name: Of a file whose space may end; nil for a pipe, whose reader may go away.
  static func copy(
    _ path: String, to target: Int32, named name: String? = nil
  ) throws(Failure) {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { throw refusal(path, errno) }
    defer { close(source) }
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw refusal(path, errno) }
      guard count > 0 else { return }
      if Console.write(Array(buffer[..<count]), to: target) { continue }
      // A reader that went away has what it wanted.
      guard let name else { return }
      throw refusal(name, errno)
    }
  }

  private static func refusal(_ path: String, _ code: Int32) -> Failure {
    let exists = code == EEXIST
    return Failure(
      code == ENOSPC ? .diskFull : .fileUnreadable,
      what: "The body was not written to \(Console.safe(path)).",
      why: FileTrouble(code: code).why,
      whatToDo: exists
        ? "Choose another name; Weir never overwrites."
        : "Check the path, its rights and the space left.")
  }
}
