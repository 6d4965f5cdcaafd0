package import ClientModel

/// Everything the user sees and may do: the root of the view models. It handles the order of overlays
/// and which part takes a key; the parts handle the rest.
package struct AppModel: Sendable {
  package internal(set) var requests = OpenRequests()
  package internal(set) var sidebar = SidebarModel()
  package internal(set) var queue = QueueModel()
  package internal(set) var response = ResponseModel()
  package internal(set) var focus = Panel.composer
  /// What lies over the panels, the uppermost last.
  package internal(set) var overlays: [Overlay] = []
  /// The lists that can lie over the panels, with what they list.
  package internal(set) var places = Places()
  /// The line that shows until the next command.
  package internal(set) var notice: Notice?

  package internal(set) var display = DisplayState()
  package internal(set) var place = WorkplaceFacts()
  var prompts = PromptMemory()
  var announcements = Announcements()
  var undo = UndoHistory()
  var quitting = Quitting()
  /// Rises with each question, also with one that an event changed, so that a panel can distinguish them.
  package internal(set) var questionsAsked = 0

  /// Something that lies over the panels and takes the keys.
  package enum Overlay: Sendable {
    case list(ListModel)
    case prompt(Prompt)
    case question(Confirmation)
  }

  /// What receives the keys now. A question opens by itself only while this is `free`, so that typed text
  /// cannot answer it.
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

  /// What happened, the newest last.
  package var log: [LogEntry] { places.log.entries }

  /// True while the log is on the screen; new entries are then shown.
  package var showsLog: Bool { uppermost(\.log) != nil }

  /// Which requests get stub responses.
  package var stubs: StubMode { places.gateways.stubs }

  /// True while the spinner should turn.
  package var isBusy: Bool { queue.isRunning || response.isRunning }

  /// True while something on the screen changes with time.
  package var turns: Bool {
    isBusy || queue.countsDown || places.shared.isFlashing || showsCache
  }

  /// True while the ages of cached responses are on the screen.
  var showsCache: Bool { uppermost(\.cache) != nil && !places.cache.responses.isEmpty }

  /// Whether characters are put into a text.
  var isTyping: Bool { contexts.first == .typing }

  /// True while the request being composed, or the one on show, trusts any certificate.
  package var isInsecure: Bool {
    composer.isInsecure || response.request?.options.trust.verification == .insecure
  }

  /// What the next session opens again if this one ends now.
  package var storedRequests: StoredRequests? { requests.stored }

  var unfinishedWork: UnfinishedWork {
    UnfinishedWork(running: place.role == .runner ? queue.running : 0)
  }

  /// Asks for the open requests to be stored when they changed; call it after each turn.
  package mutating func storeRequests() -> [Effect] { requests.store() }

  /// Does what the user asked for. A command that cannot act gives a notice with the reason.
  ///
  /// - Returns: What the session must do, in order.
  package mutating func perform(_ command: Command) -> [Effect] {
    if case .point = command {} else { notice = nil }
    if let obstacle = obstacle(to: command) {
      refuse(command, obstacle)
      return []
    }
    return settle(act(command)) + follow()
  }

  /// Takes events from the session.
  package mutating func receive(_ event: AppEvent) -> [Effect] { settle(take(event)) + follow() }

  /// Handles a key without a command here: clears the notice and, if other panels use the key, names them.
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

  /// Why a command can do nothing now; nil when it can.
  package func obstacle(to command: Command) -> Notice? { command.obstacle(in: self) }

  /// The effects that the new state requires, whatever caused it.
  private mutating func follow() -> [Effect] {
    var effects = settle(requests.composer.follow(&places.catalogs, &announcements))
    effects += settle(response.follow(&places.catalogs))
    if overlays.isEmpty, focus == .composer { effects += composer.listsFolder() }
    return effects
  }

  /// Carries out the effects that concern only the models; returns the others for the session.
  mutating func settle(_ effects: [Effect]) -> [Effect] {
    var outward: [Effect] = []
    for effect in effects {
      switch effect {
      case .notify(let notice): notify(notice)
      case .ask(let prompt): overlays.append(.prompt(prompt))
      case .confirm(let question): ask(question)
      case .begin(let choices): ask(ComposerModel.question(of: choices))
      case .list(let effect): outward += carryOut(effect)
      case .compose(let composition): outward += settle(compose(composition))
      case .saveInScratch: outward += settle(requests.saving.saveInScratch(composer))
      case .remember(let step): undo.remember(step)
      case .showJob(let job):
        focus = .response
        queue.stopFollowing()
        outward += settle(response.open(job))
      case .queue(.restore(let jobs)):
        // Selects the first restored job.
        if focus == .queue, let job = jobs.first { queue.follow(.job(job)) }
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

  /// True while the log has notices to which `dateNotices` must give their time.
  package var hasUndatedNotices: Bool { places.log.hasUndatedNotices }

  /// Gives the newest notices of the log their time, which only the session knows.
  package mutating func dateNotices(_ time: String) { places.log.dateNotices(time) }

  /// Takes what happened into the log, in its order.
  mutating func note(_ entries: [LogEntry]) {
    _ = change(\.log) {
      $0.append(entries)
      return []
    }
  }
}
