import ClientModel

/// A document and its files, which can be copied into a workspace.
package struct CatalogImport: Sendable {
  /// A file with its path in the `catalogs` folder.
  package struct File: Hashable, Sendable {
    package let path: String
    package let text: String
  }

  package let catalog: Catalog
  /// The files, the document first.
  package let files: [File]

  /// Reads a document and its files. A reference to a file outside the document's folder becomes a
  /// problem.
  ///
  /// - Parameters:
  ///   - path: The path of the document.
  ///   - name: The name of the catalog, or nil for the file's name.
  /// - Throws: An error if the document cannot be used or cannot have that name.
  package static func read(
    _ path: String, as name: String? = nil
  ) throws(CatalogFailure) -> CatalogImport {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let file = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
    let folder = CatalogFolder(folder: parent, scope: .document)
    let opened = try folder.openWithFiles(
      CatalogFile(name: name ?? CatalogFile.shortName(of: file), path: file), .all
    ) { _ in }
    var files: [File] = []
    for source in opened.paths {
      do throws(CatalogStop) {
        let bytes = try folder.bytes(source)
        files.append(File(path: source, text: String(decoding: bytes, as: UTF8.self)))
      } catch { throw .refused(CatalogProblem(error, of: file)) }
    }
    let own = try target(of: file, text: files[0].text, as: name, opened)
    files[0] = File(path: own, text: files[0].text)
    return CatalogImport(catalog: opened.catalog, files: files)
  }

  /// Returns the document's file name in the workspace, with an extension that the workspace lists
  /// as a catalog.
  private static func target(
    of file: String, text: String, as name: String?, _ opened: CatalogFolder.Opened
  ) throws(CatalogFailure) -> String {
    let ending =
      CatalogFile.endings.first { file.ends(with: $0) }
      ?? (text.utf8.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "{")
        ? ".json" : ".yaml")
    let target = (name ?? CatalogFile.shortName(of: file)) + ending
    guard target != ending, !target.begins(with: "."), !target.contains(byte: "/"),
      !target.contains(byte: "#"),
      target.utf8.count <= 200, target.utf8.allSatisfy({ $0 >= 0x20 })
    else {
      throw .refused(
        CatalogProblem(
          place: file, what: "The catalog was not imported.",
          why: "`\(target.prefix(60))` is not a valid file name.",
          whatToDo: "Use --as to choose a name without slashes and #."))
    }
    guard target == file || !opened.isReferredTo else {
      throw .refused(
        CatalogProblem(
          place: file, what: "The catalog was not imported.",
          why: "References use its file name, so it cannot be renamed to \(target).",
          whatToDo: "Import it under its own name, \(file)."))
    }
    return target
  }
}
