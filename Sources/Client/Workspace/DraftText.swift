package import ClientModel
import ClientYAML

/// A draft as one text, to be sealed before it is stored: it contains secrets in clear.
package struct DraftText: Hashable, Sendable {
  /// The workspace it was composed in.
  package var workspace: String
  /// The saved request it began as; nil for a new one.
  package var name: String?
  package var draft: Draft

  package init(workspace: String, name: String?, draft: Draft) {
    self.workspace = workspace
    self.name = name
    self.draft = draft
  }

  /// Two lines that say whose it is, then the request as its file would have it.
  package func written() throws(WorkspaceProblem) -> String {
    var nameless = draft
    nameless.name = nil
    return "\(Self.line(workspace))\n\(Self.line(name ?? ""))\n" + (try RequestFile.text(nameless))
  }

  /// - Throws: When the text is not one that `written` made.
  package init(reading text: String) throws(WorkspaceProblem) {
    let parts = text.pieces(at: "\n", maxSplits: 2)
    guard parts.count == 3 else {
      throw WorkspaceProblem(
        .file, what: "An unsaved request was not restored.",
        why: "What was stored of it is cut off.",
        whatToDo: "Compose it anew.")
    }
    workspace = Self.text(parts[0])
    name = parts[1].isEmpty ? nil : Self.text(parts[1])
    do {
      draft = try RequestFile.draft(try YAMLDocument.parse(String(parts[2]), file: "draft"))
    } catch { throw WorkspaceProblem(error) }
    draft.name = name
  }

  /// A path may hold line breaks.
  private static func line(_ text: String) -> String {
    text.replacing(bytes: "%", with: "%25").replacing(bytes: "\n", with: "%0A")
  }

  private static func text(_ line: Substring) -> String {
    PercentEncoding.decode(line) ?? String(line)
  }
}
