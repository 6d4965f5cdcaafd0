import ClientDocuments
import ClientModel
import Glibc

/// The files in which bodies are saved. An existing file is never overwritten.
enum OutputFile {
  /// Writes bytes to a new file in chunks. If a save of the same bytes was interrupted, it is
  /// resumed.
  ///
  /// - Returns: The number of bytes that the interrupted save had written.
  @discardableResult
  static func save(_ source: ByteSource, to path: String) throws -> ByteCount {
    if isStandardOutput(path) {
      for start in stride(from: 0, to: source.count, by: 256 << 10) {
        StandardOutput.write(try source.bytes(in: start..<start + 256 << 10))
      }
      return 0
    }
    if isDevice(path) {
      let target = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
      guard target >= 0 else { throw refusal(path, errno) }
      defer { close(target) }
      try write(source, to: target, path)
      return 0
    }
    let file = try PartialFile(saving: source, as: path)
    let start = ByteCount(file.start)
    try file.finish()
    return start
  }

  /// Returns the notice after a save: `Saved 3 MB in a.json, resumed at 1 MB.`
  static func words(_ size: ByteCount, in path: String, resumedAt start: ByteCount) -> String {
    "Saved \(size) in \(path)" + (start == 0 ? "." : ", resumed at \(start) of \(size).")
  }

  /// Appends bytes in chunks to a file that Weir wrote.
  static func append(_ source: ByteSource, to path: String) throws {
    let target = open(path, O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
    guard target >= 0 else { throw refusal(path, errno) }
    defer { close(target) }
    try write(source, to: target, path)
  }

  static func write(
    _ source: ByteSource, from start: Int = 0, to target: Int32, _ path: String
  ) throws {
    var at = start
    while at < source.count {
      let bytes = try source.bytes(in: at..<min(source.count, at + (256 << 10)))
      if let code = DescriptorWriting.fault(writing: bytes, to: target) {
        throw refusal(path, code)
      }
      at += bytes.count
    }
  }

  /// Streams a stored body to standard output.
  static func print(_ bytes: StoredBytes) throws(Failure) {
    let source = try bytes.open()
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var offset = 0
    while true {
      let count = try source.read(into: &buffer, at: 0..<buffer.count, from: offset)
      guard count > 0 else { return }
      offset += count
      StandardOutput.write(Array(buffer[..<count]))
    }
  }

  /// Returns whether a path means standard output. Standard output may be an open file.
  static func isStandardOutput(_ path: String) -> Bool { path == "-" || path == "/dev/stdout" }

  /// Returns whether a path leads to a device or a named pipe. Writing to these overwrites nothing.
  private static func isDevice(_ path: String) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT == S_IFCHR || facts.st_mode & S_IFMT == S_IFIFO
  }

  /// Refuses the name of an existing file or folder.
  static func checkIsFree(_ path: String) throws(Failure) {
    guard !isStandardOutput(path), !isDevice(path), PartialFile.isTaken(path) else { return }
    throw Failure(
      .fileUnreadable, what: "Nothing was sent.",
      why: "The file for the body, \(Console.safe(path)), already exists.",
      whatToDo: "Choose another name for -o; Weir never overwrites files.")
  }

  static func refusal(_ path: String, _ code: Int32) -> Failure {
    let exists = code == EEXIST
    return Failure(
      code == ENOSPC ? .diskFull : .fileUnreadable,
      what: "The body was not written to \(Console.safe(path)).",
      why: FileAccessError(code: code).why,
      whatToDo: exists
        ? "Choose another name; Weir never overwrites files."
        : "Check the path, its permissions and the free space.")
  }
}
