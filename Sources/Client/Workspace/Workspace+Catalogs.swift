import CCrypto
package import ClientCatalogs
import ClientModel

extension Workspace {
  /// The API descriptions of this workspace.
  ///
  /// - Parameter cache: Weir's cache folder; documents that were read are cached below it.
  package func catalogs(cache: String) -> CatalogFolder {
    CatalogFolder(
      workspace: root,
      cache: CatalogCache(folder: "\(cache)/catalogs") { bytes in
        var digest = [UInt8](repeating: 0, count: 32)
        guard ccrypto_sha256(bytes.baseAddress, bytes.count, &digest) != 0 else { return nil }
        return WorkspaceTrust.hexadecimal(digest)
      })
  }

  /// Copies a document and the files it refers to into the `catalogs` folder; all of them or, where
  /// another file has one's name, none.
  ///
  /// - Returns: The paths written, relative to the workspace, the document's first. A part that is there
  ///   already, byte for byte, is left as it is.
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
