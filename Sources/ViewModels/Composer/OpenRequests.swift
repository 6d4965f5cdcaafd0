package import ClientModel

/// The open requests, each in a tab. One of them is in the composer.
///
/// Opening a request never discards another request. A request with unsaved changes stays open as a
/// tab.
package struct OpenRequests: Sendable {
  package internal(set) var composer = ComposerModel()
  private var before: [ComposerModel] = []
  private var after: [ComposerModel] = []
  var recovery = DraftRecovery()
  var saving = RequestSaving()
  /// A number that increases with each change of the tabs.
  private var generation = 0

  init() {}

  /// All open requests from left to right.
  package var tabs: [RequestTab] { all.map(RequestTab.init) }

  /// The index of the tab in the composer.
  package var current: Int { before.count }

  private var all: [ComposerModel] { before + [composer] + after }

  /// The names of the catalogs of the open forms.
  var catalogs: [String] { Set(all.compactMap { $0.draft.endpoint?.catalog }).sorted() }

  /// Whether no request was opened and nothing was typed yet.
  private var isUntouched: Bool { composer.isBlank && before.isEmpty && after.isEmpty }

  // MARK: Opening

  /// Opens a request. If the request already has a tab, shows that tab. Otherwise, replaces the
  /// composed request, or opens a new tab if the composed request has unsaved changes.
  mutating func open(_ draft: Draft) {
    if let name = draft.name, let index = all.firstIndex(where: { $0.name == name }) {
      show(index)
      if !composer.isUnsaved { composer.load(draft) }
    } else {
      if composer.isUnsaved { openTab() }
      composer.load(draft)
    }
    generation += 1
  }

  /// Opens a tab with a draft. `base` is its saved version, or nil if the request is new.
  mutating func openTab(_ draft: Draft, base: Draft?) {
    if !composer.isBlank { openTab() }
    composer.restore(draft, base: base)
    generation += 1
  }

  /// Opens a closed tab again at its former index.
  mutating func reopen(_ draft: Draft, base: Draft?, at place: Int) {
    openTab(draft, base: base)
    let others = before + after
    arrange(others, around: min(place, others.count))
  }

  /// Opens a tab with an empty request, unless the composed request is empty. The cursor is at the
  /// URL, and the user is not typing.
  mutating func openNew() {
    guard !composer.isBlank else { return composer.select(.url) }
    openTab()
    composer.load(Draft())
    generation += 1
  }

  private mutating func openTab() {
    composer.stopTyping()
    let next = composer.emptied()
    before.append(composer)
    composer = next
  }

  // MARK: Moving between tabs

  mutating func step(_ step: Int) {
    let count = all.count
    show((current + step + count) % count)
  }

  mutating func show(_ index: Int) {
    guard index != current, all.indices.contains(index) else { return }
    composer.stopTyping()
    let old = composer
    var others = all
    composer = others.remove(at: index)
    arrange(others, around: index)
    composer.adopt(old.context)
    generation += 1
  }

  /// Places the first `count` requests before the composer and the remaining requests after it.
  private mutating func arrange(_ others: [ComposerModel], around count: Int) {
    (before, after) = (Array(others[..<count]), Array(others[count...]))
  }

  /// Closes a tab. If the tab is not the current one, the composer keeps its request.
  ///
  /// - Returns: The composition that opens the tab again, or nil if the tab was empty.
  mutating func close(_ index: Int) -> Composition? {
    guard index != current else { return close() }
    let kept = current - (index < current ? 1 : 0)
    show(index)
    defer { show(kept) }
    return close()
  }

  /// Closes the tab in the composer. The composer then shows the next tab to the right. If there is
  /// none, it shows the next tab to the left.
  ///
  /// - Returns: The composition that opens the tab again, or nil if the tab was empty.
  mutating func close() -> Composition? {
    composer.stopTyping()
    let (closed, place) = (composer, current)
    if let next = after.first {
      composer = next
      after.removeFirst()
      composer.adopt(closed.context)
    } else if let next = before.popLast() {
      composer = next
      composer.adopt(closed.context)
    } else {
      composer.load(Draft())
    }
    generation += 1
    guard !closed.isBlank else { return nil }
    return .reopened(closed.draft, base: closed.request.edited.saved, at: place)
  }

  /// Closes a tab at the request of the user. The user can undo this.
  mutating func closeTab(_ index: Int) -> [Effect] {
    let title = tabs[index].title
    guard let composition = close(index) else { return [] }
    return [
      .remember(UndoStep("Closing \(title)", [.compose(composition)])),
      .notify(
        Notice(.info, "\(title) was closed.", whatToDo: "\(key: .app(.undo)) opens it again.")),
    ]
  }

  /// Records the job that sends a request. Since the submission, the user may have edited the
  /// request or switched tabs.
  ///
  /// - Parameter draft: The request as it was submitted.
  /// - Returns: Whether the request is in the composer.
  mutating func note(_ job: JobID, of draft: Draft) -> Bool {
    guard let place = place(of: draft) else { return false }
    change(place) { $0.request.edited.lastJob = job }
    return place == current
  }

  /// Returns the index of the tab whose draft was passed to an effect earlier. Returns nil if there
  /// is none. An unnamed draft cannot be found after an edit, so the current tab is assumed.
  private func place(of draft: Draft) -> Int? {
    let all = all
    let places = [current] + all.indices.filter { $0 != current }
    let isNew = draft.name == nil && composer.name == nil
    return places.first { all[$0].draft == draft }
      ?? places.first { draft.name != nil && all[$0].name == draft.name } ?? (isNew ? current : nil)
  }

  private mutating func change(_ place: Int, _ change: (inout ComposerModel) -> Void) {
    if place < current {
      change(&before[place])
    } else if place > current {
      change(&after[place - current - 1])
    } else {
      change(&composer)
    }
  }

  // MARK: Changes of saved requests

  /// Records that a request was saved. Since the start of the save, the user may have edited the
  /// request or switched tabs.
  ///
  /// - Parameter draft: The saved request, with its name from before the save.
  mutating func markSaved(_ draft: Draft, as name: String) {
    guard let place = place(of: draft) else { return }
    change(place) { $0.request.reconnect { $0.markSaved(draft, as: name) } }
    generation += 1
  }

  /// Sets the new name of a saved request in all tabs.
  mutating func rename(_ name: String, to other: String) {
    change { if $0.name == name { $0.request.reconnect { $0.rename(other) } } }
  }

  /// Turns the tabs of a deleted request into new, unsaved requests.
  ///
  /// - Returns: The compositions that connect the tabs to the saved request again.
  mutating func detach(_ name: String) -> [Composition] {
    var ways: [Composition] = []
    change { composer in
      guard composer.name == name else { return }
      let base = composer.request.edited.saved
      composer.request.reconnect { $0.detach() }
      ways.append(.attached(composer.draft, to: base))
    }
    return ways
  }

  /// Turns the saved requests of scratch into new, unsaved requests, because a workspace that was
  /// just created does not contain them. Saves the composed request in the workspace if it has a
  /// name.
  mutating func enterWorkspace() -> [Effect] {
    let name = composer.name
    change { if $0.name != nil { $0.request.reconnect { $0.detach() } } }
    return saving.saveInWorkspace(composer, named: name)
  }

  /// Removes a deleted job from all tabs.
  mutating func forget(_ job: JobID) {
    change { if $0.lastJob == job { $0.request.edited.lastJob = nil } }
  }

  mutating func attach(_ draft: Draft, to base: Draft) {
    change { if $0.draft == draft { $0.request.reconnect { $0.attach(to: base) } } }
  }

  /// Handles a change of a request file by another program.
  mutating func take(changed draft: Draft, of name: String) -> [Effect] {
    var effects: [Effect] = []
    change { effects += $0.take(changed: draft, of: name) }
    return effects
  }

  /// Loads the request of a file into each tab that shows this request.
  mutating func reread(_ draft: Draft) {
    change { if $0.name == draft.name { $0.load(draft) } }
  }

  private mutating func change(_ change: (inout ComposerModel) -> Void) {
    change(&composer)
    for index in before.indices { change(&before[index]) }
    for index in after.indices { change(&after[index]) }
    generation += 1
  }

  /// Handles an event that concerns only the open requests.
  mutating func receive(_ event: ComposerEvent) -> [Effect] {
    switch event {
    case .saved(let draft, let name):
      markSaved(draft, as: name)
      saving.succeed()
      return [.notify(Notice(.info, "The request was saved as \(name)."))]
    case .unsaved: saving.fail()
    case .deleted(let items, let files, let folders):
      let ways = files.flatMap { detach($0.name) }
      let restoring = Effect.requests(.restore(files, folders: folders))
      let step = UndoStep("Deleting \(items.words)", [restoring] + ways.map(Effect.compose))
      return [
        .remember(step),
        .notify(
          Notice(
            .info, "\(items.subject) deleted.", whatToDo: "\(key: .app(.undo)) undoes it.")),
      ]
    case .changedOutside(let draft, let name): return take(changed: draft, of: name)
    case .conflict(let draft, let other, let name, let change):
      _ = take(changed: other, of: name)
      return [
        .confirm(
          .conflict(
            name, change,
            answers: [
              .init(
                "Overwrite it with my version", [.requests(.save(draft, name: name, .allowed))]),
              .init("Use the version on disk", [.compose(.reread(other))]),
            ]))
      ]
    case .gone(let job): forget(job)
    case .loaded, .restored, .editing, .asserted, .moved, .movedBack, .refused, .submitted,
      .submittedSaved, .found:
      break
    }
    return []
  }

  /// Opens a request, or reconnects an open request to its saved request.
  mutating func perform(_ composition: Composition) {
    switch composition {
    case .new: openNew()
    case .pasted(let url):
      openNew()
      composer.replace(url, in: .url)
    case .draft(let draft): open(draft)
    case .restored(let draft, let base): openTab(draft, base: base)
    case .reopened(let draft, let base, let place): reopen(draft, base: base, at: place)
    case .reread(let draft): reread(draft)
    case .attached(let draft, let base): attach(draft, to: base)
    }
  }

  // MARK: The next session

  /// The data with which the next session restores these requests. Nil if all requests are empty.
  package var stored: StoredRequests? {
    let all = all.enumerated().filter { !$1.isBlank }
    guard !all.isEmpty else { return nil }
    let place = all.firstIndex { $0.offset >= current } ?? all.count - 1
    return StoredRequests(
      all.map { _, model in
        StoredRequest(
          name: model.name, draft: model.isUnsaved ? model.draft : nil,
          base: model.name == nil || !model.isUnsaved ? nil : model.request.edited.saved)
      }, current: place)
  }

  /// Returns the effect that stores the open requests. Returns no effect if nothing has changed or
  /// a large body is being typed.
  mutating func store() -> [Effect] {
    let revision = DraftRecovery.Revision(tabs: generation, draft: composer.request.edited.revision)
    guard !composer.typing.isDelayed, recovery.begin(revision) else { return [] }
    return [.drafts(.store(stored))]
  }

  /// Opens the requests of an ended session. If the user is already composing a request, they
  /// become tabs before it.
  mutating func restore(_ requests: [RestoredRequest], current: Int) -> [Effect] {
    guard !requests.isEmpty else { return [] }
    let restored = requests.map { request in
      var model = composer.emptied()
      model.restore(request.draft, base: request.base)
      return model
    }
    if isUntouched, !composer.isTyping {
      let place = restored.indices.contains(current) ? current : 0
      (before, after) = (Array(restored[..<place]), Array(restored[(place + 1)...]))
      composer = restored[place]
    } else {
      before = restored + before
    }
    generation += 1
    let count = restored.count { $0.isUnsaved }
    return [.drafts(.claim)] + (DraftRecovery.notice(unsaved: count).map { [.notify($0)] } ?? [])
  }
}

/// The texts for the tab of an open request.
package struct RequestTab: Hashable, Sendable {
  package let title: String
  /// The name of the saved request. Nil for an unsaved request.
  let name: String?
  let method: String
  /// The URL. Secrets are masked.
  let url: String
  package let isUnsaved: Bool

  init(_ composer: ComposerModel) {
    isUnsaved = composer.isUnsaved
    (name, method, url) = (composer.name, composer.draft.method, composer.shown(.url))
    if let name = composer.name {
      title = name
    } else if composer.draft.url.isEmpty {
      title = "new"
    } else {
      let address = composer.draft.url.prefix(whileByte: { !"?#".utf8.contains($0) })
      let words = address.words(at: "/")
      // A template is avoided as the title, because a variable name does not describe the request.
      let last = words.last { !$0.begins(with: "{") } ?? words.last ?? address
      title = "\(composer.draft.method) \(last)"
    }
  }
}
