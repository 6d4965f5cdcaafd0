import ClientModel

/// The handling of events from the session. Each event is passed to the responsible part.
extension AppModel {
  mutating func take(_ event: AppEvent) -> [Effect] {
    switch event {
    case .queue(let event):
      let effects = panels.receive(event)
      lists.requests.take(event)
      if let notice, queue.rows.window.contains(where: notice.isOutdated) { self.notice = nil }
      return effects + overlays.renewQuitQuestion(unfinishedWork) + reload(after: event)
    case .response(let event):
      let effects = panels.receive(event)
      if let job = response.job, notice?.isOutdated(by: job) == true { notice = nil }
      return effects
    case .elements(let array, let name, let source):
      return composer.request.edited.queue(each: array, of: name, source)
    case .composer(let event): return take(event)
    case .notice(let notice): notify(notice)
    case .effects(let effects): return effects
    case .happened(let events): note(events.map { .event($0) })
    case .feature(let event): return (event as? any ListEvent)?.deliver(to: &self) ?? []
    case .folder(let path, let entries): composer.folders.take(entries, of: path)
    case .filters(let programs): prompts.filters.load(programs)
    case .draftStored: requests.recovery.end()
    case .edited(.field(let field), let text): composer.replace(text, in: field)
    case .edited(.shared(let key), let text): return lists.shared.take(edited: text, of: key)
    case .edited(.file(let file, _), let text): return [file.write(text)]
    case .place(let facts):
      let effects = take(facts)
      if facts.trust == .trusted, overlays.close(questionAbout: .trust) {
        notify(WorkspaceStatus.trustedElsewhere)
      }
      return effects
    case .workspaceMade(let facts):
      let created = Notice(
        .info, "The workspace \(facts.workspace) was created.", why: facts.folder)
      return take(facts) + [.notify(created)] + requests.enterWorkspace()
    case .trustAsked(let difference): return place.loseTrust(attention, difference)
    case .mouse(let preference): display.mouse = preference
    case .splits(let splits): display.splits = splits
    case .sidebar(let preference): sidebar.preference = preference
    case .viewport(let viewport): return resize(to: viewport)
    case .spinnerStepped(let phase, let now):
      let second = display.turn(phase, now)
      lists.shared.turn(now)
      queue.lanes.endHolds(at: now)
      // The list is read again each second, because a displayed response can become stale.
      if second == .new, showsCache { return [.cache(.list)] }
    }
    return []
  }

  /// Reloads the open list if it shows jobs and a job has ended.
  private mutating func reload(after event: QueueEvent) -> [Effect] {
    if overlays.uppermost(\.cache) != nil { return lists.cache.reload(after: event) }
    return overlays.uppermost(\.history).map { lists.history.reload(after: event, $0) } ?? []
  }

  private mutating func take(_ facts: WorkspaceStatus) -> [Effect] {
    place = facts
    return queue.settle(in: facts)
  }

  private mutating func take(_ event: ComposerEvent) -> [Effect] {
    switch event {
    case .restored where notice?.kind == .warning:
      // A visible warning stays on the screen. The log has this warning and the notice about
      // restored requests.
      return panels.receive(event, on: display) + (notice.map { [.list(.show($0))] } ?? [])
    case .moved(let moved):
      rename(moved)
      return moved.effects
    case .movedBack(let moved):
      rename(moved)
      return []
    default: return panels.receive(event, on: display)
    }
  }

  /// Sets the new names of moved requests in the tabs, the lists and the new graph.
  private mutating func rename(_ moved: MovedRequests) {
    lists.requests.rename(moved)
    for move in moved.names {
      requests.rename(move.item.path, to: move.path)
      lists.graph.draft.rename(move.item.path, to: move.path)
    }
  }

  private mutating func resize(to viewport: Viewport) -> [Effect] {
    display.viewport = viewport
    let effects = panels.resize(to: viewport)
    overlays.resize(to: viewport, facts)
    return effects
  }
}
