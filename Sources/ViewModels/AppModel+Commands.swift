import ClientModel

/// The handling of commands. Each command is passed to the responsible part.
extension AppModel {
  mutating func act(_ command: Command) -> [Effect] {
    // While the user types, the quit key ends typing and does not quit.
    if case .app(.quit) = command { return isTyping ? act(.typing(.leave)) : quit() }
    if case .app(.suspend) = command { return [.suspend] }
    if case .app(.redraw) = command { return [.redraw] }
    if case .app(.help) = command { return help() }
    if case .app(.manual) = command { return manual() }
    switch overlays.last {
    case .list(let list):
      if command == .app(.undo) { return act(.undo) }
      let effects = overlays.act(command, in: list, facts)
      queue.show(effects)
      return effects
    case .prompt(let prompt): return prompt.act(command, in: &self)
    case .question(let question):
      let effects = overlays.act(command, on: question)
      queue.show(effects)
      return effects
    case nil: break
    }
    if focus == .requests, let effects = actInSidebar(command) { return effects }
    switch command {
    case .move(let step): return panels.move(step)
    case .app(let command): return act(command)
    case .feature(let command): return command.act(in: &self)
    case .composer(.save):
      composer.checkNow()
      return requests.saving.begin(composer)
    case .composer(.saveAs):
      composer.stopTyping()
      return requests.saving.beginAs(composer)
    case .composer(let command): return composer.perform(command)
    case .typing(let command): return composer.perform(command)
    case .insert(let text):
      return focus == .composer ? composer.take(text) : RequestLine.refuse(pasted: text)
    case .typed(let text): return focus == .composer ? composer.take(typed: text) : []
    case .queue(let command): return queue.perform(command)
    case .response(.useFilter) where response.obstacle(to: .useFilter) == nil:
      return composer.request.edited.use(filter: response.body.filter.text)
    case .response(let command): return response.perform(command)
    case .point(let pointing): return point(pointing)
    case .list, .dialog, .search: return []
    }
  }

  /// Handles list commands while the sidebar has the focus. Returns nil for every other command.
  private mutating func actInSidebar(_ command: Command) -> [Effect]? {
    switch command {
    case .list, .move, .typing, .insert, .typed, .point(.listRow), .point(.listWheel), .app(.back):
      overlays.act(command, in: sidebar.list, facts)
    default: nil
    }
  }

  /// Opens help for the current contexts. If help is already open, replaces it with the manual.
  private mutating func help() -> [Effect] {
    if showsHelp { return manual() }
    lists.help.contexts = contexts
    if let list = overlays.list ?? (focus == .requests ? sidebar.list : nil) {
      lists.help.listCommands = overlays.commands(of: list, facts)
    }
    return open(\.help)
  }

  private mutating func manual() -> [Effect] {
    if showsHelp { overlays.removeLast() }
    return [.readManual(manualSubject)]
  }

  /// Quits, or asks about unfinished work. Closes an open question first, so that there is only one
  /// question.
  mutating func quit() -> [Effect] {
    let effects = quitting.quit(unfinishedWork)
    if overlays.question != nil, !quitting.isConfirmed { overlays.removeLast() }
    return effects
  }

  /// Returns the panel that is `step` panels after the focused one.
  private func neighbour(_ step: Int) -> Panel {
    focus.neighbour(step, sidebar: display.viewport.sidebar.presence)
  }

  private mutating func toggleSidebar() -> [Effect] {
    let (panel, effects) = sidebar.toggle(
      focus: focus, isOnScreen: display.viewport.sidebar.presence)
    guard panel == .requests else {
      panels.go(to: panel)
      return effects
    }
    return effects + focusSidebar()
  }

  private mutating func focusSidebar() -> [Effect] {
    panels.go(to: .requests)
    overlays.beginSidebar(facts)
    return lists.requests.begin()
  }

  mutating func act(_ command: AppCommand) -> [Effect] {
    if let effects = panels.perform(command) { return effects }
    switch command {
    case .nextPanel: panels.go(to: neighbour(1))
    case .previousPanel: panels.go(to: neighbour(-1))
    case .sidebar: return toggleSidebar()
    case .zoom: display.isZoomed.toggle()
    case .palette: return open(\.palette)
    case .back, .leave: return back(by: command)
    case .openRequests: return open(\.openRequests)
    case .undo:
      let effects = undo.undo()
      queue.show(effects)
      lists.requests.follow(effects)
      return effects
    case .importFile:
      return [.listFolder(""), .ask(Prompt(ImportPrompt()))]
    case .grow: return display.resize(focus, by: .larger)
    case .shrink: return display.resize(focus, by: .smaller)
    case .resetSizes: return display.resetSizes()
    case .requests: return focusSidebar()
    case .findRequest:
      return open(\.finder) + lists.catalogs.browse().map(Effect.catalogs)
    case .trust: return [.workspace(.askForTrust)]
    case .makeWorkspace:
      return requests.saving.makeWorkspace(at: place, catalogs: requests.catalogs)
    case .mouse: return display.switchMouse()
    case .focusComposer, .focusQueue, .focusResponse, .find, .findNext, .findPrevious, .cancelOpen,
      .newRequest, .closeRequest, .nextRequest, .previousRequest, .quit, .suspend, .redraw, .help,
      .manual:
      break
    }
    return []
  }

  /// Closes the innermost open element of the panels. If nothing is open, `leave` quits.
  private mutating func back(by command: AppCommand) -> [Effect] {
    if let effects = panels.back() { return effects }
    if command == .back, standing != nil {
      composer.hide()
    } else if display.isZoomed {
      display.isZoomed = false
    } else if command == .back, focus == .response, response.isReading {
      return response.body.stopReading()
    } else if command == .leave {
      return quit()
    }
    return []
  }

  /// Opens the row that the first click of a double click selected.
  private mutating func open(_ target: Pointing) -> [Effect] {
    switch target {
    case .queueRow: perform(.queue(.show))
    case .responseRow: perform(.response(.toggle))
    case .composerRow: perform(.composer(.edit))
    default: point(target)
    }
  }

  private mutating func point(_ pointing: Pointing) -> [Effect] {
    if let effects = panels.point(pointing) { return effects }
    switch pointing {
    case .wheel(_, let rows):
      return overlays.act(.point(.listWheel(rows: rows)), in: sidebar.list, facts)
    case .allRequestTabs: return open(\.openRequests)
    case .allTabs(let panel):
      panels.go(to: panel)
      return open(\.tabs)
    case .listRow:
      panels.go(to: .requests)
      return overlays.act(.point(pointing), in: sidebar.list, facts)
    case .split(let split, let size): display.move(split, to: size)
    case .splitEnd: return [.store(.splits(display.splits))]
    case .double(let target): return open(target)
    default: break
    }
    return []
  }
}
