import ClientModel
import NcursesTerminal
import ViewModels

/// The programs that use the terminal until they end: the editor, the pager, the reader of the
/// manual.
@UI struct TerminalPrograms {
  let terminal: NcursesTerminal

  /// Runs the program that an effect requests. Returns nil if it requests none.
  ///
  /// - Parameter path: Returns the path of a stored body, or nil if the body is not in a file.
  func events(of effect: Effect, path: (StoredBody) -> String?) -> [AppEvent]? {
    switch effect {
    case .openEditor(let text, let suffix, let purpose): [edited(text, suffix, purpose)]
    case .response(.page(let body, let suffix)):
      notices(Pager.show(body, at: path(body), suffix: suffix, on: terminal))
    case .response(.read(let path, .pager)): notices(Pager.show(path, on: terminal))
    case .response(.read(let path, .editor)): notices(Editor.show(path, on: terminal))
    case .readManual(let subject): notices(ManualReading.show(subject, on: terminal))
    default: nil
    }
  }

  private func edited(_ text: String, _ suffix: String, _ purpose: EditorPurpose) -> AppEvent {
    do {
      let line = if case .file(_, let line) = purpose { line } else { 1 }
      return .edited(purpose, try Editor.edit(text, suffix: suffix, line: line, on: terminal))
    } catch {
      return .notice(Notice(error))
    }
  }

  private func notices(_ notice: Notice?) -> [AppEvent] { notice.map { [.notice($0)] } ?? [] }
}
