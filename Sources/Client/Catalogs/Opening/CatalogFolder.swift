package import ClientModel
import ClientYAML
import Glibc

/// The API descriptions in a workspace's `catalogs` folder.
///
/// No file outside the root folder is read, not even through a symbolic link. Nothing is
/// downloaded.
package struct CatalogFolder: Sendable {
  package static let name = "catalogs"

  /// The path of the workspace or of an imported document's folder, without symbolic links.
  let root: String
  let cache: CatalogCache?
  let scope: CatalogScope

  /// Opens the catalogs of a workspace.
  ///
  /// - Parameters:
  ///   - workspace: The workspace's folder, which must exist.
  ///   - cache: The cache, or nil to read every document each time.
  package init(workspace: String, cache: CatalogCache? = nil) {
    self.init(folder: workspace, cache: cache, scope: .workspace)
  }

  init(folder: String, cache: CatalogCache? = nil, scope: CatalogScope) {
    let resolved = realpath(folder, nil)
    root = resolved.map { String(cString: $0) } ?? folder
    free(resolved)
    self.cache = cache
    self.scope = scope
  }

  /// Returns the documents in the folder, sorted by name. Omits files that are only parts of
  /// documents.
  ///
  /// - Throws: An error if the folder exists but cannot be read.
  package func files() throws(CatalogProblem) -> [CatalogFile] {
    let entries: FolderEntries
    do throws(FolderUnreadable) {
      entries = try FolderEntries(of: "\(root)/\(Self.name)")
    } catch {
      if error.number == ENOENT || error.number == ENOTDIR { return [] }
      throw CatalogProblem(
        place: Self.name, what: "The folder \(Self.name) cannot be read.",
        why: SystemReason.text(error.number), whatToDo: "Check its permissions.")
    }
    var names: [String] = []
    for name in entries.lazy.map(\.name)
    where !name.begins(with: ".") && CatalogFile.endings.contains(where: { name.ends(with: $0) })
      && isDocument("\(Self.name)/\(name)")
    {
      names.append(name)
      if names.count == 10_000 { break }
    }
    var taken: Set<String> = []
    return names.sorted().map { name in
      let short = CatalogFile.shortName(of: name)
      let isFree = taken.insert(short).inserted
      return CatalogFile(name: isFree ? short : name, path: "\(Self.name)/\(name)")
    }
  }

  /// Reads a document and the files that it refers to.
  ///
  /// Ten megabytes of YAML take seconds, so cancellation is checked regularly. A cached catalog of
  /// that size takes a tenth of a second.
  ///
  /// - Parameter progress: A function that is called regularly on the reading task, but not for a
  ///   cached catalog.
  /// - Throws: An error if the document cannot be used. Errors in parts of the document are
  ///   returned in `problems`.
  package func open(
    _ file: CatalogFile, progress: @escaping (CatalogProgress) -> Void = { _ in }
  ) throws(CatalogFailure) -> Catalog {
    if let cached = cache?.catalog(file, in: self) { return cached }
    let opened = try openWithFiles(file, .asNeeded, progress)
    cache?.store(opened.catalog, of: file, opened.reads, in: self)
    return opened.catalog
  }

  /// A catalog and its files.
  struct Opened {
    let catalog: Catalog
    /// The paths of the files that were read, the document first.
    let paths: [String]
    /// Whether a reference contains the file name of the document.
    let isReferredTo: Bool
    /// The results of all reads in order, including reads of unusable files.
    let reads: [FileRead]
  }

  /// The set of references that are followed.
  enum Following {
    case asNeeded
    /// All references, including those in responses, which a catalog does not need.
    case all
  }

  func openWithFiles(
    _ file: CatalogFile, _ following: Following, _ progress: @escaping (CatalogProgress) -> Void
  ) throws(CatalogFailure) -> Opened {
    do throws(CatalogStop) {
      var reads = [FileRead(file.path, in: self)]
      let load: CatalogFiles.Loader = { path, budget throws(CatalogStop) in
        reads.append(FileRead(path, in: self, budget: budget))
        return try tree(reads[reads.count - 1], budget, .part, progress)
      }
      let document = try tree(reads[0], .standard, .document, progress)
      var reader = CatalogReader(
        files: CatalogFiles(
          document, path: file.path, budget: .standard, scope: scope, loader: load),
        pause: { () throws(CatalogStop) in try Self.stopIfCancelled() })
      if following == .all { try reader.followAll() }
      let catalog = try reader.catalog(name: file.name)
      return Opened(
        catalog: catalog, paths: reader.files.paths, isReferredTo: reader.files.isReferredTo,
        reads: reads)
    } catch {
      if case .cancelled = error { throw .cancelled }
      throw .refused(CatalogProblem(error, of: file.name))
    }
  }

  private func tree(
    _ read: FileRead, _ budget: TreeBudget, _ role: DocumentTree.Role,
    _ progress: (CatalogProgress) -> Void
  ) throws(CatalogStop) -> LoadedTree {
    let bytes = FileEncoding.utf8(try read.utf8())
    let size = ByteCount(bytes.count)
    let tree = try bytes.withUnsafeBufferPointer { buffer throws(CatalogStop) in
      try DocumentTree.read(buffer, file: read.path, role, budget: budget) {
        (done: Int) throws(CatalogStop) in
        try Self.stopIfCancelled()
        progress(CatalogProgress(file: read.path, done: ByteCount(done), total: size))
      }
    }
    progress(CatalogProgress(file: read.path, done: size, total: size))
    return LoadedTree(tree: tree, bytes: bytes.count)
  }

  private static func stopIfCancelled() throws(CatalogStop) {
    if Task.isCancelled { throw .cancelled }
  }

  /// Returns whether a file may be a complete document. Checks the content only of small files,
  /// because large files would take too long.
  private func isDocument(_ path: String) -> Bool {
    let bytes: [UInt8]
    do throws(CatalogStop) {
      bytes = try self.bytes(path, budget: TreeBudget(bytes: 1_000_000))
    } catch { return true }
    return ["openapi", "swagger"].contains { bytes.firstRange(of: Array($0.utf8)) != nil }
  }
}

/// A file that may contain a catalog.
package struct CatalogFile: Hashable, Sendable {
  package static let endings = [".yaml", ".yml", ".json"]

  /// The name of the file, without extension unless an earlier file has the same short name.
  package let name: String
  /// The path relative to the workspace.
  package let path: String

  package init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  static func shortName(of file: String) -> String {
    endings.lazy.compactMap { file.before(suffix: $0) }.first.map { String($0) } ?? file
  }
}

/// The progress of reading a document.
package struct CatalogProgress: Hashable, Sendable {
  package let file: String
  package let done: ByteCount
  package let total: ByteCount

  package init(file: String, done: ByteCount, total: ByteCount) {
    self.file = file
    self.done = done
    self.total = total
  }
}

/// The reason why a catalog is missing.
package enum CatalogFailure: Error, Hashable, Sendable {
  case refused(CatalogProblem)
  /// The reading task was cancelled.
  case cancelled
}
