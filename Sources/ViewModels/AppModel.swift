package import ClientModel

/// Everything the user sees and may do: the root of the view models.
package struct AppModel: Sendable {
  package internal(set) var composer = ComposerModel()
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
  var drafts = DraftKeeping()
  var saving = RequestSaving()
  var isQuitting = false
  /// Rises with each question, also with one that news changed: who draws tells them apart by it.
  package internal(set) var questionsAsked = 0

  /// Something that lies over the panels and takes the keys.
  package enum Overlay: Sendable {
    case list(ListModel)
    case prompt(Prompt)
    case question(Confirmation)
  }

  package init() {}

  /// What happened, the newest last.
  package var log: [LogEntry] { places.log.entries }

  /// True while the log is on the screen; new entries are then shown.
  package var showsLog: Bool { uppermost(\.log) != nil }

  /// What stub responses are given for.
  package var stubs: StubMode { places.gateways.stubs }

  /// True while the spinner should turn.
  package var isBusy: Bool { queue.running > 0 || response.isRunning }

  /// True while the request being composed, or the one on show, trusts any certificate.
  package var isInsecure: Bool {
    composer.isInsecure || response.request?.options.trust.verification == .insecure
  }

  /// The contexts that hear a key now, innermost first.
  package var contexts: [Context] {
    switch overlays.last {
    case .question: return [.dialog, .always]
    case .prompt(let prompt):
      return prompt.query == nil || prompt.refusal != nil
        ? [.typing, .always] : [.typing, .search, .always]
    case .list(let list):
      return list.isTyping ? [.typing, .list, .always] : [.list, .moving, .always]
    case nil:
      if focus == .composer, composer.isTyping { return [.typing, .composer, .anywhere, .always] }
      return [focusContext, .anywhere, .moving, .always]
    }
  }

  var focusContext: Context {
    switch focus {
    case .composer: .composer
    case .queue: .queue
    case .response: .response
    }
  }

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

  /// A key was pressed that means nothing here: the line that stood at the foot goes, and where the key
  /// belongs to other panels, that is told.
  package mutating func pass(over commands: [Command]) {
    notice = nil
    let places = commands.compactMap(\.facts).map { "in the \($0.context.title): \($0.title)" }
    guard overlays.isEmpty, !places.isEmpty else { return }
    notice = .cannot(
      "That key does nothing here,", places.joined(separator: "; ") + ".", "Go there first.")
  }

  /// What the state now asks for, whatever brought it there.
  mutating func follow() -> [Effect] {
    var effects = settle(followEndpoint()) + settle(followView()) + followStatus()
    if overlays.isEmpty, focus == .composer, let folder = composer.wantedFolder {
      // Asked for once: what is there comes as news.
      composer.folders[folder] = []
      effects.append(.listFolder(folder))
    }
    return effects
  }

  /// Why a command can do nothing now; nil when it can.
  package func obstacle(to command: Command) -> Notice? { command.obstacle(in: self) }

  /// Carries out what concerns the models alone and leaves the rest to the session.
  mutating func settle(_ effects: [Effect]) -> [Effect] {
    var outward: [Effect] = []
    for effect in effects {
      switch effect {
      case .notify(let notice): tell(notice)
      case .ask(let purpose, let text):
        overlays.append(.prompt(Prompt(asking: purpose, text: text)))
      case .confirm(let confirmation):
        questionsAsked += 1
        overlays.append(.question(confirmation))
      case .begin(let choices):
        questionsAsked += 1
        overlays.append(.question(beginning(choices)))
      case .list(let effect): outward += carryOut(effect)
      case .showJob(let job):
        focus = .response
        outward += settle(response.open(job))
      default: outward.append(effect)
      }
    }
    return outward
  }

  /// Says why a command can do nothing. Who meant to type something goes on typing: a prompt takes it.
  private mutating func refuse(_ command: Command, _ obstacle: Notice) {
    tell(obstacle)
    guard overlays.isEmpty else { return }
    let purpose: Prompt.Purpose? =
      switch command {
      case .app(.find): .find(response.query.other(""))
      case .response(.filter): .filter
      case .response(.goToPath): .path
      default: nil
      }
    guard let purpose else { return }
    overlays.append(.prompt(Prompt(refusing: purpose, obstacle)))
  }

  mutating func tell(_ notice: Notice) {
    self.notice = notice
    note([.notice(notice)])
  }

  /// Takes what happened into the log, in its order.
  mutating func note(_ entries: [LogEntry]) {
    _ = change(\.log) {
      $0.append(entries)
      return []
    }
  }
}
