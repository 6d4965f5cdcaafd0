package import ClientModel

/// The root of the view models: all state that the user sees and all commands. It handles the order
/// of overlays and passes each command to a part; the parts handle the rest.
package struct AppModel: Sendable {
  package internal(set) var requests = OpenRequests()
  package internal(set) var sidebar = SidebarModel()
  package internal(set) var queue = QueueModel()
  package internal(set) var response = ResponseModel()
  package internal(set) var focus = Panel.composer
  /// The overlays over the panels, the uppermost last.
  package internal(set) var overlays: [Overlay] = []
  /// The lists that can be shown over the panels, with their content.
  package internal(set) var places = ListPlaces()
  /// The notice, shown until the next command.
  package internal(set) var notice: Notice?

  package internal(set) var display = DisplayState()
  package internal(set) var place = WorkplaceFacts()
  var prompts = PromptMemory()
  var announcements = Announcements()
  var undo = UndoHistory()
  var quitting = Quitting()
  /// The number of questions so far, including those that an event changed. The number
  /// distinguishes questions.
  package internal(set) var questionsAsked = 0

  /// An overlay over the panels, which receives the keys.
  package enum Overlay: Sendable {
    case list(ListModel)
    case prompt(Prompt)
    case question(Confirmation)
  }

  /// The receiver of the keys. A question opens by itself only while the receiver is `free`, so
  /// that typed text cannot answer it.
  enum Attention: Hashable {
    case free
    case asked(Confirmation.Topic)
    case taken
  }

  package init() {}

  /// The request being composed.
  package internal(set) var composer: ComposerModel {
    get { requests.composer }
    _modify { yield &requests.composer }
  }

  /// The entries of the log, newest last.
  package var log: [LogEntry] { places.log.entries }

  /// Whether the log is on the screen, so that it must show new entries.
  package var showsLog: Bool { uppermost(\.log) != nil }

  /// The requests that get stub responses.
  package var stubs: StubMode { places.gateways.stubs }

  /// Whether the spinner turns.
  package var isBusy: Bool { queue.isRunning || response.isRunning }

  /// Whether something on the screen changes with time.
  package var turns: Bool {
    isBusy || queue.countsDown || places.shared.isFlashing || showsCache
  }

  /// Whether the ages of cached responses are on the screen.
  var showsCache: Bool { uppermost(\.cache) != nil && !places.cache.responses.isEmpty }

  /// Whether the keys type text.
  var isTyping: Bool { contexts.first == .typing }

  /// Whether the composed request, or the one in the response panel, trusts any certificate.
  package var isInsecure: Bool {
    composer.isInsecure || response.request?.options.trust.verification == .insecure
  }

  /// The open requests that the next session restores if this session ends now.
  package var storedRequests: StoredRequests? { requests.stored }

  var unfinishedWork: UnfinishedWork {
    UnfinishedWork(running: place.role == .runner ? queue.running : 0)
  }

  /// Begins a write of the open requests if they changed, and returns its effect. Call this
  /// function after each turn.
  package mutating func storeRequests() -> [Effect] { requests.store() }

  /// Performs a command. A command that cannot act gives a notice with the reason.
  ///
  /// - Returns: The effects for the session, in order.
  package mutating func perform(_ command: Command) -> [Effect] {
    if case .point = command {} else { notice = nil }
    if let obstacle = obstacle(to: command) {
      refuse(command, obstacle)
      return []
    }
    return settle(act(command)) + follow()
  }

  /// Handles an event from the session.
  package mutating func receive(_ event: AppEvent) -> [Effect] { settle(take(event)) + follow() }

  /// Handles a key that has no command here: clears the notice and names the panels that use the
  /// key.
  package mutating func pass(over commands: [Command]) {
    notice = nil
    if let list = activeList, !list.isTyping, overlays.last != nil {
      notice = .cannot(
        "This key does nothing in this list.", "", "\(key: .list(.filter)) filters the rows.")
    }
    let places = commands.compactMap(\.facts).map { "\"\($0.title)\" in the \($0.context.title)" }
    guard overlays.isEmpty, !places.isEmpty else { return }
    if focus == .queue, commands.contains(.response(.compare)) {
      notice = queue.comparingAdvice
      return
    }
    notice = .cannot(
      "This key does nothing in this panel.",
      "It is for \(places.joined(separator: " and ")).", "Go there first.")
  }

  /// Returns the reason why a command cannot act now, or nil if it can.
  package func obstacle(to command: Command) -> Notice? { command.obstacle(in: self) }

  /// Updates the models that depend on each other, and returns the effects that the new state
  /// requires.
  private mutating func follow() -> [Effect] {
    var effects = settle(requests.composer.follow(&places.catalogs, &announcements))
    effects += settle(response.follow(&places.catalogs))
    if overlays.isEmpty, focus == .composer { effects += composer.listsFolder() }
    return effects
  }

  /// Carries out the effects that concern only the models and returns the others for the session.
  mutating func settle(_ effects: [Effect]) -> [Effect] {
    var outward: [Effect] = []
    for effect in effects {
      switch effect {
      case .notify(let notice): notify(notice)
      case .ask(let prompt): overlays.append(.prompt(prompt))
      case .confirm(let question): ask(question)
      case .begin(let choices): ask(.beginning(choices))
      case .list(let effect): outward += carryOut(effect)
      case .compose(let composition): outward += settle(compose(composition))
      case .saveInScratch: outward += settle(requests.saving.saveInScratch(composer))
      case .remember(let step): undo.remember(step)
      case .showJob(let job):
        focus = .response
        queue.rows.stopFollowing()
        outward += settle(response.open(job))
      case .queue(.restore(let deletion)):
        // Selects the first restored job.
        if focus == .queue, let job = deletion.jobs.first { queue.rows.follow(.job(job)) }
        outward.append(effect)
      case .quit(let manner):
        if let notice = quitting.begin(manner, unfinishedWork) { notify(notice) }
        outward.append(effect)
      default: outward.append(effect)
      }
    }
    return outward
  }

  private mutating func compose(_ composition: Composition) -> [Effect] {
    switch composition {
    case .new: requests.openNew()
    case .draft(let draft): requests.open(draft)
    case .restored(let draft, let base): requests.openTab(draft, base: base)
    case .reopened(let draft, let base, let place):
      requests.reopen(draft, base: base, at: place)
    case .reread(let draft): requests.reread(draft)
    case .attached(let draft, let base):
      requests.attach(draft, to: base)
      return []
    }
    focus = .composer
    return showLastResponse()
  }

  mutating func notify(_ notice: Notice) {
    self.notice = notice
    note([.notice(notice, time: nil)])
  }

  /// Whether the log has notices that need a time from `dateNotices`.
  package var hasUndatedNotices: Bool { places.log.hasUndatedNotices }

  /// Sets the time of all notices in the log that have none. Only the session knows the time.
  package mutating func dateNotices(_ time: String) { places.log.dateNotices(time) }

  /// Appends entries to the log.
  mutating func note(_ entries: [LogEntry]) {
    _ = change(\.log) {
      $0.append(entries)
      return []
    }
  }
}
