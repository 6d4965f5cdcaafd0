/// The contexts of keys, and the hints and messages at the foot of the screen, for the focus and
/// the uppermost overlay.
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

  /// The problem of the selected field, in full, for the foot of the screen. Nil if there is no
  /// problem, if the user hid it, or if an overlay is open.
  package var standing: Notice? { overlays.isEmpty ? coveredStanding : nil }

  /// The problem of the selected field, even while an overlay covers the panels. The row of the
  /// problem stays reserved then, so that the panels do not move.
  package var coveredStanding: Notice? { focus == .composer ? composer.standing : nil }

  /// The description of the selected field or value, shown in the line of the problem if there is
  /// no problem.
  package var caption: String? {
    guard overlays.isEmpty else { return nil }
    switch focus {
    case .requests: return nil
    case .composer: return composer.about
    case .queue: return nil
    case .response: return response.captionWords
    }
  }

  /// The commands for the hint bar, the most important first.
  package var hints: [Command] {
    switch overlays.last {
    case .question(let question) where question.isInformation: [.dialog(.accept)]
    case .question: [.dialog(.accept), .dialog(.next), .dialog(.dismiss)]
    case .prompt(let prompt): prompt.hints
    case .list(let list): overlays.hints(of: list, facts, undo: undoHint)
    case nil: hintsOfPanel
    }
  }

  /// The hints of the focused panel, with the hints for zoom and undo if they apply.
  private var hintsOfPanel: [Command] {
    var hints: [Command] =
      switch focus {
      case .requests: overlays.hints(of: sidebar.list, facts, undo: undoHint)
      case .composer: composer.commands.hints
      case .queue: queue.hints
      case .response: response.hints
      }
    guard !composer.isTyping, !sidebar.list.isTyping else { return hints }
    if showsOnlyFocused { hints.insert(.app(.zoom), at: min(1, hints.count)) }
    let place = hints.firstIndex(of: .app(.palette)) ?? hints.count
    hints.insert(contentsOf: undoHint, at: place)
    return hints
  }

  private var undoHint: [Command] { undo.obstacle == nil ? [.app(.undo)] : [] }

  /// The reason why nothing can be undone now, or nil if something can be undone.
  var undoObstacle: Notice? {
    guard overlays.question != nil else { return undo.obstacle }
    return .cannot("Nothing is undone while a question is open.", "", "Answer the question first.")
  }

  var attention: KeyReceiver {
    overlays.attention == .free && composer.isTyping ? .taken : overlays.attention
  }

  /// Returns the hint of a list command in this state, or nil if it has its usual hint.
  func hint(of command: ListCommand) -> String? { overlays.hint(of: command, focus, facts) }

  /// Whether the user zoomed a panel although there is room for the others.
  package var showsOnlyFocused: Bool { display.isZoomed && display.viewport.panels == .sideBySide }

  var zoomHint: String? { showsOnlyFocused ? "all panels" : nil }

  /// The hint for the accept key in a dialog that only informs, or nil for other dialogs.
  var acceptHint: String? {
    overlays.question?.isInformation == true ? "close" : nil
  }

  /// Returns the hint for a command in this state, or nil for text and pointing.
  package func hint(of command: Command) -> String? { command.hint(in: self) }

  /// Returns whether the hint of a command that cannot act is dimmed instead of removed. A removed
  /// hint would move the other hints while the cursor moves through a tree.
  package func dimsHint(of command: Command) -> Bool {
    command == .response(.toggle) && response.tab == .tree
      && response.pane.selectedTreeRow != nil
  }

  /// The hint for the accept key in the URL field, or nil in other fields.
  var enterHint: String? {
    overlays.isEmpty && focus == .composer && composer.cursor == .url ? "send" : nil
  }

  /// The hint for the leave key in a list filter or a prompt, or nil if the key has its usual hint.
  var leaveHint: String? {
    if !overlays.isEmpty { return overlays.leaveHint }
    guard focus == .requests else { return nil }
    return sidebar.list.filter.isEmpty ? "done" : "keep the filter"
  }

  var backHint: String? {
    if response.isDrawing { return "stop drawing" }
    return switch focus {
    case .response: response.backHint
    case .queue: queue.backHint
    case .requests, .composer: nil
    }
  }

  /// The hint for the reveal key while a prompt shows its secret, otherwise nil.
  var revealHint: String? {
    overlays.prompt?.isHidden == false ? "hide secret" : nil
  }

  /// The hint for the next-field key while the key completes the typed text, otherwise nil.
  var nextFieldHint: String? {
    let completes =
      overlays.isEmpty ? composer.completion != nil : overlays.prompt?.isCompleting == true
    return completes ? "complete" : nil
  }

  /// The hint for the help key while help is open, otherwise nil.
  var helpHint: String? { showsHelp ? "manual" : nil }

  var showsHelp: Bool { overlays.list?.isHelp == true }

  /// The subject of the innermost open list, or of the focused panel if no list is open.
  var manualSubject: ManualSubject {
    if let list = overlays.list { return type(of: lists[list.source]).manual }
    return focus.manual
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

  /// Whether the command closes or leaves the current element. If there is little room, the hint of
  /// such a command takes precedence, because the user must always be able to leave.
  package var isWayOut: Bool {
    switch self {
    case .list(.close), .typing(.leave), .dialog(.dismiss), .app(.back): true
    default: false
    }
  }
}
