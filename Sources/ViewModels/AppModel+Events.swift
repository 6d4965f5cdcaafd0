import ClientDocuments
import ClientModel

/// The handling of events from the session. Each event is passed to the responsible part.
extension AppModel {
  mutating func take(_ event: AppEvent) -> [Effect] {
    switch event {
    case .queue(let event):
      let effects = queue.receive(event)
      lists.requests.take(event)
      if let notice = announcements.restart(queue.lanes.all.map(\.lane)) { notify(notice) }
      if let notice, queue.rows.window.contains(where: notice.isOutdated) { self.notice = nil }
      return effects + openEndOfSentGraph() + overlays.renewQuitQuestion(unfinishedWork)
        + reload(after: event)
    case .response(let event):
      let effects = response.receive(event)
      if let job = response.job {
        if let notice = announcements.stopped(job) { notify(notice) }
        if let shown = notice, shown.isOutdated(by: job) { notice = nil }
      }
      return effects
    case .elements(let array, let name, let source):
      return composer.request.queue(each: array, of: name, source)
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
      return take(facts) + [
        .notify(Notice(.info, "The workspace \(facts.workspace) was made.", why: facts.folder)),
        requests.saving.save(composer),
      ]
    case .trustAsked(let difference): return place.loseTrust(attention, difference)
    case .mouse(let preference): display.mouse = preference
    case .splits(let splits): display.splits = splits
    case .sidebar(let preference): sidebar.preference = preference
    case .viewport(let viewport): return resize(to: viewport)
    case .spinnerStepped(let phase, let now):
      let second = display.turn(phase, now)
      lists.shared.turn(now)
      queue.lanes.endHolds(at: now)
      // The list shows the ages of responses, which change every second.
      if second == .new, showsCache { return [.cache(.list)] }
    }
    return []
  }

  /// Shows the last response of a graph that was just sent. Does nothing if the graph has not
  /// ended.
  mutating func openEndOfSentGraph() -> [Effect] {
    queue.rows.takeEndOfSentGraph().map { response.open($0) } ?? []
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
    case .loaded(var draft, let name):
      draft.name = name
      return [.compose(.draft(draft))]
    case .restored(let restored, let current):
      let urgent = notice?.kind == .warning ? notice : nil
      // A visible warning stays on the screen. The log has this warning and the notice about
      // restored requests.
      let composed = composer.composed
      let effects = requests.restore(restored, current: current)
      // No older response is shown if the user is already composing a request.
      let shows = response.isOpen || composer.composed == composed ? [] : showLastResponse()
      return effects + shows
        + (urgent.map { [.list(.show($0))] } ?? [])
    case .editing(let draft, let job, let open):
      requests.openTab(draft, base: nil)
      composer.request.lastJob = job
      focus = .composer
      return [.list(.closeAll)] + showLastResponse()
        + [.notify(.editing(job, open))]
    case .asserted(let text): return composer.add(assertion: text, after: response.job)
    case .moved(let moved):
      rename(moved)
      return moved.effects
    case .movedBack(let moved): rename(moved)
    case .submittedSaved(let jobs, let scheduling, let drafts):
      return take(submitted: jobs, scheduling, of: drafts)
    case .refused(let problems): return composer.refuse(problems)
    case .found(let job, let request):
      guard composer.lastJob == nil, composer.composed == request, !response.isOpen else { break }
      composer.request.lastJob = job
      return response.open(job)
    case .submitted(let job, let scheduling, let draft):
      let receiving: [Effect] =
        draft?.graphQL == GraphQLSchema.introspection
        ? [.feature(.init(GraphQLSchemaEffect.receive(from: job)))] : []
      // The cursor of the queue does not move while the user works in the queue.
      if focus != .queue { queue.rows.follow(.job(job)) }
      switch scheduling {
      case .immediate:
        let isShown = draft.map { requests.note(job, of: $0) } ?? true
        announcements.sent(job)
        guard isShown else { return [.notify(.sent(job))] + receiving }
        composer.request.lastJob = job
        // If only one panel is visible, the response must have the focus to be visible.
        if display.showsOnePanel, focus == .composer { focus = .response }
        return [.notify(.sent(job))] + response.open(job) + receiving
      case .queued: return [.notify(Notice(.info, "Job \(job) was added to the queue."))]
      }
    case .saved, .unsaved, .deleted, .changedOutside, .conflict, .gone:
      return requests.receive(event)
    }
    return []
  }

  /// Sets the new names of moved requests in the tabs, the lists and the new graph.
  private mutating func rename(_ moved: MovedRequests) {
    lists.requests.rename(moved)
    for move in moved.names {
      requests.rename(move.item.path, to: move.path)
      lists.graph.draft.rename(move.item.path, to: move.path)
    }
  }

  /// Shows the job of a saved request that was sent from the sidebar. The focus stays there.
  private mutating func take(
    submitted jobs: [JobID], _ scheduling: Job.Scheduling, of drafts: [Draft]
  ) -> [Effect] {
    guard let first = jobs.first else { return [] }
    if focus != .queue { queue.rows.follow(.job(first)) }
    for (job, draft) in zip(jobs, drafts) { _ = requests.note(job, of: draft) }
    let unsaved = requests.tabs.contains { tab in
      tab.isUnsaved && drafts.contains { $0.name == tab.name }
    }
    let remark = unsaved ? "The unsaved changes in its tab were not sent." : ""
    switch scheduling {
    case .queued:
      let what = jobs.count == 1 ? "Job \(first) was" : "\(jobs.count) jobs were"
      return [.notify(Notice(.info, "\(what) added to the queue.", why: remark))]
    case .immediate:
      guard jobs.count == 1 else {
        return [.notify(Notice(.info, "\(jobs.count) jobs are being sent.", why: remark))]
      }
      announcements.sent(first)
      if display.showsOnePanel { focus = .response }
      let notice =
        unsaved ? Notice(.info, "Job \(first) is being sent.", why: remark) : .sent(first)
      return [.notify(notice)] + response.open(first)
    }
  }

  private mutating func resize(to viewport: Viewport) -> [Effect] {
    display.viewport = viewport
    composer.show(rows: viewport.composer)
    composer.show(columns: viewport.composerColumns)
    overlays.resize(to: viewport, facts)
    return queue.show(rows: viewport.queue) + response.show(rows: viewport.response)
      + response.body.show(columns: viewport.columns)
      + response.show(rowColumns: viewport.rowColumns)
      + response.body.show(room: viewport.picture)
  }
}
