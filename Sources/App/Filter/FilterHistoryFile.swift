import ClientModel
import Glibc

/// The filter programs that were used, one per line, newest last. The file is private, because
/// filters can reveal sensitive data.
struct FilterHistoryFile {
  private let path: String

  init(_ folders: UserFolders) { path = folders.state + "/filters" }

  /// Reads the programs. The list is empty if the file does not exist.
  func read() throws(Failure) -> [String] {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      if errno == ENOENT { return [] }
      throw problem("read")
    }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count >= 0 else { throw problem("read") }
    return String(decoding: bytes[..<count], as: UTF8.self)
      .words(at: "\n").map(String.init)
  }

  /// Replaces the file atomically.
  func write(_ programs: [String]) throws(Failure) {
    let text = programs.map {
      $0.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map(String.init)
        .joined(separator: " ") + "\n"
    }.joined()
    let draft = "\(path).\(getpid())"
    let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw problem("stored") }
    let isWritten = DescriptorWriting.fault(writing: Array(text.utf8), to: file) == nil
    close(file)
    guard isWritten, rename(draft, path) == 0 else {
      unlink(draft)
      throw problem("stored")
    }
  }

  private func problem(_ verb: String) -> Failure {
    Failure(
      .fileUnreadable, what: "The history of filters was not \(verb).",
      why: "\(path): \(String(cString: strerror(errno))).",
      whatToDo: "Check the permissions of that file and its folder.")
  }
}
