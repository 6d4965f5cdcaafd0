import CCrypto
import ClientCatalogs
import ClientModel
import Synchronization
import ViewModels

/// The API descriptions that a workspace can use. They are in the workspace or bundled with Weir.
struct CatalogLibrary: Sendable {
  private let folder: CatalogFolder
  private let bundled = BundledReads()
  /// The named servers of the workspace. A server with the name of a catalog is the server of all
  /// endpoints of that catalog.
  private let servers: [String: String]

  /// Creates the library of a workspace.
  ///
  /// - Parameters:
  ///   - workspace: The folder of the workspace.
  ///   - folders: The system's folders. The catalogs of large documents are stored in the cache
  ///     folder.
  ///   - servers: The named servers of the workspace.
  init(workspace: String, folders: UserFolders, servers: [String: String] = [:]) {
    self.servers = servers
    folder = CatalogFolder(
      workspace: workspace,
      cache: CatalogCache(folder: "\(folders.cache)/catalogs", hash: Self.digest))
  }

  /// Lists the workspace's documents, then the bundled ones. A workspace document overrides a
  /// bundled document of the same name.
  func sources() throws(CatalogProblem) -> [CatalogSource] {
    let own = try folder.files().map { CatalogSource($0.name, .workspace(path: $0.path)) }
    let names = Set(own.map(\.name))
    return own
      + BundledCatalogs.names.filter { !names.contains($0) }.map { CatalogSource($0, .bundled) }
  }

  /// Reads one catalog. If the task is cancelled, the read of a workspace document stops.
  func open(
    _ source: CatalogSource, progress: @escaping (CatalogProgress) -> Void = { _ in }
  ) throws(CatalogFailure) -> Catalog {
    var catalog = try read(source, progress: progress)
    catalog.ownServer = servers[source.name]
    return catalog
  }

  private func read(
    _ source: CatalogSource, progress: @escaping (CatalogProgress) -> Void
  ) throws(CatalogFailure) -> Catalog {
    switch source.origin {
    case .workspace(let path):
      return try folder.open(CatalogFile(name: source.name, path: path), progress: progress)
    case .bundled:
      do throws(CatalogProblem) {
        return try bundled.catalog(source.name)
      } catch { throw .refused(error) }
    }
  }

  /// Returns the SHA-256 hash as 64 hexadecimal digits.
  static func digest(_ bytes: UnsafeRawBufferPointer) -> String {
    var hash = [UInt8](repeating: 0, count: Int(CCRYPTO_SHA256_BYTES))
    guard ccrypto_sha256(bytes.baseAddress, bytes.count, &hash) != 0 else {
      preconditionFailure("The cryptography library has no SHA-256.")
    }
    return hash.hexadecimal
  }
}

/// A cache of the bundled catalogs. They never change.
///
/// A command needs a catalog several times: for the request, for the response rules and for the
/// description of the status.
private final class BundledReads: Sendable {
  private let read = Mutex<[String: Catalog]>([:])

  func catalog(_ name: String) throws(CatalogProblem) -> Catalog {
    if let known = read.withLock({ $0[name] }) { return known }
    let catalog = try Catalog.read(text: BundledCatalogs.text(of: name) ?? "", name: name)
    read.withLock { $0[name] = catalog }
    return catalog
  }
}
