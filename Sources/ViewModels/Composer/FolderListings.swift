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

/// What folders hold, to complete typed paths. The session lists a folder once it is asked for.
struct FolderListings: Sendable {
  /// By the path as it is typed up to its last slash; empty for the folder Weir was started in.
  private var entries: [String: [FolderEntry]] = [:]

  /// Requests the listing of a path's folder, unless it was requested before.
  mutating func list(folderOf path: String) -> [Effect] {
    let folder = Self.split(path).folder
    guard entries[folder] == nil else { return [] }
    entries[folder] = []
    return [.listFolder(folder)]
  }

  mutating func take(_ entries: [FolderEntry], of folder: String) { self.entries[folder] = entries }

  /// Files come and go: the folders are listed again.
  mutating func clear() { entries = [:] }

  /// The rest of the first name that begins as the path ends; nil if there is none or nothing of it is typed.
  func completion(of path: String) -> String? {
    let (folder, start) = Self.split(path)
    guard !start.isEmpty, let entry = entries[folder]?.first(where: { $0.name.begins(with: start) })
    else { return nil }
    let rest = entry.rest(after: start)
    return rest.isEmpty ? nil : rest
  }

  /// Inserts the rest of the first name that begins as the path ends and is longer.
  ///
  /// If no name fits, the folder is listed again: a matching file may have been created since.
  func complete(_ buffer: inout TextBuffer) -> [Effect] {
    let (folder, start) = Self.split(buffer.text)
    guard
      let entry = entries[folder]?.first(where: { $0.name.begins(with: start) && $0.name != start })
    else { return [.listFolder(folder)] }
    buffer.insert(entry.rest(after: start))
    return []
  }

  /// The size of the file that a path names, once its folder is known.
  func size(of path: String) -> ByteCount? {
    let (folder, name) = Self.split(path)
    return entries[folder]?.first { $0.name == name }?.size
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(ofByte: "/") else { return ("", path) }
    return (String(path[...slash]), String(path.rest(after: slash)))
  }
}

extension FolderEntry {
  fileprivate func rest(after start: String) -> String {
    name.dropFirst(start.count) + (size == nil ? "/" : "")
  }
}
