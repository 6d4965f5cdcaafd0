import Glibc

/// The entries of a folder, in the kernel's order. `.` and `..` are omitted.
///
/// Entries are read one by one. A caller that stops early therefore does not read the whole folder.
package final class FolderEntries: Sequence, IteratorProtocol {
  package struct Entry: Sendable {
    package let name: String
    package let kind: Kind
  }

  /// The kind of an entry. A symbolic link is always `other`, even if it leads to a file or a
  /// folder.
  package enum Kind: Sendable { case file, folder, other }

  private let path: String
  private let stream: OpaquePointer?

  /// Opens the folder.
  ///
  /// - Throws: The reason why the folder cannot be read.
  package init(of path: String) throws(FolderUnreadable) {
    self.path = path
    stream = opendir(path)
    if stream == nil { throw FolderUnreadable(number: errno) }
  }

  /// Opens the folder. An unreadable folder results in an empty sequence.
  package init(ifReadable path: String) {
    self.path = path
    stream = opendir(path)
  }

  /// Returns all names at once, for a caller that changes the folder. Returns an empty list if the
  /// folder cannot be read.
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

/// The reason why a folder cannot be read, as the error number of the system.
package struct FolderUnreadable: Error {
  package let number: Int32
}

extension FolderEntries.Kind {
  /// Converts the type of a directory entry. If the file system does not report the type, `lstat`
  /// is called.
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
