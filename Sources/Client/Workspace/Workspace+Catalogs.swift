import CCrypto
package import ClientCatalogs
import ClientModel

extension Workspace {
  /// Returns the API descriptions of this workspace.
  ///
  /// - Parameter cache: Weir's cache folder, in which parsed documents are cached.
  package func catalogs(cache: String) -> CatalogFolder {
    CatalogFolder(
      workspace: root,
      cache: CatalogCache(folder: "\(cache)/catalogs") { bytes in
        var digest = [UInt8](repeating: 0, count: 32)
        guard ccrypto_sha256(bytes.baseAddress, bytes.count, &digest) != 0 else { return nil }
        return digest.hexadecimal
      })
  }

  /// Copies a document and the files it refers to into the `catalogs` folder. Copies no file if
  /// another file already has one of the names.
  ///
  /// - Returns: The written paths relative to the workspace, the document's first. An identical
  ///   existing file is not written again.
  package func add(_ catalog: CatalogImport) throws(WorkspaceProblem) -> [String] {
    var missing: [(path: String, text: String)] = []
    for (index, file) in catalog.files.enumerated() {
      let path = "\(CatalogFolder.name)/\(file.path)"
      if folder.exists(path) {
        guard index > 0, try folder.text(path) == file.text else {
          throw WorkspaceFolder.taken(path)
        }
      } else {
        missing.append((path, file.text))
      }
    }
    for file in missing { try folder.write(file.text, to: file.path) }
    return missing.map(\.path)
  }
}
