import ClientModel
import ClientYAML
import Glibc

/// Functions for folders of saved requests. The name of a folder is its path below `requests`.
extension Workspace {
  /// Returns the names of all folders in natural order.
  package func requestFolders() -> [String] {
    FileListing.yaml(below: folder.path("requests")).folders.filter { RequestName($0) != nil }
      .inNaturalOrder()
  }

  /// Returns the requests in a folder and in the folders below it, in natural order.
  package func requests(in name: RequestName) throws(WorkspaceProblem) -> [RequestName] {
    try requestNames().filter { $0.path.begins(with: name.path + "/") }
  }

  /// Returns whether something exists at a folder's path.
  package func hasFolder(_ name: RequestName) -> Bool { folder.exists(name.folder) }

  /// Makes a folder. Fails if something exists at its path.
  package func makeFolder(_ name: RequestName) throws(WorkspaceProblem) {
    guard !folder.exists(name.folder) else { throw Self.taken(folder: name) }
    try folder.makeFolder(name.folder)
  }

  /// Renames a folder. Fails if the new name is taken.
  package func rename(folder name: RequestName, to other: RequestName) throws(WorkspaceProblem) {
    guard folder.exists(name.folder) else { throw missing(folder: name) }
    guard !other.path.begins(with: name.path + "/") else {
      throw WorkspaceProblem(
        .name, what: "The folder \(name) was not moved.",
        why: "\(other) would be inside the moved folder.", whatToDo: "Choose another folder.")
    }
    guard !folder.exists(other.folder) else { throw Self.taken(folder: other) }
    try folder.move(name.folder, to: other.folder)
  }

  /// Copies the requests of a folder to a folder with an unused name. An incomplete copy is never
  /// visible.
  ///
  /// - Returns: The name of the copy, such as `books-2` for `books`.
  package func duplicate(folder name: RequestName) throws(WorkspaceProblem) -> RequestName {
    guard folder.exists(name.folder) else { throw missing(folder: name) }
    guard
      let other = (2...1000).lazy.compactMap({ RequestName("\(name.path)-\($0)") })
        .first(where: { !folder.exists($0.folder) })
    else { throw Self.taken(folder: name) }
    // Hidden folders are not listed, so an interrupted copy is never shown.
    let parent = other.folder.lastIndex(ofByte: "/").map { other.folder[..<$0] } ?? ""
    let hidden = "\(parent)/.copy.\(getpid())-\(UInt32.random(in: 0...UInt32.max)).tmp"
    try folder.makeFolder(hidden)
    for request in try requests(in: name) {
      let rest = request.path.dropping(bytes: name.path.utf8.count + 1)
      try folder.write(bytes: try bytes(of: request), to: "\(hidden)/\(rest).yaml")
    }
    try folder.move(hidden, to: other.folder)
    return other
  }

  /// Deletes a folder and the folders below it, except those that contain files. Returns the names
  /// of the deleted folders, the outermost last.
  package func deleteEmptyFolders(_ name: RequestName) throws(WorkspaceProblem) -> [String] {
    let below = requestFolders().filter { $0.begins(with: name.path + "/") }
    var deleted: [String] = []
    for path in below.reversed() + [name.path] {
      guard let name = RequestName(path), try folder.removeIfEmpty(name.folder) else { continue }
      deleted.append(path)
    }
    return deleted
  }

  /// Replaces the names of moved requests in all graphs without changing comments or layout.
  ///
  /// - Parameter names: The new name of each moved request, by its old name.
  /// - Returns: The names of the changed graphs, and of the graphs that still use an old name.
  package func renameRequests(
    inGraphs names: [String: String]
  ) throws(WorkspaceProblem) -> (changed: [String], outdated: [String]) {
    var (changed, outdated): ([String], [String]) = ([], [])
    for graph in graphNames() {
      let file = "graphs/\(graph).yaml"
      guard let text = try folder.text(file),
        names.keys.contains(where: { text.contains(bytes: $0) })
      else { continue }
      let places: [(String, YAMLPosition)]
      do throws(YAMLProblem) {
        places = try GraphFile.requestPlaces(try YAMLDocument.parse(text, file: file))
      } catch {
        // An unreadable graph cannot be run. The error is reported when the user runs it.
        outdated.append(graph)
        continue
      }
      let moved = places.filter { names[$0.0] != nil }
      guard !moved.isEmpty else { continue }
      guard let edited = Self.replacing(moved, in: text, by: names) else {
        outdated.append(graph)
        continue
      }
      try folder.write(edited, to: file)
      changed.append(graph)
    }
    return (changed, outdated)
  }

  /// Returns the text with the names at these positions replaced. Returns nil if the old name is
  /// not written literally at a position, for example if it has escapes, or if a name may need
  /// quotes.
  private static func replacing(
    _ places: [(String, YAMLPosition)], in text: String, by names: [String: String]
  ) -> String? {
    var lines = text.pieces(at: "\n").map(String.init)
    // The rightmost position of a line is replaced first, so that the others stay valid.
    for (old, place) in places.sorted(by: { $0.1.column > $1.1.column }) {
      guard let new = names[old], new.utf8.allSatisfy(isPlain), old.utf8.allSatisfy(isPlain),
        lines.indices.contains(place.line - 1)
      else { return nil }
      let line = lines[place.line - 1].unicodeScalars
      var start = line.index(line.startIndex, offsetBy: place.column - 1, limitedBy: line.endIndex)
      if let quote = start, quote < line.endIndex, line[quote] == "\"" || line[quote] == "'" {
        start = line.index(after: quote)
      }
      guard let start, line[start...].starts(with: old.unicodeScalars) else { return nil }
      let end = line.index(start, offsetBy: old.unicodeScalars.count)
      guard end == line.endIndex || !line[end].isASCII || !isPlain(UInt8(line[end].value)) else {
        return nil
      }
      lines[place.line - 1] = String(line[..<start]) + new + String(line[end...])
    }
    return lines.joined(separator: "\n")
  }

  /// Returns whether a byte never needs quotes in YAML.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  private static func taken(folder name: RequestName) -> WorkspaceProblem {
    WorkspaceProblem(
      .exists, what: "\(name) was not written.", why: "A folder of that name already exists.",
      whatToDo: "Choose another name, or move its requests there.")
  }

  private func missing(folder name: RequestName) -> WorkspaceProblem {
    WorkspaceProblem(
      .missing, what: "There is no folder `\(name)`.", why: "\(name.folder) does not exist.",
      whatToDo: "Choose a folder in the sidebar.")
  }
}

extension RequestName {
  /// The path of the folder with this name in the workspace.
  var folder: String { "requests/\(path)" }
}
