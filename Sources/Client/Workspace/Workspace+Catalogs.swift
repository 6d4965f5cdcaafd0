import CCrypto
package import ClientCatalogs
import ClientModel

extension Workspace {
  /// Returns the API descriptions of this workspace.
  ///
  /// - Parameter cache: The path of Weir's cache folder, which contains parsed documents.
  package func catalogs(cache: String) -> CatalogFolder {
    CatalogFolder(
      workspace: root,
      cache: CatalogCache(folder: "\(cache)/catalogs") { bytes in
        var digest = [UInt8](repeating: 0, count: 32)
        guard ccrypto_sha256(bytes.baseAddress, bytes.count, &digest) != 0 else { return nil }
        return digest.hexadecimal
      })
  }

  /// Copies a document and its files into the `catalogs` folder. Copies nothing and throws if the
  /// document exists, or if another file exists with different contents.
  ///
  /// - Returns: The paths of the written files in the workspace, the document first. Existing files
  ///   are not written again.
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
