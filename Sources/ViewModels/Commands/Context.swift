/// The context of a key binding. The innermost active context that binds a key handles the key.
///
/// While `typing` is innermost, plain characters are text. Keys that `typing` does not bind are
/// passed to the outer contexts.
package enum Context: String, CaseIterable, Hashable, Sendable {
  /// Always active, even while a dialog or list is open: help, quit, suspend, redraw.
  case always
  /// Active in the panels while no overlay is open.
  case anywhere
  /// Cursor movement through rows, in panels and lists.
  case moving
  case composer, queue, response
  case typing
  /// The prompt for a search.
  case search
  /// A list over the panels.
  case list
  case dialog

  /// The name of the context as the user sees it.
  package var title: String {
    switch self {
    case .always: "always"
    case .anywhere: "anywhere"
    case .moving: "moving"
    case .composer: "request"
    case .queue: "queue"
    case .response: "response"
    case .typing: "typing"
    case .search: "finding"
    case .list: "lists"
    case .dialog: "questions"
    }
  }
}
