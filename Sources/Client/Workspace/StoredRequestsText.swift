package import ClientModel
import ClientYAML

/// The open requests of a session as one text, to be sealed before it is stored: it contains secrets in clear.
///
///     weir requests 1
///     the workspace
///     the index of the composed request
///     the name, or an empty line        ┐
///     the length of its file, or "-"    │ for each request
///     its file                          ┘
package struct StoredRequestsText: Hashable, Sendable {
  /// The workspace in which they were composed.
  package var workspace: String
  package var stored: StoredRequests

  private static let title = "weir requests 1"

  package init(workspace: String, _ stored: StoredRequests) {
    self.workspace = workspace
    self.stored = stored
  }

  /// - Returns: The text, and how many requests it leaves out because their files are larger than `limit`.
  package func written(limit: Int) throws(WorkspaceProblem) -> (text: String, leftOut: Int) {
    var (text, leftOut, current) = ("", 0, stored.current)
    for (index, request) in stored.requests.enumerated() {
      var file: String?
      if var draft = request.draft {
        draft.name = nil
        file = try RequestFile.text(draft)
      }
      if let file, file.utf8.count > limit {
        leftOut += 1
        if index < stored.current { current -= 1 }
        continue
      }
      text += "\(Self.line(request.name ?? ""))\n\(file.map { "\($0.utf8.count)" } ?? "-")\n"
      text += file ?? ""
    }
    return ("\(Self.title)\n\(Self.line(workspace))\n\(current)\n" + text, leftOut)
  }

  /// - Throws: When the text is not one that `written` made.
  package init(reading text: String) throws(WorkspaceProblem) {
    var reader = LineReader(text)
    guard reader.line() == Self.title, let folder = reader.line(), let number = reader.line(),
      let current = Int(number)
    else { throw Self.cutOff }
    workspace = Self.text(folder)
    var requests: [StoredRequest] = []
    while let name = reader.line() {
      guard let length = reader.line() else { throw Self.cutOff }
      var request = StoredRequest(name: name.isEmpty ? nil : Self.text(name), draft: nil)
      if length != "-" {
        guard let count = Int(length), let file = reader.text(count) else { throw Self.cutOff }
        do {
          var draft = try RequestFile.draft(try YAMLDocument.parse(file, file: "draft"))
          draft.name = request.name
          request.draft = draft
        } catch { throw WorkspaceProblem(error) }
      }
      requests.append(request)
    }
    stored = StoredRequests(requests, current: current)
  }

  private static let cutOff = WorkspaceProblem(
    .file, what: "The unsaved requests were not restored.",
    why: "The stored text is cut off, or is of another version of Weir.",
    whatToDo: "Compose them again.")

  /// A path may contain line breaks.
  private static func line(_ text: String) -> String {
    text.replacing(bytes: "%", with: "%25").replacing(bytes: "\n", with: "%0A")
  }

  private static func text(_ line: String) -> String {
    PercentEncoding.decode(Substring(line)) ?? line
  }
}
