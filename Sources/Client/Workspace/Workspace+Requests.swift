package import ClientModel
import ClientYAML

extension Workspace {
  /// Returns the names of all saved requests in natural order. No file is opened.
  package func requestNames() throws(WorkspaceProblem) -> [RequestName] {
    FileListing.yaml(below: folder.path("requests")).files
      .compactMap { RequestName(String($0.dropLast(5))) }.filter { !$0.isFolder }
      .inNaturalOrder(of: \.path)
  }

  /// Returns the heads of saved requests by name.
  ///
  /// For speed, only the first lines of each file are searched, and the YAML is not parsed. A file
  /// without a line for the method, for example in another YAML style, is listed as GET.
  package func heads(of names: [RequestName]) -> [String: RequestHead] {
    var heads: [String: RequestHead] = [:]
    for name in names {
      let text: String
      do throws(WorkspaceProblem) {
        guard let start = try folder.start(of: name.file, limit: 4096) else { continue }
        text = start.begins(with: "\u{FEFF}") ? String(start.dropping(bytes: 3)) : start
      } catch {
        // The error is reported when the request is opened.
        continue
      }
      heads[name.description] = Self.head(of: text)
    }
    return heads
  }

  private static func head(of text: String) -> RequestHead {
    let lines = text.pieces(at: "\n")
    func value(_ key: String) -> String? {
      guard let line = lines.first(where: { $0.begins(with: key + ":") }) else { return nil }
      let value = line.dropping(bytes: key.utf8.count + 1).trimmed(of: " \r")
      guard let quote = value.utf8.first, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote)
      else {
        return value.firstRange(ofBytes: " #").map { String(value[..<$0.lowerBound]) }
          ?? String(value)
      }
      return String(value.dropping(bytes: 1).prefix(whileByte: { $0 != quote }))
    }
    let method = value("method").map { String($0.prefix(whileByte: HTTPToken.isTokenByte)) }
    let comment = lines.first { $0.begins(with: "#") }.map {
      $0.drop(whileByte: { [UInt8(ascii: "#"), UInt8(ascii: " ")].contains($0) })
    }
    return RequestHead(
      method: method ?? "GET", url: value("url").map(address) ?? "",
      description: value("name") ?? comment.map { $0.trimmed(of: " \r") }.map { String($0) } ?? "")
  }

  /// Returns a URL without query and user information, which can contain secrets.
  private static func address(of url: String) -> String {
    let url = url.prefix(whileByte: { $0 != UInt8(ascii: "?") })
    guard let mark = url.firstRange(ofBytes: "://") else { return String(url) }
    let host = url[mark.upperBound...].prefix(whileByte: { $0 != UInt8(ascii: "/") })
    guard let end = host.lastIndex(ofByte: "@") else { return String(url) }
    return String(url[..<mark.upperBound] + url[url.index(after: end)...])
  }

  /// Returns whether a file or folder exists at a request's path, even if it is unreadable.
  package func holdsSomething(at name: String) -> Bool {
    RequestName(name).map { folder.exists($0.file) } ?? false
  }

  /// Reads a saved request. Throws a problem with file, line and column.
  package func load(_ name: RequestName) throws(WorkspaceProblem) -> Draft {
    try checkFree(name)
    guard let text = try folder.text(name.file) else { throw missing(name) }
    do {
      var draft = try RequestFile.draft(
        try YAMLDocument.parse(text, file: name.file), in: folder)
      if draft.name == nil { draft.name = name.last }
      return draft
    } catch { throw WorkspaceProblem(error) }
  }

  /// Writes a request's file atomically. Rejects a draft with a secret in plain text.
  package func save(_ draft: Draft, as name: RequestName) throws(WorkspaceProblem) {
    try checkFree(name)
    try folder.write(try text(saving: draft, as: name), to: name.file)
  }

  /// Throws if the name is that of the file with the variables and headers of a folder.
  private func checkFree(_ name: RequestName) throws(WorkspaceProblem) {
    guard name.isFolder else { return }
    throw WorkspaceProblem(
      .name, what: "\(name) is not a valid request name.",
      why: "\(name.file) has the variables and headers of its folder.",
      whatToDo: "Choose another name.")
  }

  /// Returns the lines that saving a request would change.
  package func change(
    saving draft: Draft, as name: RequestName
  ) throws(WorkspaceProblem) -> FileChange {
    let lines = LineDifference.lines(
      from: try text(of: name), to: try text(saving: draft, as: name))
    return FileChange(.changed, name.file, lines: lines)
  }

  private func text(
    saving draft: Draft, as name: RequestName
  ) throws(WorkspaceProblem) -> String {
    if let place = RequestFile.secretPlace(in: draft, settings.gateways.credentialNames) {
      throw WorkspaceProblem(
        .secretInClear, what: "\(name) was not saved.",
        why: "\(place) contains a secret in plain text, and other users can read the file.",
        whatToDo: RequestFile.secretAdvice)
    }
    var saved = draft
    if saved.name == name.last || saved.name == name.path { saved.name = nil }
    guard let old = try replacedText(of: name) else { return try RequestFile.text(saved) }
    return try RequestFile.text(saved, over: old, name, in: folder)
  }

  /// Returns the text of an existing file that saving a request edits. Returns nil for a new file,
  /// and for a link out of the workspace, which is replaced and never read.
  private func replacedText(of name: RequestName) throws(WorkspaceProblem) -> String? {
    do throws(WorkspaceProblem) {
      return try folder.text(name.file)
    } catch {
      guard error.kind == .outside else { throw error }
      return nil
    }
  }

  /// Renames a request. Fails if the new name is taken.
  package func rename(_ name: RequestName, to other: RequestName) throws(WorkspaceProblem) {
    try checkFree(other)
    guard folder.exists(name.file) else { throw missing(name) }
    try folder.move(name.file, to: other.file)
  }

  /// Saves a request under an unused name.
  ///
  /// - Returns: The name of the request, such as `list-2` if `list` exists.
  package func add(
    _ draft: Draft, as name: RequestName
  ) throws(WorkspaceProblem) -> RequestName {
    let name = folder.exists(name.file) ? try freeName(after: name) : name
    try save(draft, as: name)
    return name
  }

  /// Copies a saved request under an unused name.
  ///
  /// - Returns: The name of the copy, such as `list-2` for `list`.
  package func duplicate(_ name: RequestName) throws(WorkspaceProblem) -> RequestName {
    let bytes = try bytes(of: name)
    let other = try freeName(after: name)
    try folder.write(bytes: bytes, to: other.file)
    return other
  }

  private func freeName(after name: RequestName) throws(WorkspaceProblem) -> RequestName {
    for number in 2...1000 {
      if let other = RequestName("\(name.path)-\(number)"), !folder.exists(other.file) {
        return other
      }
    }
    throw WorkspaceFolder.taken(name.file)
  }

  package func delete(_ name: RequestName) throws(WorkspaceProblem) {
    guard folder.exists(name.file) else { throw missing(name) }
    try folder.remove(name.file)
  }

  /// Returns the text of a request's file.
  package func text(of name: RequestName) throws(WorkspaceProblem) -> String {
    guard let text = try folder.text(name.file) else { throw missing(name) }
    return text
  }

  /// Returns the bytes of a request's file.
  package func bytes(of name: RequestName) throws(WorkspaceProblem) -> [UInt8] {
    guard let bytes = try folder.bytes(name.file) else { throw missing(name) }
    return bytes
  }

  /// Restores the file of a deleted request. Fails if its name is taken.
  package func restore(_ bytes: [UInt8], as name: RequestName) throws(WorkspaceProblem) {
    guard !folder.exists(name.file) else { throw WorkspaceFolder.taken(name.file) }
    try folder.write(bytes: bytes, to: name.file)
  }

  /// Returns whether a saved request of that name exists.
  package func hasRequest(_ name: String) -> Bool {
    RequestName(name).map { !$0.isFolder && folder.exists($0.file) } ?? false
  }

  /// Returns a "Did you mean …?" sentence for an unknown request name, or an empty string if no
  /// name is similar.
  package func nearest(request name: String) -> String {
    let names = FileListing.yaml(below: folder.path("requests")).files.map {
      String($0.dropLast(5))
    }
    return NearestWord.nearest(to: name, in: names).map { "Did you mean `\($0)`? " } ?? ""
  }

  func missing(_ name: RequestName) -> WorkspaceProblem {
    return WorkspaceProblem(
      .missing, what: "There is no request `\(name)`.",
      why: "\(name.file) does not exist in \(root).",
      whatToDo: nearest(request: name.path) + "The browser lists the saved requests.")
  }
}
