import ClientModel
import ClientWorkspace
import ViewModels

/// The files of the workspace that the session opened, and their content at that time.
///
/// If a file has changed since then, it is replaced only after a question.
struct OpenedFiles: Sendable {
  /// The opened requests, as last read or written.
  var requests: [String: Draft] = [:]
  /// The graphs that this session saved, as last read or written.
  var graphs: [String: GraphPlan] = [:]
  /// The files that were opened in the editor, and their content.
  var edited: [WorkspaceFile: String] = [:]
  /// The new environment that was opened in the editor last, and the text with its template. Nil if
  /// existing environments were opened.
  var template: (environment: String, text: String)?
  var watch: WorkspaceWatch?

  /// Returns the event for a file that changed while the user edited it. Returns nil if the file is
  /// unchanged.
  ///
  /// The current version of the file is then recorded as known, so that writing again replaces it.
  mutating func conflict(_ file: WorkspaceFile, _ text: String, with now: String) -> AppEvent? {
    defer { edited[file] = now }
    guard let known = edited[file], known != now else { return nil }
    return .fileConflict(
      file, text,
      FileChange(.changed, file.name, lines: LineDifference.lines(from: now, to: text)))
  }

  /// Returns `.workspace` if the open request equals the request in its file. Returns `.composer`
  /// otherwise.
  func author(of draft: Draft) -> DraftAuthor {
    guard let name = draft.name, var saved = requests[name] else { return .composer }
    saved.name = name
    return saved == draft ? .workspace : .composer
  }
}

extension AppEvent {
  /// Returns the event for an edited file that was not written because its text has an error.
  static func refused(
    _ text: String, of file: WorkspaceFile, for problem: WorkspaceProblem
  ) -> AppEvent {
    let notice = Notice(.error, problem.what, why: problem.why, whatToDo: problem.whatToDo)
    return .fileRefused(file, text, notice, line: problem.place?.line ?? 1)
  }
}
