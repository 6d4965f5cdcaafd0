package import ClientModel

/// A file or folder that a path being typed may go on with.
package struct FolderEntry: Hashable, Sendable {
  package let name: String
  /// Nil for a folder.
  package let size: ByteCount?

  package init(_ name: String, size: ByteCount?) {
    self.name = name
    self.size = size
  }
}

/// Completes a path that is typed in a prompt; the fields of the composer have their own completion.
enum PathCompletion {
  /// - Returns: The folder that the path names, and the rest of the first name there that fits; nil when
  ///   none does or the folder is not known yet.
  static func rest(
    of path: String, in folders: [String: [FolderEntry]]
  ) -> (folder: String, rest: String?) {
    let (folder, start) = split(path)
    let entry = folders[folder]?.first { $0.name.begins(with: start) && $0.name != start }
    return (folder, entry.map { $0.name.dropFirst(start.count) + ($0.size == nil ? "/" : "") })
  }

  static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(ofByte: "/") else { return ("", path) }
    return (String(path[...slash]), String(path.rest(after: slash)))
  }
}

/// Paths of files, completed by what the folders hold. Their content comes from the session.
extension ComposerModel {
  /// The folder whose content is needed and not known yet, as it stands before the last slash; empty for
  /// the one Weir was started in.
  var wantedFolder: String? {
    guard let path = path(at: cursor), isTyping || !path.isEmpty else { return nil }
    let folder = PathCompletion.split(path).folder
    return folders[folder] == nil ? folder : nil
  }

  /// The rest of the first name that fits a path; nil when there is none.
  func pathCompletion(_ text: String) -> String? {
    guard var path = path(at: cursor) else { return nil }
    if text.begins(with: "@"), case .cell = cursor { path = String(text.dropping(bytes: 1)) }
    let (folder, start) = PathCompletion.split(path)
    guard !start.isEmpty, let entries = folders[folder] else { return nil }
    guard let entry = entries.first(where: { $0.name.begins(with: start) }) else { return nil }
    let rest = entry.name.dropFirst(start.count) + (entry.size == nil ? "/" : "")
    return rest.isEmpty ? nil : String(rest)
  }

  /// The size of the file that a path names, once its folder is known.
  func fileSize(_ path: String) -> ByteCount? {
    let (folder, name) = PathCompletion.split(path)
    return folders[folder]?.first { $0.name == name }?.size
  }

  /// The path that a field holds; nil for a field of another kind, whose text is not even looked at: a
  /// body may be long.
  private func path(at field: ComposerField) -> String? {
    switch field {
    case .bodyPath, .option(.socket), .option(.authorities), .option(.certificate), .option(.key):
      break
    case .cell(.parts, _, .value): break
    case .form(let id): guard form?.row(id)?.kind == .file else { return nil }
    default: return nil
    }
    let text = isTyping && cursor == field ? editing?.text ?? "" : self.text(of: field)
    guard text.utf8.count < 4096, !text.contains("{{") else { return nil }
    guard case .cell = field else { return text }
    return text.begins(with: "@") ? String(text.dropping(bytes: 1)) : nil
  }
}
