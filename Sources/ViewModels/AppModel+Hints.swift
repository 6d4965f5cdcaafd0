/// What the hint bar offers: the commands that matter in this state, and a word for each.
extension AppModel {
  /// The commands to show, the most important first.
  package var hints: [Command] {
    switch overlays.last {
    case .question: [.dialog(.accept), .dialog(.next), .dialog(.dismiss)]
    case .prompt(let prompt): prompt.hints
    case .list(let list): hints(of: list)
    case nil:
      switch focus {
      case .composer: composer.hints
      case .queue: queue.hints
      case .response: response.hints
      }
    }
  }

  /// The word for a command in this state; nil for text and pointing.
  package func hint(of command: Command) -> String? { command.hint(in: self) }

  /// True for a command whose hint is dimmed, not removed, where it cannot act: the hints must not move while
  /// the cursor moves through a tree.
  package func keepsHint(of command: Command) -> Bool {
    command == .response(.toggle) && response.tab == .tree
      && response.pane.selectedTreeRow != nil
  }

  /// What choosing the selected row of a list does, where that is not to choose it.
  var chooseHint: String? {
    guard case .list(let list) = overlays.last, let row = selectedRow(of: list) else { return nil }
    if row.fold != nil { return "fold" }
    return switch row.value {
    case .notice: "show"
    case .shared: "view"
    case .line: "copy"
    default: nil
    }
  }

  /// What leaving the text field of an overlay does; nil for a field of the composer.
  var leaveHint: String? {
    switch overlays.last {
    case .list(let list): list.place == ListID(\.palette) ? "close" : "done"
    case .prompt, .question: "change nothing"
    case nil: nil
    }
  }

  var backHint: String? {
    response.isDrawing ? "stop drawing" : focus == .response ? response.backHint : nil
  }

  /// Why there is no hit to go to.
  var hitObstacle: Notice? {
    response.query.text.isEmpty
      ? .cannot("There is no next hit.", "Nothing was looked for yet.", "Find a text first.")
      : nil
  }
}

extension Prompt {
  fileprivate var hints: [Command] {
    if refusal != nil { return [.typing(.leave)] }
    let options: [Command] =
      query == nil ? [] : [.search(.expression), .search(.scope), .search(.letters)]
    return [.typing(.enter)] + options + [.typing(.leave)]
  }
}

extension Command {
  /// The hints that come last in the queue and in the response.
  static let generalHints: [Command] = [.app(.palette), .app(.nextPanel), .app(.leave)]
}
