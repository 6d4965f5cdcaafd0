import ClientModel

/// What news from the session changes.
extension AppModel {
  /// Takes news from the session.
  package mutating func receive(_ event: AppEvent) -> [Effect] { take(event) + follow() }

  private mutating func take(_ event: AppEvent) -> [Effect] {
    switch event {
    case .queue(let event):
      let effects = queue.receive(event)
      if let notice = announcements.restart(queue.lanes.map(\.lane)) { tell(notice) }
      return settle(
        effects + renewQuitQuestion() + reload(after: event))
    case .response(let event): return settle(response.receive(event))
    case .elements(let array, let name, let source):
      return [
        .queue(
          .prepareEach(
            array, of: name.isEmpty ? .draft(composer.draft) : .saved(name), source: source))
      ]
    case .assertionRefused(let text, let why):
      return settle(
        refuse(
          assertion: text, why: why,
          whatToDo: "Correct it, or begin with status, header, time or size."))
    case .nameTaken(let purpose, let proposal):
      tell(
        Notice(
          .warning, "A file of that name is there already.", why: "Weir never overwrites.",
          whatToDo: "Take the name that is proposed, or another."))
      return settle([.ask(purpose, text: proposal)])
    case .composer(let event): return settle(receive(event))
    case .notice(let notice): tell(notice)
    case .told(let answer): return settle([.confirm(answer)])
    case .happened(let events): note(events.map { .event($0) })
    case .requests(let names):
      return change(\.requests) {
        $0.take(names)
        return []
      }
    case .graphNames(let names): places.requests.graphs = names
    case .folder(let path, let entries): composer.folders[path] = entries
    case .catalogsChanged: return settle(change(\.catalogs) { $0.change().map(Effect.catalogs) })
    case .catalogs(let event):
      return settle(change(\.catalogs) { $0.receive(event).map(Effect.catalogs) })
    case .history(let page):
      guard let list = uppermost(\.history) else { return [] }
      return places.history.receive(page, at: list.list.selected).map(Effect.history)
    case .filters(let programs): prompts.filters.load(programs)
    case .environments(let names, let chosen):
      places.environments.names = names
      composer.use(chosen)
    case .cookies(let list): places.cookies.cookies = list
    case .cached(let answers): places.cache.answers = answers
    case .gateways(let found):
      places.gateways.take(found)
      composer.use(found)
    case .shared(let event):
      let standing = standing(of: ListID(\.shared))
      return settle(change(\.shared) { $0.receive(event, standing) })
    case .edited(.shared(let key), let text):
      return places.shared.take(edited: text, of: key)
    case .stubs(let mode):
      places.gateways.stubs = mode
      tell(places.gateways.stubsNotice)
    case .settingsText(let text, let line):
      return settle([
        .openEditor(text: text, suffix: ".yaml", purpose: .settings(line: line))
      ])
    case .settingsRefused(let text, let notice, let line):
      return settle(places.gateways.refused(settings: text, notice, line: line))
    case .edited(.settings, let text): return settle([.gateways(.write(text))])
    case .cookieValue(let cookie, let value):
      // Only for the list it was asked from: a value never appears over something else.
      guard uppermost(\.cookies) != nil else { return [] }
      return settle([.ask(.cookieValue(cookie), text: value)])
    case .draftKept: drafts.end()
    case .edited(.field(let field), let text): composer.replace(text, in: field)
    case .place(let facts): take(facts)
    case .workspaceMade(let facts):
      place = facts
      return settle([
        .notify(Notice(.info, "The workspace \(facts.workspace) was made.", why: facts.folder)),
        saving.save(composer),
      ])
    case .trustAsked: return settle(askForTrust())
    case .themes(let names, let chosen):
      places.themes.names = names
      places.themes.chosen = chosen
    case .mouse(let preference): display.mouse = preference
    case .viewport(let viewport): return settle(resize(to: viewport))
    case .turned(let phase, let now):
      (display.phase, display.now) = (phase, now)
      places.shared.turn(now)
    }
    return []
  }

  /// Reads again what a list shows of jobs when one of them ended.
  private mutating func reload(after event: QueueEvent) -> [Effect] {
    if uppermost(\.cache) != nil { return places.cache.reload(after: event) }
    return uppermost(\.history).map { places.history.reload(after: event, $0) } ?? []
  }

  private func standing(of id: ListID) -> SharedValuesModel.Standing {
    if case .list(let list) = overlays.last, list.place == id { return .uppermost }
    let isOpen = overlays.contains {
      if case .list(let list) = $0 { list.place == id } else { false }
    }
    return isOpen ? .covered : .closed
  }

  private mutating func receive(_ event: ComposerEvent) -> [Effect] {
    switch event {
    case .loaded(var draft, let name):
      draft.name = name
      if composer.isUnsaved { return [.confirm(discarding(by: .load(draft, name: name)))] }
      composer.load(draft)
      focus = .composer
      return []
    case .restored(let draft, let base): return restore(draft, base: base)
    case .saved(let name):
      composer.markSaved(as: name)
      return [.notify(Notice(.info, "The request was saved as \(name)."))] + goOnAfterSaving()
    case .unsaved:
      saving.fail()
      return []
    case .asserted(let text): return assertComposed(text)
    case .renamed(let name, let other):
      places.requests.rename(to: other)
      if composer.name == name { composer.rename(other) }
      return []
    case .deleted(let name):
      if composer.name == name { composer.detach() }
      return []
    case .changedOutside(var draft, let name):
      guard composer.name == name else { return [] }
      draft.name = name
      guard composer.isUnsaved else {
        composer.load(draft)
        return [.notify(Notice(.info, "\(name) was changed outside and read again."))]
      }
      return [
        .notify(
          Notice(
            .warning, "\(name) was changed outside.", why: "Your changes here are not saved.",
            whatToDo: "Save to overwrite it, or load it again."))
      ]
    case .refused(let problems):
      composer.refuse(problems)
      composer.goToProblem()
      return problems.first.map { [.notify(Notice($0))] } ?? []
    case .submitted(let job, let urgency):
      guard urgency == .now else {
        return [.notify(Notice(.info, "Job \(job) was added to the queue."))]
      }
      return response.open(job)
    }
  }

  private mutating func resize(to viewport: Viewport) -> [Effect] {
    display.viewport = viewport
    composer.show(rows: viewport.composer)
    if case .list(var list) = overlays.last {
      list.resize(height: viewport.list, among: rows(of: list).count)
      overlays[overlays.count - 1] = .list(list)
    }
    return queue.show(rows: viewport.queue) + response.show(rows: viewport.response)
      + response.show(columns: viewport.columns)
      + response.show(room: viewport.picture)
  }
}
