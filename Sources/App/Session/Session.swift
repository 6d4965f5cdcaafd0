import ClientCore
import ClientModel
import NcursesTerminal
import Panels
import Terminal
import ViewModels

/// The one owner of the interface's state: takes keys and news, lets the models decide, carries out
/// what they ask, draws.
///
/// Everything here runs on the UI thread. The first frame is drawn before anything is opened.
@UI final class Session {
  private var model = AppModel()
  private let terminal: NcursesTerminal
  private var looks: Looks
  private var idle: IdleCounter
  private let clipboards = ClipboardPrograms(SystemVariables.value)
  private var desk: EffectDesk?
  private var seen = SeenQuestion()
  private var hands = RestingHands()
  /// A question that news brought waits until the user's hands rest.
  private var isHoldingQuestion = false
  private var isDirty = true
  private var pace = FramePace()
  /// Effects on their way and not answered yet.
  private var underWay = 0
  private var isTurning = false
  private var phase = 0
  private var ending: ViewModels.QuitManner?
  private var hasEnded = false
  /// True when a signal ended the session, or the loss of its terminal, and not the user's word.
  private(set) var wasInterrupted = false
  /// Why the session ended before it began.
  private(set) var failure: (any Error)?

  init(terminal: NcursesTerminal, looks: Looks, idle: IdleCounter) {
    self.terminal = terminal
    self.looks = looks
    self.idle = idle
  }

  /// One turn of the loop: everything that waits is taken, then one frame is drawn if any of it shows.
  func turn(_ wake: UI.Wake) -> UI.Turn {
    for event in terminal.nextEvents() { take(event) }
    if wake.contains(.hangup) { interrupt() }
    if desk != nil, ending == nil { carryOut(model.keepDraft()) }
    if isDirty || pace.hasNews, !hasEnded {
      if !isDirty, let pause = pace.pause(at: .now) { return .waitAtMost(pause) }
      tellViewport()
      draw()
    }
    if hasEnded {
      terminal.close()
      return .finish
    }
    if underWay == 0, desk != nil, !model.isBusy { idle.bump() }
    return .wait
  }

  // MARK: Keys

  private func take(_ event: TerminalEvent) {
    isDirty = true
    if case .key = event { hands.pressed(at: .now) }
    switch event {
    case .key(.mouse(let mouse)):
      if let command = Screen.command(for: mouse, in: model, size: terminal.size) {
        perform(command)
      }
    case .key(let key): take(key)
    case .resized, .continued: receive(.viewport(viewport))
    case .quit: interrupt()
    }
  }

  private func take(_ key: Key) {
    let isAlone = looks.keys.pending.isEmpty
    guard let command = looks.keys.command(for: key, in: model.contexts) else {
      if isAlone, looks.keys.pending.isEmpty {
        model.pass(over: looks.keys.keymap.meanings(elsewhere: key, than: model.contexts))
      }
      return
    }
    guard seen.admits(command, to: model) else { return }
    perform(command)
  }

  private func perform(_ command: Command) {
    if command.comesInSeries { hands.moved(at: .now) }
    carryOut(model.perform(command))
  }

  /// Zooming, lanes that come and go, and notes change what a panel can show: the models hear of it.
  private func tellViewport() {
    let viewport = viewport
    if viewport != model.viewport { carryOut(model.receive(.viewport(viewport))) }
  }

  // MARK: News

  /// The desk is open: what it knows comes from now on, and its first answer when it has read all.
  func attach(_ desk: EffectDesk) {
    self.desk = desk
    // What the desk reads first; it tells when that is done.
    underWay += 1
    receive(.themes(looks.themeNames, chosen: looks.theme))
    receive(.mouse(looks.mouse))
    if looks.mouse == .leftToTerminal { terminal.mouse = .leftToTerminal }
    for notice in looks.notices { receive(.notice(notice)) }
    receive(.viewport(viewport))
  }

  func receive(_ event: AppEvent) {
    if case .happened = event, !model.showsLog {
      // Nobody sees it yet.
      return carryOut(model.receive(event))
    }
    if case .trustAsked = event { return askOnceHandsRest() }
    pace.bringNews()
    carryOut(model.receive(event))
    turnSpinnerWhileNeeded()
  }

  private func askOnceHandsRest() {
    guard !isHoldingQuestion else { return }
    isHoldingQuestion = true
    underWay += 1
    Task { @UI in
      while let pause = hands.pause(at: .now), !hasEnded {
        do { try await QuietClock().sleep(for: pause) } catch { break }
      }
      isHoldingQuestion = false
      // It may have been answered elsewhere meanwhile.
      answered(model.place.trust == .untrusted ? [.trustAsked] : [])
    }
  }

  /// Tells by the terminal's bell and title that something long has ended, unless the user wants none.
  func ring(_ title: String) {
    guard looks.bell == .rung, !hasEnded else { return }
    terminal.ring()
    terminal.setTitle(SafeText(title))
  }

  /// The answers to an effect, together.
  func answered(_ events: [AppEvent]) {
    underWay -= 1
    // What the user asked for shows at once; how far a body is read is news like any other.
    if !events.allSatisfy(\.isOnlyReading) {
      isDirty = true
    } else if !events.allSatisfy(\.isSilent) {
      pace.bringNews()
    }
    for event in events { carryOut(model.receive(event)) }
    turnSpinnerWhileNeeded()
  }

  /// The client has ended, or could not be opened; the loop may end.
  func finish(_ failure: (any Error)? = nil) { (hasEnded, self.failure) = (true, failure) }

  private var viewport: Viewport {
    var viewport = Screen.viewport(of: model, size: terminal.size)
    viewport.picture.colours = terminal.colorDepth.ofPictures
    return viewport
  }

  // MARK: Effects

  private func carryOut(_ effects: [Effect]) {
    for effect in effects { carryOut(effect) }
  }

  private func carryOut(_ effect: Effect) {
    switch effect {
    case .copy(let text, let what): copy(text, what)
    case .openEditor(let text, let suffix, let purpose):
      do {
        let line = if case .settings(let line) = purpose { line } else { 1 }
        receive(
          .edited(purpose, try Editor.edit(text, suffix: suffix, line: line, on: terminal)))
      } catch {
        receive(.notice(Notice(error)))
      }
    case .response(.page(let body, let suffix)):
      let path = desk?.path(of: body)
      if let notice = Pager.show(body, at: path, suffix: suffix, on: terminal) {
        receive(.notice(notice))
      }
      isDirty = true
    case .response(.read(let path, let reader)):
      let notice =
        reader == .pager ? Pager.show(path, on: terminal) : Editor.show(path, on: terminal)
      if let notice { receive(.notice(notice)) }
      isDirty = true
    case .keep(let preference): keep(preference)
    case .response(.document(let request))
    where request.action.isReading && hands.areMoving(at: .now):
      holdBack(effect, for: Self.breath)
    case .response(.document(let request)) where request.action == .catchUp:
      holdBack(effect, for: Self.arrivalRest)
    case .suspend:
      terminal.stopUntilContinued()
      isDirty = true
    case .redraw:
      terminal.redrawAll()
      isDirty = true
    case .quit(let manner): quit(manner)
    default: handOver(effect)
    }
  }

  private func handOver(_ effect: Effect) {
    guard let desk else { return }
    underWay += 1
    desk.take(effect)
  }

  /// Reading on leaves a breath between two steps while keys come. Where all processors are taken,
  /// what the system carries between a terminal and its program waits for its turn as well.
  private func holdBack(_ effect: Effect, for pause: Duration) {
    underWay += 1
    Task { @UI in
      do { try await QuietClock().sleep(for: pause) } catch { return answered([]) }
      guard let desk, !hasEnded else { return answered([]) }
      desk.take(effect)
    }
  }

  /// Less than what lies between two characters of a held key, and several times what a step takes.
  private static let breath = Duration.milliseconds(20)
  /// In which a fast server sends about as much as one step reads.
  private static let arrivalRest = Duration.milliseconds(3)

  private func copy(_ text: String, _ what: String) {
    var refusal: ClipboardError?
    do { try terminal.copy(text) } catch { refusal = error }
    underWay += 1
    Task { @UI [refusal] in
      answered([.notice(await clipboards.copy(text, what, refusal: refusal))])
    }
  }

  private func keep(_ preference: Preference) {
    if case .mouse(let use) = preference {
      terminal.mouse = use == .used ? .reported : .leftToTerminal
    }
    if let notice = looks.keep(preference) { receive(.notice(notice)) }
    isDirty = true
  }

  private func interrupt() {
    wasInterrupted = wasInterrupted || ending == nil
    quit(.stoppingJobs)
  }

  private func quit(_ manner: ViewModels.QuitManner) {
    // Who waits for jobs to end may still stop them.
    if ending == .whenDone, manner == .stoppingJobs { desk?.stopJobs() }
    guard ending == nil else { return }
    ending = manner
    guard let desk else {
      hasEnded = true
      return
    }
    let legacy = wasInterrupted ? Legacy.draft(model.unsavedDraft) : .nothing
    desk.end(manner, leaving: legacy) { [self] in await finish() }
  }

  // MARK: Drawing

  private func draw() {
    isDirty = false
    pace.drew(at: .now)
    terminal.present(
      Screen.draw(model, keys: looks.keys, size: terminal.size), with: looks.palette)
    seen.drew(model)
  }

  /// One task turns the spinner ten times a second while something runs, and a countdown once a
  /// second while one shows; otherwise there is none.
  private func turnSpinnerWhileNeeded() {
    guard model.isBusy || model.queue.countsDown || model.shared.isFlashing, !isTurning
    else { return }
    isTurning = true
    Task { @UI in
      while model.isBusy || model.queue.countsDown || model.shared.isFlashing, !hasEnded {
        let pause = model.isBusy ? Duration.milliseconds(100) : .seconds(1)
        do { try await QuietClock().sleep(for: pause) } catch { break }
        phase += 1
        pace.bringNews()
        carryOut(model.receive(.turned(phase: phase, now: SystemClock().now)))
      }
      isTurning = false
    }
  }
}
