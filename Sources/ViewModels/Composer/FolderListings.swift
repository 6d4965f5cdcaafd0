package import ClientModel

/// A file or folder that can complete a typed path.
package struct FolderEntry: Hashable, Sendable {
  package let name: String
  /// The size. Nil for a folder.
  package let size: ByteCount?

  package init(_ name: String, size: ByteCount?) {
    self.name = name
    self.size = size
  }
}

/// The entries of folders, for the completion of typed paths. The session lists a folder on
/// request.
struct FolderListings: Sendable {
  /// The entries of each folder. The key is the typed path up to the last slash. An empty key is
  /// the folder in which Weir was started.
  private var entries: [String: [FolderEntry]] = [:]

  /// Requests a listing of the folder in a path, unless the listing was requested before.
  mutating func list(folderOf path: String) -> [Effect] {
    let folder = Self.split(path).folder
    guard entries[folder] == nil else { return [] }
    entries[folder] = []
    return [.listFolder(folder)]
  }

  mutating func take(_ entries: [FolderEntry], of folder: String) { self.entries[folder] = entries }

  /// Removes all listings, because files may have changed. Folders are listed again when necessary.
  mutating func clear() { entries = [:] }

  /// Returns the untyped part of the first name that begins with the last part of the path. Returns
  /// nil if no name does or the last part is empty.
  func completion(of path: String) -> String? {
    let (folder, start) = Self.split(path)
    guard !start.isEmpty, let entry = entries[folder]?.first(where: { $0.name.begins(with: start) })
    else { return nil }
    let rest = entry.rest(after: start)
    return rest.isEmpty ? nil : rest
  }

  /// Completes the last part of the path with the first longer name that matches.
  ///
  /// If there is no such name, lists the folder again. A matching file may have been created since
  /// the last listing.
  func complete(_ buffer: inout TextBuffer) -> [Effect] {
    let (folder, start) = Self.split(buffer.text)
    guard
      let entry = entries[folder]?.first(where: { $0.name.begins(with: start) && $0.name != start })
    else { return [.listFolder(folder)] }
    buffer.insert(entry.rest(after: start))
    return []
  }

  /// Returns the size of a file. Returns nil if the file does not exist or its folder is not listed
  /// yet.
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
