/// The contexts of keys, and the hints and messages at the foot of the screen, for the focus and
/// the uppermost overlay.
extension AppModel {
  /// The contexts that handle a key now, innermost first.
  package var contexts: [Context] {
    switch overlays.last {
    case .question: return [.dialog, .always]
    case .prompt(let prompt):
      return prompt.query == nil || prompt.refusal != nil
        ? [.typing, .always] : [.typing, .search, .always]
    case .list(let list):
      return list.isTyping ? [.typing, .list, .always] : [.list, .moving, .always]
    case nil where focus == .requests:
      return sidebar.list.isTyping
        ? [.typing, .list, .always] : [.list, .anywhere, .moving, .always]
    case nil:
      if focus == .composer, composer.isTyping { return [.typing, .composer, .anywhere, .always] }
      return [focusContext, .anywhere, .moving, .always]
    }
  }

  private var focusContext: Context {
    switch focus {
    case .requests: .list
    case .composer: .composer
    case .queue: .queue
    case .response: .response
    }
  }

  /// The problem of the selected field, in full, for the foot of the screen, or nil if there is
  /// none or the user hid it.
  package var standing: Notice? { overlays.isEmpty ? coveredStanding : nil }

  /// The problem of the selected field, also while an overlay covers the panels. The row of the
  /// problem stays reserved, so that the panels do not move.
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

  /// The commands to show, the most important first.
  package var hints: [Command] {
    switch overlays.last {
    case .question(let question) where question.isInformation: [.dialog(.accept)]
    case .question: [.dialog(.accept), .dialog(.next), .dialog(.dismiss)]
    case .prompt(let prompt): prompt.hints
    case .list(let list): hints(of: list)
    case nil: hintsOfPanel
    }
  }

  /// The hints of the focused panel, with the hints for zoom and undo if they apply.
  private var hintsOfPanel: [Command] {
    var hints: [Command] =
      switch focus {
      case .requests: hints(of: sidebar.list)
      case .composer: composer.commands.hints
      case .queue: queue.hints
      case .response: response.hints
      }
    guard !composer.isTyping, !sidebar.list.isTyping else { return hints }
    if showsOnlyFocused { hints.insert(.app(.zoom), at: min(1, hints.count)) }
    if undo.obstacle == nil {
      hints.insert(.app(.undo), at: hints.firstIndex(of: .app(.palette)) ?? hints.count)
    }
    return hints
  }

  func hints(of list: ListModel) -> [Command] {
    if list.isTyping {
      return rows(of: list).isEmpty ? [.typing(.leave)] : [.list(.choose), .typing(.leave)]
    }
    let undo: [Command] = undo.obstacle == nil && !overlays.isEmpty ? [.app(.undo)] : []
    return places[list.place].hints(on: selectedRow(of: list)).map(Command.list) + undo
      + [.app(.help)]
  }

  /// Whether the user zoomed a panel although there is room for the others.
  package var showsOnlyFocused: Bool { display.isZoomed && display.viewport.panels == .beside }

  var zoomHint: String? { showsOnlyFocused ? "all panels" : nil }

  /// The hint for the accept key in a message with a single answer.
  var acceptHint: String? {
    guard case .question(let question) = overlays.last, question.isInformation else { return nil }
    return "close"
  }

  /// The hint for the fold key if the selected row of a list is collapsed.
  var foldHint: String? {
    activeList.flatMap(selectedRow)?.fold == .closed ? "unfold" : nil
  }

  /// Returns the hint for a command in this state, or nil for text and pointing.
  package func hint(of command: Command) -> String? { command.hint(in: self) }

  /// Returns whether the hint of a command that cannot act is dimmed instead of removed. Hints must
  /// not move while the cursor moves through a tree.
  package func dimsHint(of command: Command) -> Bool {
    command == .response(.toggle) && response.tab == .tree
      && response.pane.selectedTreeRow != nil
  }

  /// The hint for choosing the selected row of a list, if choosing has a special meaning, such as
  /// fold.
  var chooseHint: String? {
    guard let list = activeList, let row = selectedRow(of: list) else { return nil }
    if let fold = row.fold { return fold == .open ? "fold" : "unfold" }
    return switch row.value {
    case .notice: "show"
    case .command where showsHelp: "do it"
    case .shared: "show"
    case .endpoint: "open"
    case .catalogProblem: "show"
    case .line: "copy"
    case .graphStep: "show inputs"
    case .graphVariable: "set value"
    case .graph: "queue"
    case .exchange, .cached, .logged: "show"
    case .gateway: "make default"
    case .gatewayField: "edit"
    case .request: list.place == sidebar.list.place ? "open" : nil
    case .openRequest: "show"
    default: nil
    }
  }

  /// The hint for the delete key in the list of open requests.
  var deleteHint: String? {
    activeList?.place == ListID(\.openRequests) ? "close the tab" : nil
  }

  /// The hint for the add key in the list of a new graph.
  var newHint: String? { activeList?.place == ListID(\.graph) ? "add a step" : nil }

  /// The hint for the rule key in the list of a new graph.
  var ruleHint: String? { activeList?.place == ListID(\.graph) ? "save" : nil }

  /// The hint for the accept key in the URL.
  var enterHint: String? {
    overlays.isEmpty && focus == .composer && composer.cursor == .url ? "send" : nil
  }

  /// The hint for the edit key in the list of keys.
  var editHint: String? { showsHelp ? "change its keys" : nil }

  /// The hint for leaving the text field of an overlay, or nil for a field of the composer.
  var leaveHint: String? {
    switch overlays.last {
    case .list(let list):
      if places[list.place].manner == .typed { return "close" }
      return list.filter.isEmpty ? nil : "keep the filter"
    case .prompt, .question: return "cancel"
    case nil:
      guard focus == .requests else { return nil }
      return sidebar.list.filter.isEmpty ? "done" : "keep the filter"
    }
  }

  /// The hint for the close key in the sidebar and in a filtered list.
  var closeHint: String? {
    guard let list = activeList else { return nil }
    guard overlays.isEmpty else { return holdsFilter(list) ? "all rows" : nil }
    return list.filter.isEmpty ? "back" : "all requests"
  }

  var backHint: String? {
    if response.isDrawing { return "stop drawing" }
    return switch focus {
    case .response: response.backHint
    case .queue: queue.backHint
    case .requests, .composer: nil
    }
  }

  /// The hint for the reveal key in a prompt that shows its secret.
  var revealHint: String? {
    guard case .prompt(let prompt) = overlays.last, !prompt.isHidden else { return nil }
    return "hide secret"
  }

  /// The hint for the next-field key while the key completes the typed text.
  var nextFieldHint: String? {
    let completes =
      switch overlays.last {
      case .prompt(let prompt): prompt.isCompleting
      case nil: composer.completion != nil
      default: false
      }
    return completes ? "complete" : nil
  }

  /// The hint for the help key while help is open.
  var helpHint: String? { showsHelp ? "manual" : nil }

  var showsHelp: Bool {
    guard case .list(let list) = overlays.last else { return false }
    return list.isHelp
  }

  /// The reason why no search match can be selected, or nil if there was a search.
  var hitObstacle: Notice? {
    response.query.text.isEmpty
      ? .cannot("There is no next hit.", "There was no search yet.", "Find a text first.")
      : nil
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
  /// The last hints of the queue and of the response.
  static let generalHints: [Command] = [.app(.palette), .app(.nextPanel), .app(.leave)]

  /// Whether the command closes or leaves the current element. The hint of such a command takes
  /// precedence when there is little room, so that the user can always leave.
  package var isWayOut: Bool {
    switch self {
    case .list(.close), .typing(.leave), .dialog(.dismiss), .app(.back): true
    default: false
    }
  }
}
