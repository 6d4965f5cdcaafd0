import ClientModel

/// Names of files below a folder, found without opening any.
enum FileListing {
  /// The listing ends after this many files: no workspace is expected to have more.
  static let limit = 100_000
  static let depthLimit = 20

  struct Found {
    /// Relative to the folder asked for.
    var files: [String] = []
    var folders: [String] = []
  }

  /// Regular files that end in `.yaml`, and all folders; hidden ones and links are passed over.
  static func yaml(below folder: String) -> Found {
    var found = Found()
    visit(folder, "", 0, &found)
    return found
  }

  private static func visit(_ folder: String, _ prefix: String, _ depth: Int, _ found: inout Found)
  {
    guard depth <= depthLimit else { return }
    for entry in FolderEntries(ifReadable: folder) where !entry.name.begins(with: ".") {
      guard found.files.count < limit else { return }
      switch entry.kind {
      case .folder:
        found.folders.append(prefix + entry.name)
        visit("\(folder)/\(entry.name)", "\(prefix)\(entry.name)/", depth + 1, &found)
      case .file:
        if entry.name.ends(with: ".yaml") { found.files.append(prefix + entry.name) }
      case .other: continue
      }
    }
  }
}
