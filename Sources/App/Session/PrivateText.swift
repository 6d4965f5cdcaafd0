import ClientModel
import Glibc

/// A temporary file for editors and pagers. Only the user can read it.
enum PrivateText {
  /// Creates the file and returns its path. The caller deletes the file.
  static func write(_ bytes: [UInt8], suffix: String) throws(Failure) -> String {
    // An empty variable counts as unset, as in the XDG Base Directory Specification.
    let folder =
      ["XDG_RUNTIME_DIR", "TMPDIR"].lazy.compactMap(SystemVariables.value).first { !$0.isEmpty }
      ?? "/tmp"
    var template = Array("\(folder)/weir-XXXXXX\(suffix)".utf8CString)
    let file = mkstemps(&template, Int32(suffix.utf8.count))
    guard file >= 0 else { throw refusal(folder) }
    defer { close(file) }
    let path = String(
      decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard DescriptorWriting.fault(writing: bytes, to: file) == nil else {
      unlink(path)
      throw refusal(folder)
    }
    return path
  }

  /// Creates the file for a body in memory.
  static func write(_ body: StoredBody, _ suffix: String) throws(Failure) -> String {
    guard case .inline(let bytes) = body else { return try write([], suffix: suffix) }
    return try write(bytes, suffix: suffix)
  }

  private static func refusal(_ folder: String) -> Failure {
    Failure(
      .fileUnreadable, what: "The text was not passed to the program.",
      why: "A file in \(folder) cannot be written: \(String(cString: strerror(errno))).",
      whatToDo: "Free some space, or set TMPDIR to a folder that you own.")
  }
}
