import ClientModel
import Glibc

/// Functions that list the files below a folder without opening them.
enum FileListing {
  /// The maximum number of files in a listing.
  static let limit = 100_000
  static let depthLimit = 20

  struct Found {
    /// The paths relative to the listed folder.
    var files: [String] = []
    var folders: [String] = []
  }

  /// Returns all folders and all regular `.yaml` files. A link to a file in the workspace counts as
  /// a file. Hidden entries and links to folders are skipped.
  static func yaml(below folder: String) -> Found { files([".yaml"], below: folder) }

  /// Returns all folders and all regular files with one of these endings, in the same way.
  static func files(_ endings: [String], below folder: String) -> Found {
    var found = Found()
    let top = folder.lastIndex(ofByte: "/").map { String(folder[..<$0]) } ?? "."
    visit(folder, "", 0, of: top, endings, &found)
    return found
  }

  /// Returns the names of the `.env` and `.env.NAME` files in a folder. A link to a file in the
  /// workspace counts as a file.
  static func dotenv(in root: String) -> [String] {
    FolderEntries(ifReadable: root).filter { entry in
      guard DotenvFile.isName(entry.name) else { return false }
      return entry.kind == .file
        || entry.kind == .other && isFileOfWorkspace("\(root)/\(entry.name)", root)
    }.map(\.name)
  }

  /// Returns whether a link leads to a regular file in the workspace. Other links are not listed,
  /// because their targets are not read.
  private static func isFileOfWorkspace(_ path: String, _ root: String) -> Bool {
    guard let resolved = realpath(path, nil) else { return false }
    defer { free(resolved) }
    var facts = stat()
    return String(cString: resolved).begins(with: root + "/") && lstat(resolved, &facts) == 0
      && facts.st_mode & S_IFMT == S_IFREG
  }

  private static func visit(
    _ folder: String, _ prefix: String, _ depth: Int, of top: String, _ endings: [String],
    _ found: inout Found
  ) {
    guard depth <= depthLimit else { return }
    for entry in FolderEntries(ifReadable: folder) where !entry.name.begins(with: ".") {
      let isListed = endings.contains { entry.name.ends(with: $0) }
      guard found.files.count < limit else { return }
      switch entry.kind {
      case .folder:
        found.folders.append(prefix + entry.name)
        visit(
          "\(folder)/\(entry.name)", "\(prefix)\(entry.name)/", depth + 1, of: top, endings,
          &found)
      case .file:
        if isListed { found.files.append(prefix + entry.name) }
      case .other:
        if isListed, isFileOfWorkspace("\(folder)/\(entry.name)", top) {
          found.files.append(prefix + entry.name)
        }
      }
    }
  }
}
