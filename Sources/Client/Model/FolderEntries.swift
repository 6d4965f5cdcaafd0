import Glibc

/// The entries of one folder, without `.` and `..`, in the order in which the kernel gives them.
///
/// They are read one by one, so that a caller that stops early has not read all of a large folder.
package final class FolderEntries: Sequence, IteratorProtocol {
  package struct Entry: Sendable {
    package let name: String
    package let kind: Kind
  }

  /// A symbolic link is neither a file nor a folder, whatever it leads to.
  package enum Kind: Sendable { case file, folder, other }

  private let path: String
  private let stream: OpaquePointer?

  /// - Throws: Why the folder cannot be read.
  package init(of path: String) throws(FolderUnreadable) {
    self.path = path
    stream = opendir(path)
    if stream == nil { throw FolderUnreadable(number: errno) }
  }

  /// For a caller to whom a folder that cannot be read is an empty one.
  package init(ifReadable path: String) {
    self.path = path
    stream = opendir(path)
  }

  /// All names at once, for a caller that changes the folder; none when it cannot be read.
  package static func names(in path: String) -> [String] {
    FolderEntries(ifReadable: path).map(\.name)
  }

  deinit { if let stream { closedir(stream) } }

  package func next() -> Entry? {
    guard let stream else { return nil }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name == "." || name == ".." { continue }
      return Entry(
        name: name, kind: Kind(type: entry.pointee.d_type, of: name, in: path))
    }
    return nil
  }
}

/// Why a folder cannot be read, as the system's number of the error.
package struct FolderUnreadable: Error {
  package let number: Int32
}

extension FolderEntries.Kind {
  /// Some file systems do not report the kind with the name; then the file itself is asked.
  fileprivate init(type: UInt8, of name: String, in folder: String) {
    switch Int(type) {
    case Int(DT_DIR): self = .folder
    case Int(DT_REG): self = .file
    case Int(DT_UNKNOWN):
      var facts = stat()
      guard lstat("\(folder)/\(name)", &facts) == 0 else {
        self = .other
        return
      }
      switch facts.st_mode & S_IFMT {
      case S_IFDIR: self = .folder
      case S_IFREG: self = .file
      default: self = .other
      }
    default: self = .other
    }
  }
}
