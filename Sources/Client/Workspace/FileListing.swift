import ClientModel
import Glibc

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

  /// Regular files that end in `.yaml`, also behind a symbolic link that stays in the workspace, and all folders.
  /// Hidden ones and links to folders are passed over.
  static func yaml(below folder: String) -> Found {
    var found = Found()
    let top = folder.lastIndex(ofByte: "/").map { String(folder[..<$0]) } ?? "."
    visit(folder, "", 0, of: top, &found)
    return found
  }

  /// Whether a link leads to a regular file of the workspace, as reading it demands.
  private static func isFileOfWorkspace(_ path: String, _ root: String) -> Bool {
    guard let resolved = realpath(path, nil) else { return false }
    defer { free(resolved) }
    var facts = stat()
    return String(cString: resolved).begins(with: root + "/") && lstat(resolved, &facts) == 0
      && facts.st_mode & S_IFMT == S_IFREG
  }

  private static func visit(
    _ folder: String, _ prefix: String, _ depth: Int, of top: String, _ found: inout Found
  ) {
    guard depth <= depthLimit else { return }
    for entry in FolderEntries(ifReadable: folder) where !entry.name.begins(with: ".") {
      guard found.files.count < limit else { return }
      switch entry.kind {
      case .folder:
        found.folders.append(prefix + entry.name)
        visit("\(folder)/\(entry.name)", "\(prefix)\(entry.name)/", depth + 1, of: top, &found)
      case .file:
        if entry.name.ends(with: ".yaml") { found.files.append(prefix + entry.name) }
      case .other:
        if entry.name.ends(with: ".yaml"), isFileOfWorkspace("\(folder)/\(entry.name)", top) {
          found.files.append(prefix + entry.name)
        }
      }
    }
  }
}
