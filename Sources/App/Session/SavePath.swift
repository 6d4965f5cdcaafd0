import ClientModel
import Glibc

/// The path for a new file that the user saves. Existing files are never overwritten.
struct SavePath {
  /// The path. The home folder replaces `~`.
  let path: String

  init(_ name: String) {
    path = SystemVariables.expandingHome(in: name)
  }

  /// A free name that is similar to the taken name, such as `items-1.json`.
  ///
  /// It is nil if the name itself is free or no similar name is free.
  var proposal: String? {
    guard Self.isTaken(path) else { return nil }
    let start = path.lastIndex(ofByte: "/").map { path.utf8.index(after: $0) } ?? path.startIndex
    let dot =
      path[start...].lastIndex(ofByte: ".").flatMap { $0 > start ? $0 : nil } ?? path.endIndex
    let (stem, suffix) = (path[..<dot], path[dot...])
    return (1...999).lazy.map { "\(stem)-\($0)\(suffix)" }.first { !Self.isTaken($0) }
  }

  private static func isTaken(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }
}
