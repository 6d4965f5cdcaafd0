/// The key contexts, hints and messages for the focus and the uppermost overlay.
extension AppModel {
  /// The contexts that handle a key now, innermost first.
  package var contexts: [Context] {
    if let contexts = overlays.contexts { return contexts }
    switch focus {
    case .requests where sidebar.list.isTyping: return [.typing, .list, .always]
    case .composer where composer.isTyping: return [.typing, .composer, .anywhere, .always]
    default: return [focus.context, .anywhere, .moving, .always]
    }
  }

  /// The full problem of the selected field or, if that field has none, of the request. Shown at
  /// the bottom of the screen. Nil if there is no problem, the user hid it, or an overlay is open.
  package var standing: Notice? { overlays.isEmpty ? coveredStanding : nil }

  /// The problem for `standing`, even if an overlay covers the panels. Its row stays reserved, so
  /// that the panels do not move.
  package var coveredStanding: Notice? { focus == .composer ? composer.standing : nil }

  /// The description of the selected field or value. Shown at the bottom of the screen if there is
  /// no problem.
  package var caption: String? { overlays.isEmpty ? panels.caption : nil }

  /// The commands for the hint bar, most important first.
  package var hints: [Command] {
    switch overlays.last {
    case .question(let question): question.hints
    case .prompt(let prompt): prompt.hints
    case .list(let list): overlays.hints(of: list, facts, undo: undoHint)
    case nil: hintsOfPanel
    }
  }

  /// The hints of the focused panel. The hints for zoom and undo are added if these commands apply.
  private var hintsOfPanel: [Command] {
    var hints =
      focus == .requests
      ? overlays.hints(of: sidebar.list, facts, undo: undoHint) : panels.hints
    guard !composer.isTyping, !sidebar.list.isTyping else { return hints }
    if showsOnlyFocused { hints.insert(.app(.zoom), at: min(1, hints.count)) }
    let place = hints.firstIndex(of: .app(.palette)) ?? hints.count
    hints.insert(contentsOf: undoHint, at: place)
    return hints
  }

  private var undoHint: [Command] { undo.canUndo ? [.app(.undo)] : [] }

  /// The reason why nothing can be undone now. Nil if something can be undone.
  var undoObstacle: Notice? {
    guard overlays.question != nil else { return undo.obstacle }
    return .cannot(
      "Undo is not possible while a question is open.", "", "Answer the question first.")
  }

  var attention: KeyReceiver {
    overlays.attention == .free && composer.isTyping ? .taken : overlays.attention
  }

  /// Returns the hint of a list command. Returns nil if the usual hint applies.
  func hint(of command: ListCommand) -> String? { overlays.hint(of: command, focus, facts) }

  /// Whether the user zoomed a panel although all panels would fit.
  package var showsOnlyFocused: Bool { display.isZoomed && display.viewport.panels == .sideBySide }

  var zoomHint: String? { showsOnlyFocused ? "all panels" : nil }

  /// The hint for the accept key in a dialog that is only a message. Otherwise nil.
  var acceptHint: String? {
    overlays.question?.isInformation == true ? "close" : nil
  }

  /// Returns the hint for a command in the current state. Returns nil for text and pointing.
  package func hint(of command: Command) -> String? { command.hint(in: self) }

  /// Returns whether the hint of an unavailable command is dimmed instead of removed. Removing a
  /// hint would move the remaining hints while the cursor moves through a tree.
  package func dimsHint(of command: Command) -> Bool {
    command == .response(.toggle) && response.tab == .tree
      && response.pane.selectedTreeRow != nil
  }

  /// The hint for the accept key in the URL field. Nil in every other field.
  var enterHint: String? {
    overlays.isEmpty && focus == .composer && composer.cursor == .url ? "send" : nil
  }

  /// The hint for the leave key in a list filter or a prompt. Nil if the usual hint applies.
  var leaveHint: String? { overlays.leaveHint(focus, facts) }

  var backHint: String? { panels.backHint }

  /// The hint for the reveal key while a prompt shows its secret. Otherwise nil.
  var revealHint: String? {
    overlays.prompt?.isHidden == false ? "hide secret" : nil
  }

  /// The hint for the next-field key while this key completes the typed text. Otherwise nil.
  var nextFieldHint: String? {
    let completes =
      overlays.isEmpty ? composer.completion != nil : overlays.prompt?.isCompleting == true
    return completes ? "complete" : nil
  }

  /// The hint for the help key while help is open. Otherwise nil.
  var helpHint: String? { showsHelp ? "manual" : nil }

  var showsHelp: Bool { overlays.list?.isHelp == true }

  /// The manual subject of the innermost open list. If no list is open, the subject of the focused
  /// panel.
  var manualSubject: ManualSubject {
    if let list = overlays.list { return type(of: lists[list.source]).manual }
    return focus.manual
  }
}

extension Confirmation {
  fileprivate var hints: [Command] {
    if isInformation { return [.dialog(.accept)] }
    return (topic == .trust ? [.dialog(.trust)] : [])
      + [.dialog(.accept), .dialog(.next), .dialog(.dismiss)]
      + (excerpt.count > Confirmation.page ? [.dialog(.scrollDown)] : [])
  }
}

extension Prompt {
  fileprivate var hints: [Command] {
    if refusal != nil { return [.typing(.leave)] }
    let options: [Command] =
      query == nil ? [] : [.search(.expression), .search(.scope), .search(.letters)]
    let completion: [Command] = isCompleting ? [.typing(.nextField)] : []
    let accept: [Command] = isAcceptable ? [.typing(.enter)] : []
    let reveal: [Command] = purpose.isSecret ? [.typing(.reveal)] : []
    return accept + reveal + completion + options + [.typing(.leave)]
  }
}

extension Command {
  /// The hints at the end of the hint bar in the queue and in the response panel.
  static let generalHints: [Command] = [.app(.palette), .app(.nextPanel), .app(.leave)]

  /// Whether the command closes or leaves the current element. Hints of such commands are kept when
  /// there is little room, because the user must always be able to leave.
  package var isWayOut: Bool {
    switch self {
    case .list(.close), .typing(.leave), .dialog(.dismiss), .app(.back): true
    default: false
    }
  }
}
