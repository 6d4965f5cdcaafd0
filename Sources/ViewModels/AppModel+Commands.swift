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
    case .move(let step): return move(step)
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
      return composer.use(filter: response.body.filter.text)
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

  private mutating func move(_ step: MoveCommand) -> [Effect] {
    switch focus {
    case .requests: return []
    case .composer:
      composer.move(step)
      return []
    case .queue: return queue.move(step)
    case .response: return response.move(step)
    }
  }

  private mutating func go(to panel: Panel) {
    composer.stopTyping()
    if panel == .queue { queue.rows.enter() } else if focus == .queue { queue.rows.leave() }
    focus = panel
  }

  /// Goes to the request panel and changes the open requests. If this shows another request, its
  /// last response is shown too.
  mutating func showRequest(by change: (inout OpenRequests) -> Void) -> [Effect] {
    go(to: .composer)
    let before = requests.current
    change(&requests)
    // If the composer still shows the same request, a response from the queue stays open.
    return requests.current == before && composer.lastJob == nil ? [] : showLastResponse()
  }

  /// Shows the last response of the composed request. If its last job is not known yet, the
  /// response is shown when the job is found.
  mutating func showLastResponse() -> [Effect] {
    guard let job = composer.lastJob else {
      let closes = response.isOpen ? response.close() : []
      return closes + (composer.composed.map { [.history(.findLast($0))] } ?? [])
    }
    return job == response.job?.id ? [] : response.open(job)
  }

  mutating func closeRequest(_ index: Int) -> [Effect] {
    let showsAnother = index == requests.current
    let effects = requests.closeTab(index)
    return (showsAnother ? showLastResponse() : []) + effects
  }

  /// Returns the panel that is `step` panels after the focused one.
  private func neighbour(_ step: Int) -> Panel {
    focus.neighbour(step, sidebar: display.viewport.sidebar.presence)
  }

  private mutating func toggleSidebar() -> [Effect] {
    let (panel, effects) = sidebar.toggle(
      focus: focus, isOnScreen: display.viewport.sidebar.presence)
    guard panel == .requests else {
      go(to: panel)
      return effects
    }
    return effects + focusSidebar()
  }

  private mutating func focusSidebar() -> [Effect] {
    go(to: .requests)
    overlays.beginSidebar(facts)
    return lists.requests.begin()
  }

  mutating func act(_ command: AppCommand) -> [Effect] {
    switch command {
    case .focusComposer: go(to: .composer)
    case .focusQueue: go(to: .queue)
    case .focusResponse: go(to: .response)
    case .nextPanel: go(to: neighbour(1))
    case .previousPanel: go(to: neighbour(-1))
    case .sidebar: return toggleSidebar()
    case .zoom: display.isZoomed.toggle()
    case .find:
      go(to: .response)
      response.body.beginFinding()
      return [.ask(Prompt(FindPrompt(response.query)))]
    case .findNext: return response.body.findNext()
    case .findPrevious: return response.body.findPrevious()
    case .palette: return open(\.palette)
    case .back, .leave: return back(by: command)
    case .cancelOpen:
      let effects = response.job.map { $0.cancelling } ?? []
      queue.show(effects)
      return effects
    case .newRequest: return [.compose(.new)]
    case .closeRequest: return closeRequest(requests.current)
    case .nextRequest: return showRequest { $0.step(1) }
    case .previousRequest: return showRequest { $0.step(-1) }
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
    case .mouse: return display.switchMouse()
    case .quit, .suspend, .redraw, .help, .manual: break
    }
    return []
  }

  /// Closes the innermost open element of the panels. If nothing is open, `leave` quits.
  private mutating func back(by command: AppCommand) -> [Effect] {
    if composer.isTyping {
      composer.stopTyping()
    } else if let effects = response.back(focus == .response ? .focused : .besides) {
      return effects
    } else if focus == .queue, queue.isArranged {
      return queue.unarrange()
    } else if command == .back, standing != nil {
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
    switch pointing {
    case .panel(let panel): go(to: panel)
    case .wheel(.requests, let rows):
      return overlays.act(.point(.listWheel(rows: rows)), in: sidebar.list, facts)
    case .wheel(.composer, let rows): composer.scroll(by: rows)
    case .wheel(.queue, let rows): return queue.scroll(by: rows)
    case .wheel(.response, let rows): return response.scroll(by: rows)
    case .composerRow(let row):
      go(to: .composer)
      composer.point(row: row)
    case .requestTab(let index): return showRequest { $0.show(index) }
    case .allRequestTabs: return open(\.openRequests)
    case .allTabs(let panel):
      go(to: panel)
      return open(\.tabs)
    case .composerTab(let index):
      go(to: .composer)
      composer.point(tab: index)
    case .queueRow(let row):
      go(to: .queue)
      return queue.point(row: row)
    case .responseRow(let row):
      go(to: .response)
      return response.point(row: row)
    case .responseTab(let tab):
      go(to: .response)
      return response.point(tab: tab)
    case .listRow:
      go(to: .requests)
      return overlays.act(.point(pointing), in: sidebar.list, facts)
    case .split(let split, let size): display.move(split, to: size)
    case .splitEnd: return [.store(.splits(display.splits))]
    case .double(let target): return open(target)
    case .listWheel, .answer: break
    }
    return []
  }
}
