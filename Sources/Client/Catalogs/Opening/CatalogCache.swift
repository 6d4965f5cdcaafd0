import ClientModel
import Glibc

/// A cache of parsed documents, so that a large document opens quickly the second time.
///
/// Each file is named by the hash of its document, so it cannot be stale. A file that is damaged or from
/// another version of Weir counts as absent. The folder may be deleted at any time.
package struct CatalogCache: Sendable {
  /// The smallest cached document. Smaller ones and JSON are parsed as fast as a cache file is read.
  static let smallest = 200_000
  /// The size limit of the cache; beyond it, the oldest files are deleted.
  static let largest: Int64 = 500_000_000

  let folder: String
  private let hash: @Sendable (UnsafeRawBufferPointer) -> String?

  /// - Parameters:
  ///   - folder: Made when it is first needed, for this user alone.
  ///   - hash: Names bytes by their content, in letters and digits; equal names mean equal bytes.
  ///     Nil caches nothing.
  package init(folder: String, hash: @escaping @Sendable (UnsafeRawBufferPointer) -> String?) {
    self.folder = folder
    self.hash = hash
  }

  /// The cache key of a document; nil when it is not cached.
  func digest(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count >= Self.smallest else { return nil }
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    return first == UInt8(ascii: "{") ? nil : hash(UnsafeRawBufferPointer(bytes))
  }

  func path(_ digest: String) -> String { "\(folder)/\(digest).tree" }

  /// The cached tree under this key; nil when it is missing or unusable.
  func tree(_ digest: String) -> DocumentTree? {
    let file = open(path(digest), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_size < 1_000_000_000
    else { return nil }
    return DocumentTree(storedIn: Int(facts.st_size)) { room in
      var filled = 0
      while filled < room.count {
        let count = read(file, room.baseAddress?.advanced(by: filled), room.count - filled)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        filled += count
      }
      return true
    }
  }

  /// Stores a tree in the cache. Errors are ignored, because they only make the next opening slower.
  func store(_ tree: DocumentTree, _ digest: String) {
    makeFolder(folder)
    let temporary = "\(folder)/.\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    let isComplete = tree.store { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = write(file, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
    close(file)
    guard isComplete, rename(temporary, path(digest)) == 0 else {
      unlink(temporary)
      return
    }
    prune()
  }

  private func makeFolder(_ path: String) {
    guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(ofByte: "/"),
      slash > path.startIndex
    else { return }
    makeFolder(String(path[..<slash]))
    mkdir(path, 0o700)
  }

  /// Deletes the oldest files until the rest is small enough.
  private func prune() {
    var files: [(path: String, size: Int64, time: Int)] = []
    for entry in FolderEntries(ifReadable: folder).lazy.prefix(100_000)
    where entry.name.ends(with: ".tree") {
      let path = "\(folder)/\(entry.name)"
      var facts = stat()
      guard lstat(path, &facts) == 0 else { continue }
      files.append((path, Int64(facts.st_size), facts.st_mtim.tv_sec))
    }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { $0.time < $1.time }) where total > Self.largest {
      unlink(file.path)
      total -= file.size
    }
  }
}
