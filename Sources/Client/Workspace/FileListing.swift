import ClientModel
import Glibc

/// Names of files below a folder, found without opening any.
enum FileListing {
  /// More files than that are no workspace.
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
    guard depth <= depthLimit, let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while found.files.count < limit, let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.begins(with: ".") else { continue }
      switch kind(of: entry.pointee.d_type, "\(folder)/\(name)") {
      case .folder:
        found.folders.append(prefix + name)
        visit("\(folder)/\(name)", "\(prefix)\(name)/", depth + 1, &found)
      case .file: if name.ends(with: ".yaml") { found.files.append(prefix + name) }
      case .other: continue
      }
    }
  }

  private enum Kind { case file, folder, other }

  private static func kind(of type: UInt8, _ path: String) -> Kind {
    switch Int(type) {
    case Int(DT_DIR): return .folder
    case Int(DT_REG): return .file
    case Int(DT_UNKNOWN):
      var facts = stat()
      guard lstat(path, &facts) == 0 else { return .other }
      return facts.st_mode & S_IFMT == S_IFDIR
        ? .folder : facts.st_mode & S_IFMT == S_IFREG ? .file : .other
    default: return .other
    }
  }
}
