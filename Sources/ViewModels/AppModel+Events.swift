import ClientModel

/// The handling of events from the session. Each event is passed to the responsible part.
extension AppModel {
  mutating func take(_ event: AppEvent) -> [Effect] {
    switch event {
    case .queue(let event):
      let effects = queue.receive(event)
      places.requests.take(event)
      if let notice = announcements.restart(queue.lanes.all.map(\.lane)) { notify(notice) }
      return effects + openEndOfSentGraph() + renewQuitQuestion() + reload(after: event)
    case .response(let event):
      let effects = response.receive(event)
      if let job = response.job {
        if let notice = announcements.stopped(job) { notify(notice) }
        if job.state.word.isFinished, notice == .sent(job.id) { notice = nil }
      }
      return effects
    case .elements(let array, let name, let source):
      return composer.request.queue(each: array, of: name, source)
    case .valueRead(let text, let storage): return storage.effects(storing: text)
    case .assertionRefused(let text, let why):
      return AssertionPrompt.correcting(
        text, why: why,
        whatToDo: "Correct the assertion. It may start with status, header, time or size.")
    case .nameTaken(let name, let prompt):
      return [
        .notify(
          Notice(
            .warning, "\(name) exists.", why: "Weir never overwrites.",
            whatToDo: "Take the name that is proposed, or another.")),
        .ask(prompt),
      ]
    case .composer(let event): return take(event)
    case .notice(let notice): notify(notice)
    case .confirm(let question): return [.confirm(question)]
    case .happened(let events): note(events.map { .event($0) })
    case .feature(let event): return (event as? any ListEvent)?.deliver(to: &self) ?? []
    case .requests(let names):
      return change(\.requests) {
        $0.take(names)
        return []
      }
    case .requestMethods(let methods): places.requests.methods = methods
    case .graphNames(let names): places.requests.graphs = names
    case .folder(let path, let entries): composer.folders.take(entries, of: path)
    case .filters(let programs): prompts.filters.load(programs)
    case .fileText(let file, let text, let line):
      return [.openEditor(text: text, suffix: ".yaml", purpose: .file(file, line: line))]
    case .fileRefused(let file, let text, let notice, let line):
      return file.refused(text, notice, line: line)
    case .fileConflict(let file, let text, let change):
      let editing = EditorPurpose.file(file, line: 1)
      return [
        .confirm(
          .conflict(
            file.name, change,
            answers: [
              .init("Save mine over it", [file.write(text)]), .init("Leave the file as it is"),
              .init(
                "Edit mine again", [.openEditor(text: text, suffix: ".yaml", purpose: editing)]),
            ]))
      ]
    case .draftStored: requests.recovery.end()
    case .edited(.field(let field), let text): composer.replace(text, in: field)
    case .edited(.shared(let key), let text): return places.shared.take(edited: text, of: key)
    case .edited(.file(let file, _), let text): return [file.write(text)]
    case .place(let facts):
      place = facts
      if facts.trust == .trusted, close(questionAbout: .trust) {
        notify(WorkplaceFacts.trustedElsewhere)
      }
    case .workspaceMade(let facts):
      place = facts
      return [
        .notify(Notice(.info, "The workspace \(facts.workspace) was made.", why: facts.folder)),
        requests.saving.save(composer),
      ]
    case .trustAsked(let difference): return place.loseTrust(attention, difference)
    case .themes(let names, let chosen): places.themes.take(names, chosen: chosen)
    case .keys(let text, let command):
      return [.ask(Prompt(KeysPrompt(command: command), text: text))]
    case .mouse(let preference): display.mouse = preference
    case .splits(let splits): display.splits = splits
    case .sidebar(let preference): sidebar.preference = preference
    case .viewport(let viewport): return resize(to: viewport)
    case .turned(let phase, let now):
      let isNewSecond =
        display.now.map { $0.milliseconds / 1000 != now.milliseconds / 1000 } ?? true
      (display.phase, display.now) = (phase, now)
      places.shared.turn(now)
      // The list shows ages.
      if isNewSecond, showsCache { return [.cache(.list)] }
    }
    return []
  }

  /// Shows the last response of a graph that was just sent, as for a single request.
  mutating func openEndOfSentGraph() -> [Effect] {
    queue.rows.takeEndOfSentGraph().map { response.open($0) } ?? []
  }

  /// Reloads the open list that shows jobs when a job ended.
  private mutating func reload(after event: QueueEvent) -> [Effect] {
    if uppermost(\.cache) != nil { return places.cache.reload(after: event) }
    return uppermost(\.history).map { places.history.reload(after: event, $0) } ?? []
  }

  func standing(of id: ListID) -> ListStanding {
    if case .list(let list) = overlays.last, list.place == id { return .uppermost }
    let isOpen = overlays.contains {
      if case .list(let list) = $0 { list.place == id } else { false }
    }
    return isOpen ? .covered : .closed
  }

  private mutating func take(_ event: ComposerEvent) -> [Effect] {
    switch event {
    case .loaded(var draft, let name):
      draft.name = name
      return [.compose(.draft(draft))]
    case .restored(let restored, let current):
      let urgent = notice?.kind == .warning ? notice : nil
      // A warning that waits for the user stays on the screen; the log has both notices.
      let composed = composer.composed
      let effects = requests.restore(restored, current: current)
      // A user who is already composing a request is not shown an older response.
      let shows = response.isOpen || composer.composed == composed ? [] : showLastResponse()
      return effects + shows
        + (urgent.map { [.list(.show($0))] } ?? [])
    case .editing(let draft, let job, let open):
      requests.openTab(draft, base: nil)
      composer.request.lastJob = job
      focus = .composer
      return [.list(.closeAll)] + showLastResponse()
        + [.notify(.editing(job, open))]
    case .saved(let draft, let name):
      requests.markSaved(draft, as: name)
      requests.saving.succeed()
      return [.notify(Notice(.info, "The request was saved as \(name)."))]
    case .unsaved: requests.saving.fail()
    case .asserted(let text): return composer.add(assertion: text, after: response.job)
    case .renamed(let name, let other):
      places.requests.rename(to: other)
      requests.rename(name, to: other)
    case .deleted(let name, let file):
      let ways = requests.detach(name)
      guard let file else { return [] }
      return [
        .remember(
          UndoStep(
            "Deleting \(name)",
            [.requests(.restore(name, file: file))] + ways.map(Effect.compose))),
        .notify(
          Notice(.info, "\(name) was deleted.", whatToDo: "\(key: .app(.undo)) brings it back.")),
      ]
    case .changedOutside(let draft, let name): return requests.take(changed: draft, of: name)
    case .conflict(let draft, let other, let name, let change):
      _ = requests.take(changed: other, of: name)
      return [
        .confirm(
          .conflict(
            name, change,
            answers: [
              .init("Save mine over it", [.requests(.save(draft, name: name, .allowed))]),
              .init("Take the file's", [.compose(.reread(other))]),
            ]))
      ]
    case .refused(let problems): return composer.refuse(problems)
    case .gone(let job): requests.forget(job)
    case .found(let job, let request):
      guard composer.lastJob == nil, composer.composed == request, !response.isOpen else { break }
      composer.request.lastJob = job
      return response.open(job)
    case .submitted(let job, let scheduling, let draft):
      // A user who works in the queue keeps the cursor position.
      if focus != .queue { queue.rows.follow(.job(job)) }
      switch scheduling {
      case .immediate:
        let isShown = draft.map { requests.note(job, of: $0) } ?? true
        announcements.sent(job)
        guard isShown else { return [.notify(.sent(job))] }
        composer.request.lastJob = job
        // If one panel is shown at a time, the response would be hidden.
        if display.showsOnePanel, focus == .composer { focus = .response }
        return [.notify(.sent(job))] + response.open(job)
      case .queued: return [.notify(Notice(.info, "Job \(job) was added to the queue."))]
      }
    }
    return []
  }

  private mutating func resize(to viewport: Viewport) -> [Effect] {
    display.viewport = viewport
    composer.show(rows: viewport.composer)
    composer.show(columns: viewport.composerColumns)
    sidebar.list.resize(height: viewport.sidebar.rows, among: rows(of: sidebar.list).count)
    // Resizes the lists below a prompt or a question as well, because they are on the screen.
    for place in overlays.indices {
      guard case .list(var list) = overlays[place] else { continue }
      list.resize(height: viewport.list, among: rows(of: list).count)
      overlays[place] = .list(list)
    }
    return queue.show(rows: viewport.queue) + response.show(rows: viewport.response)
      + response.body.show(columns: viewport.columns)
      + response.body.show(rowColumns: viewport.rowColumns)
      + response.body.show(room: viewport.picture)
  }
}
