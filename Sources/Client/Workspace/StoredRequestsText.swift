package import ClientModel
import ClientYAML

/// The open requests of a session as one string. It contains secrets in plain text, so it is sealed
/// before it is stored.
///
///     weir requests 2
///     the workspace
///     the index of the composed request
///     the name, the folder and "/", or nothing ┐
///     the length of its file, or "-"           │
///     its file                                 │ for each request
///     the length of its original file, or "-"  │
///     its original file                        ┘
///
/// Version 1 does not contain the original files.
package struct StoredRequestsText: Hashable, Sendable {
  /// The workspace of the requests.
  package var workspace: String
  package var stored: StoredRequests

  private static let title = "weir requests "

  package init(workspace: String, _ stored: StoredRequests) {
    self.workspace = workspace
    self.stored = stored
  }

  /// Returns the open requests as text.
  ///
  /// - Returns: The text, and the number of omitted requests. A request is omitted if the file of
  ///   its draft has more than `limit` bytes.
  package func written(limit: Int) throws(WorkspaceProblem) -> (text: String, leftOut: Int) {
    var (text, leftOut, current) = ("", 0, stored.current)
    for (index, request) in stored.requests.enumerated() {
      let file = try Self.file(request.draft)
      if let file, file.utf8.count > limit {
        leftOut += 1
        if index < stored.current { current -= 1 }
        continue
      }
      text += "\(Self.line(request.name ?? request.draft?.folder.map { "\($0)/" } ?? ""))\n"
      for file in [file, try Self.file(request.base)] {
        text += file.map { "\($0.utf8.count)\n\($0)" } ?? "-\n"
      }
    }
    return ("\(Self.title)2\n\(Self.line(workspace))\n\(current)\n" + text, leftOut)
  }

  /// Parses the stored text.
  ///
  /// - Throws: An error if the text was not created by `written`.
  package init(reading text: String) throws(WorkspaceProblem) {
    var reader = LineReader(text)
    guard let title = reader.line(), ["1", "2"].map({ Self.title + $0 }).contains(title),
      let folder = reader.line(), let number = reader.line(), let current = Int(number)
    else { throw Self.cutOff }
    workspace = Self.text(folder)
    var requests: [StoredRequest] = []
    while let line = reader.line() {
      let path = Self.text(line)
      let isFolder = path.ends(with: "/")
      let name = path.isEmpty || isFolder ? nil : path
      var request = StoredRequest(name: name, draft: try Self.draft(name, &reader))
      if isFolder { request.draft?.folder = String(path.droppingLast(bytes: 1)) }
      if title.ends(with: "2") { request.base = try Self.draft(name, &reader) }
      requests.append(request)
    }
    stored = StoredRequests(requests, current: current)
  }

  private static func file(_ draft: Draft?) throws(WorkspaceProblem) -> String? {
    guard var draft else { return nil }
    draft.name = nil
    return try RequestFile.text(draft)
  }

  private static func draft(
    _ name: String?, _ reader: inout LineReader
  ) throws(WorkspaceProblem) -> Draft? {
    guard let length = reader.line() else { throw cutOff }
    if length == "-" { return nil }
    guard let count = Int(length), let file = reader.text(count) else { throw cutOff }
    do {
      var draft = try RequestFile.draft(try YAMLDocument.parse(file, file: "draft"))
      draft.name = name
      return draft
    } catch { throw WorkspaceProblem(error) }
  }

  private static let cutOff = WorkspaceProblem(
    .file, what: "The unsaved requests were not restored.",
    why: "The stored text is incomplete, or was written by another version of Weir.",
    whatToDo: "Compose them again.")

  /// Encodes a path as one line, because it may contain line breaks.
  private static func line(_ text: String) -> String {
    PercentEncoding.escape(text) { ![0x25, 0x0A].contains($0) }
  }

  private static func text(_ line: String) -> String {
    PercentEncoding.decode(Substring(line)) ?? line
  }
}
