package import ClientModel
import Glibc

/// A cache of large catalogs, which open faster from it.
///
/// Each document has one cache file, which contains the hashes of all files from which the catalog
/// was read. It is ignored if any of these files has changed, if it is damaged, or if another user
/// or another build of Weir wrote it. The folder may be deleted at any time.
package struct CatalogCache: Sendable {
  /// The maximum size of the cache in bytes. The oldest files are deleted first.
  static let largest: Int64 = 500_000_000

  let folder: String
  private let smallest: ByteCount
  private let build: String
  private let hash: @Sendable (UnsafeRawBufferPointer) -> String?

  /// Creates a cache in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder of the cache, which is created if it does not exist. Only this user can
  ///     access it.
  ///   - smallest: The minimum total size of a document's files. Smaller documents are not cached.
  ///   - build: The identifier of the program build, because builds may read the same document
  ///     differently.
  ///   - hash: A function that returns a collision-resistant hash of letters and digits. If it
  ///     returns nil, nothing is cached.
  package init(
    folder: String, smallest: ByteCount = 200_000, build: String = runningBuild,
    hash: @escaping @Sendable (UnsafeRawBufferPointer) -> String?
  ) {
    self.folder = folder
    self.smallest = smallest
    self.build = build
    self.hash = hash
  }

  /// The identifier of the running program: its version, size and installation time. Builds of the
  /// same version may read documents differently.
  package static var runningBuild: String {
    var facts = stat()
    guard stat("/proc/self/exe", &facts) == 0 else { return WeirVersion.text }
    let time = facts.st_ctim
    return "\(WeirVersion.text) \(facts.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  /// Returns the cached catalog of a document, or nil if it is missing or unusable.
  func catalog(_ file: CatalogFile, in folder: CatalogFolder) -> Catalog? {
    guard let bytes = bytes(of: path(file, in: folder)) else { return nil }
    return bytes.withUnsafeBytes { bytes in
      guard bytes.count > 8 else { return nil }
      let values = UnsafeRawBufferPointer(rebasing: bytes[8...])
      guard CompiledChecksum.of(values) == bytes.loadUnaligned(as: UInt64.self) else { return nil }
      var reader = CompiledReader(values)
      guard reader.code(CompiledOrigin.blank) == CompiledOrigin(build, file, in: folder),
        reader.code([CompiledPart].blank).allSatisfy({
          content(of: FileRead($0.path, in: folder)) == $0.content
        })
      else { return nil }
      let catalog = reader.code(Catalog.blank)
      return reader.isIntact && reader.isAtEnd ? catalog : nil
    }
  }

  /// Stores a catalog. Ignores errors, because they only make the next opening slower.
  ///
  /// - Parameter reads: The results of reading all files of the catalog.
  func store(
    _ catalog: Catalog, of file: CatalogFile, _ reads: [FileRead], in folder: CatalogFolder
  ) {
    guard reads.reduce(0, { $0 + $1.size }) >= smallest else { return }
    var parts: [CompiledPart] = []
    for read in reads {
      guard let content = content(of: read) else { return }
      parts.append(CompiledPart(path: read.path, content: content))
    }
    var writer = CompiledWriter()
    _ = writer.code(CompiledOrigin(build, file, in: folder))
    _ = writer.code(parts)
    _ = writer.code(catalog)
    write(writer.bytes, to: path(file, in: folder))
  }

  private func path(_ file: CatalogFile, in folder: CatalogFolder) -> String {
    let name = Array("\(folder.root)/\(file.path)".utf8).withUnsafeBytes(CompiledChecksum.of)
    return "\(self.folder)/\(String(name, radix: 16)).catalog"
  }

  /// Returns the hash of a file's content, or the reason why the file was not read. The cache file
  /// is then ignored when the file becomes readable.
  private func content(of read: FileRead) -> String? {
    switch read.bytes {
    case .success(let bytes): bytes.withUnsafeBytes(hash)
    case .failure(.problem(let problem)): "\(problem.why) \(problem.whatToDo)"
    case .failure(.cancelled): nil
    }
  }

  /// Returns the bytes of a file, or nil if another user can write it.
  private func bytes(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_uid == geteuid(), facts.st_mode & 0o022 == 0, facts.st_size < 1_000_000_000
    else { return nil }
    let size = Int(facts.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { room, filled in
      while filled < size {
        let count = read(file, room.baseAddress?.advanced(by: filled), size - filled)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        filled += count
      }
    }
    return bytes.count == size ? bytes : nil
  }

  private func write(_ bytes: [UInt8], to path: String) {
    makeFolder(folder)
    let temporary = "\(folder)/.\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    let isComplete = bytes.withUnsafeBytes { bytes in
      withUnsafeBytes(of: CompiledChecksum.of(bytes)) { write($0, to: file) }
        && write(bytes, to: file)
    }
    close(file)
    guard isComplete, rename(temporary, path) == 0 else {
      unlink(temporary)
      return
    }
    prune()
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = Glibc.write(file, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private func makeFolder(_ path: String) {
    guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.lastIndex(ofByte: "/"),
      slash > path.startIndex
    else { return }
    makeFolder(String(path[..<slash]))
    mkdir(path, 0o700)
  }

  /// Deletes the oldest files while the cache is too large.
  private func prune() {
    var files: [(path: String, size: Int64, time: Int)] = []
    for entry in FolderEntries(ifReadable: folder).lazy.prefix(100_000)
    where !entry.name.begins(with: ".") {
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
