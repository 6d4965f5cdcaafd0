import ClientCore
import ClientModel
import NcursesTerminal
import Panels
import ReadingValues
import Terminal
import ViewModels

/// The only owner of the interface's state.
///
/// The session passes keys and events to the models, carries out the effects that they return, and
/// draws. Everything here runs on the UI thread. The first frame is drawn before anything is
/// opened.
@UI final class Session {
  private var model = AppModel()
  private let terminal: NcursesTerminal
  private var userSettings: UserSettings
  private var idle: IdleCounter
  private let clipboards = ClipboardPrograms(SystemVariables.value)
  private var effectRunner: EffectRunner?
  private var seen = SeenQuestion()
  private var hands = InputIdleTimer()
  private var mouse = MouseInput()
  /// The changed files for a trust question. The question waits until the user stops typing.
  private var heldQuestion: FileDifference?
  private var isDirty = true
  private var pace = FrameRateLimit()
  /// The number of effects without a reply.
  private var underWay = 0
  /// The number of requests that are being read, and the start time of the last read. They
  /// are read for the composer.
  private var loads = (count: 0, since: ContinuousClock.now)
  /// The terminal input that was not handled yet.
  private var unread: ArraySlice<TerminalEvent> = []
  private var isTurning = false
  private var spinnerStep = 0
  private var ending: QuitChoice?
  private var hasEnded = false
  /// Whether a signal or the loss of the terminal ended the session. False if the user ended it.
  private(set) var wasInterrupted = false
  /// The error that prevented the start of the session.
  private(set) var failure: (any Error)?

  init(terminal: NcursesTerminal, settings: UserSettings, idle: IdleCounter) {
    self.terminal = terminal
    self.userSettings = settings
    self.idle = idle
  }

  /// Runs one iteration of the loop. Handles all pending input, then draws one frame if the screen
  /// must change.
  func turn(_ wake: UI.Wake) -> UI.Turn {
    terminal.altKeys = userSettings.keys.keymap.altKeys(in: model.contexts)
    unread += terminal.nextEvents(timeout: userSettings.background.remainingTime(at: .now))
    while !awaitsRequest, let event = unread.next(userSettings.keys.characters(in: model.contexts))
    {
      take(event)
    }
    if wake.contains(.hangup) { interrupt() }
    if effectRunner != nil, ending == nil { carryOut(model.storeRequests()) }
    if model.hasUndatedNotices { model.dateNotices(SystemClock().now.timeOfDay) }
    if isDirty || pace.hasEvents, !hasEnded {
      if !isDirty, let pause = pace.pause(at: .now) { return .waitAtMost(pause) }
      sendViewport()
      draw()
      // The terminal is asked after the first frame, because the first frame must not wait for the
      // report.
      if terminal.reportsBackground, userSettings.asksBackground(at: .now) {
        terminal.askBackground()
      }
    }
    if hasEnded {
      terminal.close(timeout: userSettings.background.remainingTime(at: .now))
      return .finish
    }
    if underWay == 0, effectRunner != nil, !model.isBusy, !model.response.isReading { idle.bump() }
    return .wait
  }

  // MARK: Keys

  /// Whether input waits because a request is being read. Input waits at most half a second.
  private var awaitsRequest: Bool { loads.count > 0 && .now - loads.since < .milliseconds(500) }

  private func take(_ event: TerminalEvent) {
    isDirty = true
    if case .key = event { hands.pressed(at: .now) }
    switch event {
    case .key(.mouse(let event)):
      if let text = mouse.selection(after: event, in: frame) { copy(text, "the selected text") }
      mouse.command(for: event, in: model, userSettings.keys.keymap, size: terminal.size).map(
        perform)
    case .key(let key): take(key)
    case .background(let color):
      userSettings.take(background: color, at: .now)
      if effectRunner != nil {
        receive(.themes(userSettings.themeNames, chosen: userSettings.theme))
      }
    case .resized, .continued: receive(.viewport(viewport))
    case .quit: interrupt()
    }
  }

  private func take(_ key: Key) {
    let isAlone = userSettings.keys.pending.isEmpty
    guard let command = userSettings.keys.command(for: key, in: model.contexts) else {
      if isAlone, userSettings.keys.pending.isEmpty {
        model.pass(over: userSettings.keys.keymap.meanings(elsewhere: key, than: model.contexts))
      }
      return
    }
    guard seen.admits(command, to: model) else { return }
    perform(command)
  }

  private func perform(_ command: Command) {
    effectRunner?.prepare(for: command)
    carryOut(model.perform(command))
  }

  /// Sends the new viewport to the models. The space in a panel changes with zooming, lanes and
  /// notes.
  private func sendViewport() {
    let viewport = viewport
    if viewport != model.display.viewport { carryOut(model.receive(.viewport(viewport))) }
  }

  // MARK: Events

  /// Attaches the effect runner. Its first reply follows its initial reads.
  func attach(_ effectRunner: EffectRunner) {
    self.effectRunner = effectRunner
    // The initial reads count as an effect. The effect runner replies when they are done.
    underWay += 1
    model.beginReading()
    if userSettings.mouse == .leftToTerminal { terminal.mouse = .leftToTerminal }
    for event in userSettings.events { receive(event) }
    receive(.spinnerStepped(step: spinnerStep, now: SystemClock().now))
    receive(.viewport(viewport))
  }

  /// Applies the key map file again after the settings folder changed.
  func rereadKeys() {
    guard let notices = userSettings.rereadKeys() else { return }
    for notice in notices { receive(.notice(notice)) }
    if notices.isEmpty { receive(.notice(Notice(.info, "The key map was read again."))) }
  }

  func receive(_ event: AppEvent) {
    if case .happened = event, !model.showsLog {
      // The event log is not on the screen, so no frame is needed.
      return carryOut(model.receive(event))
    }
    if case .trustAsked(let difference) = event { return askOnceHandsRest(difference) }
    pace.deliverEvents()
    carryOut(model.receive(event))
    turnSpinnerWhileNeeded()
  }

  private func askOnceHandsRest(_ difference: FileDifference) {
    let isWaiting = heldQuestion != nil
    heldQuestion = difference
    guard !isWaiting else { return }
    underWay += 1
    Task { @UI in
      while let pause = hands.pause(at: .now), !hasEnded {
        do { try await QuietClock().sleep(for: pause) } catch { break }
      }
      let newest = heldQuestion ?? difference
      heldQuestion = nil
      // Another process may have answered the question meanwhile.
      answered(model.place.trust == .untrusted ? [.trustAsked(newest)] : [])
    }
  }

  /// Rings the bell and sets the title for a long job or graph that has ended. Has no effect if the
  /// user disabled it.
  func ring(_ title: String) {
    guard userSettings.bell == .rung, !hasEnded else { return }
    terminal.ring()
    terminal.setTitle(SafeText(title))
  }

  /// Handles all events of a finished effect.
  func answered(_ events: [AppEvent], of effect: Effect? = nil) {
    underWay -= 1
    if effect?.opensRequest == true { loads.count -= 1 }
    if !events.isEmpty {
      if effect?.urgency != .whenDue || model.queue.rows.needsWindow { isDirty = true }
      pace.deliverEvents()
    }
    for event in events { carryOut(model.receive(event)) }
    turnSpinnerWhileNeeded()
  }

  /// Receives an update from the reader of bodies. A result is drawn at once. Any other update is
  /// drawn in the next due frame.
  func take(_ update: DocumentUpdate) {
    if update.isProgress || update.origin != nil { pace.deliverEvents() } else { isDirty = true }
    carryOut(model.receive(.response(.document(update))))
    turnSpinnerWhileNeeded()
  }

  /// Ends the loop. Called after the client has ended or could not be opened.
  func finish(_ failure: (any Error)? = nil) { (hasEnded, self.failure) = (true, failure) }

  private var viewport: Viewport {
    var viewport = Screen.viewport(
      of: model, keymap: userSettings.keys.keymap, size: terminal.size)
    viewport.picture.colours = terminal.colorDepth.ofPictures
    return viewport
  }

  // MARK: Effects

  private func carryOut(_ effects: [Effect]) {
    for effect in effects { carryOut(effect) }
  }

  private func carryOut(_ effect: Effect) {
    let programs = TerminalPrograms(terminal: terminal)
    if let events = programs.events(of: effect, path: { effectRunner?.path(of: $0) }) {
      for event in events { receive(event) }
      isDirty = true
      return
    }
    switch effect {
    case .copy(let text, let what): copy(text, what)
    case .store(let preference): store(preference)
    case .preview(let theme):
      userSettings.preview(theme: theme)
      isDirty = true
    case .keys(let effect): for event in userSettings.carryOut(effect) { receive(event) }
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
    guard let effectRunner else { return }
    underWay += 1
    if effect.opensRequest { loads = (loads.count + 1, .now) }
    effectRunner.take(effect)
  }

  private func copy(_ text: String, _ what: String) {
    var refusal: ClipboardError?
    do { try terminal.copy(text) } catch { refusal = error }
    underWay += 1
    Task { @UI [refusal] in
      answered([.notice(await clipboards.copy(text, what, refusal: refusal))])
    }
  }

  private var frame: Frame { Screen.draw(model, keys: userSettings.keys, size: terminal.size) }

  private func store(_ preference: Preference) {
    if case .mouse(let use) = preference {
      terminal.mouse = use == .used ? .reported : .leftToTerminal
    }
    if let notice = userSettings.store(preference) { receive(.notice(notice)) }
    isDirty = true
  }

  private func interrupt() {
    wasInterrupted = wasInterrupted || ending == nil
    quit(.stoppingJobs)
  }

  private func quit(_ manner: QuitChoice) {
    // The user may still stop the running jobs instead of waiting for them.
    if ending == .whenDone, manner == .stoppingJobs { effectRunner?.stopJobs() }
    guard ending == nil else { return }
    ending = manner
    guard let effectRunner else {
      hasEnded = true
      return
    }
    effectRunner.end(manner, leaving: model.storedRequests) { [self] in await finish() }
  }

  // MARK: Drawing

  private func draw() {
    isDirty = false
    pace.drew(at: .now)
    terminal.present(mouse.drawn(on: frame), with: userSettings.palette)
    seen.drew(model)
  }

  /// Redraws a spinner ten times a second and a countdown once a second. Does nothing while neither
  /// is displayed.
  private func turnSpinnerWhileNeeded() {
    guard model.needsAnimation, !isTurning else { return }
    isTurning = true
    Task { @UI in
      while model.needsAnimation, !hasEnded {
        let pause = model.isBusy ? Duration.milliseconds(100) : .seconds(1)
        do { try await QuietClock().sleep(for: pause) } catch { break }
        spinnerStep += 1
        pace.deliverEvents()
        carryOut(model.receive(.spinnerStepped(step: spinnerStep, now: SystemClock().now)))
      }
      isTurning = false
    }
  }
}

/// The programs that use the terminal until they end: the editor, the pager and the reader of the
/// manual.
@UI struct TerminalPrograms {
  let terminal: NcursesTerminal

  /// Runs the program for an effect. Returns nil if the effect needs no program.
  ///
  /// - Parameter path: Returns the path of a stored body. Returns nil if the body is not in a file.
  func events(of effect: Effect, path: (StoredBody) -> String?) -> [AppEvent]? {
    switch effect {
    case .openEditor(let text, let suffix, let purpose): [edited(text, suffix, purpose)]
    case .response(.page(let body, let suffix)):
      notices(Pager.show(body, at: path(body), suffix: suffix, on: terminal))
    case .response(.read(let path, .pager)): notices(Pager.show(path, on: terminal))
    case .response(.read(let path, .editor)): notices(Editor.show(path, on: terminal))
    case .readManual(let subject): notices(ManualReading.show(subject, on: terminal))
    default: nil
    }
  }

  private func edited(_ text: String, _ suffix: String, _ purpose: EditorPurpose) -> AppEvent {
    do {
      let line = if case .file(_, let line) = purpose { line } else { 1 }
      return .edited(purpose, try Editor.edit(text, suffix: suffix, line: line, on: terminal))
    } catch {
      return .notice(Notice(error))
    }
  }

  private func notices(_ notice: Notice?) -> [AppEvent] { notice.map { [.notice($0)] } ?? [] }
}

/// The state of the mouse. It recognises double clicks and drags.
struct MouseInput {
  private var clicks = ClickCounter()
  private var drag: MouseDrag?

  /// Returns the command for an event. Returns nil if the event has no command.
  mutating func command(
    for event: MouseEvent, in model: AppModel, _ keymap: Keymap, size: Size
  ) -> Command? {
    let event = clicks.take(event, at: .now)
    switch event.action {
    case .drag: return drag?.move(to: event.position, in: model)
    case .release:
      defer { drag = nil }
      return drag?.movedSplit == true ? .point(.splitEnd) : nil
    case .press where event.button == .left:
      drag = MouseDrag(at: event.position, in: model, keymap: keymap, size: size)
    case .press, .doublePress, .wheelUp, .wheelDown: drag = nil
    }
    return Screen.command(for: event, in: model, keymap: keymap, size: size)
  }

  /// Returns the selected text when the button is released.
  func selection(after event: MouseEvent, in frame: @autoclosure () -> Frame) -> String? {
    event.action == .release ? drag?.text(of: frame()) : nil
  }

  /// Returns the frame with the selected text highlighted.
  func drawn(on frame: Frame) -> Frame {
    guard let drag else { return frame }
    var frame = frame
    drag.draw(on: &frame)
    return frame
  }
}

/// The recognition of double clicks. A double click is two quick presses of the left button on one
/// cell.
struct ClickCounter {
  private static let pause = Duration.milliseconds(400)

  private var last: (position: Point, time: ContinuousClock.Instant)?

  /// Returns the event. The second press of a double click becomes a double press.
  mutating func take(_ event: MouseEvent, at now: ContinuousClock.Instant) -> MouseEvent {
    guard event.action == .press, event.button == .left else { return event }
    if let last, last.position == event.position, last.time.duration(to: now) < Self.pause {
      self.last = nil
      return MouseEvent(.doublePress, button: .left, at: event.position)
    }
    last = (event.position, now)
    return event
  }
}
