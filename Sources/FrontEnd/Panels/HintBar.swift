import ClientModel
import Terminal
import ViewModels

/// The last line of the screen: the keys that matter here and now.
enum HintBar {
  static func draw(_ model: AppModel, _ keys: KeyReader, in rect: Rect, frame: inout Frame) {
    frame.fill(rect, ink: Ink(.hintText))
    var x = rect.x + 1
    for command in commands(model) {
      let isIdle = model.obstacle(to: command) != nil
      if isIdle, !keepsPlace(command, model) { continue }
      if command == .composer(.explain), showsProblem(model, rect.width) { continue }
      guard let key = keys.keymap.label(of: command, in: model.contexts), let facts = command.facts
      else { continue }
      let spans = [
        Span(SafeText(key), Ink(isIdle ? .hintText : .hintKey)),
        Span(SafeText(" \(hint(command, facts.hint, model))  "), Ink(.hintText)),
      ]
      let width = spans.reduce(0) { $0 + $1.text.width }
      // A hint that does not fit whole is left out: half a word helps nobody.
      guard x + width - 2 <= rect.right else { continue }
      frame.put(
        spans, in: Rect(x: x, y: rect.y, width: rect.right - x, height: 1), overflow: .clip)
      x += width
    }
  }

  /// The hints must not move while the cursor moves through a tree: the fold hint is dimmed, not removed, on
  /// a row that cannot be folded.
  private static func keepsPlace(_ command: Command, _ model: AppModel) -> Bool {
    command == .response(.toggle) && model.response.tab == .tree
      && model.response.pane.selectedTreeRow != nil
  }

  /// True when the current problem is shown in full at the bottom of the screen.
  private static func showsProblem(_ model: AppModel, _ width: Int) -> Bool {
    guard let problem = model.standing else { return false }
    let lines = Paragraph.lines(of: SafeText(problem.line), width: width - 2)
    return lines.count <= (model.composer.isTyping ? 1 : 3)
  }

  /// The hint of a command; some commands have another effect in another state of the model.
  private static func hint(_ command: Command, _ word: String, _ model: AppModel) -> String {
    switch command {
    case .queue(.pause):
      (model.queue.currentLane?.lane.pause ?? Lane.Pause.none) == Lane.Pause.none ? word : "resume"
    case .queue(.hold) where model.queue.selectedJob?.isKeptBack ?? false: "release"
    case .queue(.hold) where model.queue.selectedJob?.isPolled ?? false: "pause asking"
    case .typing(.enter) where !model.overlays.isEmpty: "accept"
    case .typing(.leave) where !model.overlays.isEmpty: leaving(model)
    case .composer(.explain) where model.composer.standingProblem == nil: "about"
    case .composer(.markRow) where model.composer.tab == .form: "switch/fold"
    case .composer(.deleteRow) where model.composer.tab == .form: "clear"
    case .composer(.addRow) where model.composer.tab == .form: "add"
    case .list(.choose) where isFolder(model): "fold"
    case .list(.choose) where isLog(model): "show"
    case .list(.choose) where isShared(model): "view"
    case .list(.choose) where isLine(model): "copy"
    case .app(.back) where model.response.isDrawing: "stop drawing"
    case .response(.toggle) where model.response.showsPicture: "draw"
    case .response(.toggle) where model.response.tab == .raw: "layout"
    case .app(.back) where model.focus == .response && model.response.isViewing: "close"
    case .app(.back) where model.focus == .response && model.response.showsRecord: "the table"
    case .response(.nextSibling) where model.response.showsRecord: "next row"
    case .response(.previousSibling) where model.response.showsRecord: "row before"
    case .response(.toggle) where model.response.isViewing: "raw or decoded"
    case .response(.toggle) where model.response.tab == .attempts: "choose"
    case .response(.toggle): model.response.toggleWord ?? word
    default: word
    }
  }

  /// The hint for leaving the text field of an overlay.
  private static func leaving(_ model: AppModel) -> String {
    switch model.overlays.last {
    case .list(let list): list.kind == .palette ? "close" : "done"
    default: "change nothing"
    }
  }

  private static func selectedRow(_ model: AppModel) -> ListRow? {
    guard case .list(let list) = model.overlays.last else { return nil }
    let rows = model.rows(of: list)
    return rows.indices.contains(list.list.selected) ? rows[list.list.selected] : nil
  }

  private static func isFolder(_ model: AppModel) -> Bool {
    selectedRow(model)?.fold != nil
  }

  private static func isLog(_ model: AppModel) -> Bool {
    if case .notice = selectedRow(model)?.value { true } else { false }
  }

  private static func isShared(_ model: AppModel) -> Bool {
    if case .shared = selectedRow(model)?.value { true } else { false }
  }

  private static func isLine(_ model: AppModel) -> Bool {
    if case .line = selectedRow(model)?.value { true } else { false }
  }

  private static func commands(_ model: AppModel) -> [Command] {
    switch model.overlays.last {
    case .question: return [.dialog(.accept), .dialog(.next), .dialog(.dismiss)]
    case .prompt(let prompt) where prompt.refusal != nil: return [.typing(.leave)]
    case .prompt(let prompt) where prompt.query != nil:
      return [
        .typing(.enter), .search(.expression), .search(.scope), .search(.letters), .typing(.leave),
      ]
    case .prompt: return [.typing(.enter), .typing(.leave)]
    case .list(let list): return listCommands(list, selectedRow(model))
    case nil: break
    }
    let general: [Command] = [.app(.help), .app(.palette), .app(.nextPanel), .app(.leave)]
    switch model.focus {
    case .composer where model.composer.isTyping:
      return [
        .composer(.send), .typing(.leave), .composer(.explain), .typing(.nextField),
        .typing(.undo), .typing(.editor), .composer(.save),
      ]
    case .composer where model.composer.tab == .form:
      return [
        .composer(.edit), .composer(.send), .composer(.queue), .app(.help), .composer(.explain),
        .composer(.markRow), .composer(.addRow), .composer(.deleteRow), .composer(.nextTab),
        .composer(.save), .app(.palette), .app(.leave),
      ]
    case .composer:
      return [
        .composer(.edit), .composer(.send), .composer(.queue), .app(.help), .composer(.explain),
        .composer(.nextTab), .composer(.save), .composer(.markRow), .app(.palette), .app(.browser),
        .app(.leave),
      ]
    case .queue where model.queue.selectedBatch != nil:
      return [
        .queue(.fold), .queue(.hold), .queue(.retry), .app(.help), .queue(.nextFailed),
        .queue(.saveRows), .queue(.cancel), .queue(.forget), .queue(.pause),
      ] + general.dropFirst()
    case .queue:
      return [
        .queue(.show), .queue(.pause), .queue(.cancel), .app(.help), .queue(.askNow),
        .queue(.cancelAtServer), .queue(.retry),
        .queue(.runAgain), .queue(.hold), .queue(.resolve), .queue(.liftHold),
        .queue(.clearFinished),
      ] + general.dropFirst()
    case .response where model.response.tab == .compare:
      return [
        .response(.compare), .response(.ignore), .response(.ignoreNothing), .app(.help),
        .app(.find), .response(.nextTab),
      ] + general.dropFirst()
    case .response where model.response.isViewing:
      return [
        .app(.back), .app(.find), .response(.toggle), .response(.copyValue), .app(.help),
        .response(.copyPath),
      ]
    case .response where model.response.isDrawing:
      return [.app(.back), .response(.save), .app(.help), .response(.nextTab)] + general.dropFirst()
    case .response where model.response.showsRecord:
      return [
        .app(.back), .app(.find), .response(.nextSibling), .response(.previousSibling),
        .app(.help), .response(.viewValue), .response(.copyValue), .response(.nextTab),
      ] + general.dropFirst()
    case .response:
      return [
        .app(.cancelOpen), .response(.toggle), .app(.find), .response(.filter), .app(.help),
        .response(.copyValue),
        .response(.nextTab), .response(.openAll), .response(.closeAll), .response(.save),
      ] + general.dropFirst()
    }
  }

  private static func listCommands(_ list: ListModel, _ row: ListRow?) -> [Command] {
    if list.isTyping { return [.list(.choose), .typing(.leave)] }
    return rowCommands(list, row) + [.app(.help)]
  }

  private static func rowCommands(_ list: ListModel, _ row: ListRow?) -> [Command] {
    guard let row else {
      if list.kind == .gateways || list.kind == .shared { return [.list(.new), .list(.close)] }
      return list.tabs.isEmpty ? [.list(.close)] : [.list(.nextTab), .list(.close)]
    }
    switch list.kind {
    case .requests:
      if case .folder = row.value {
        return [.list(.choose), .list(.filter), .list(.nextTab), .list(.close)]
      }
      return [
        .list(.choose), .list(.filter), .list(.fold), .list(.rename), .list(.duplicate),
        .list(.delete), .list(.nextTab), .list(.close),
      ]
    case .history:
      return [
        .list(.choose), .list(.refresh), .list(.compare), .list(.delete), .list(.filter),
        .list(.nextTab),
        .list(.close),
      ]
    case .catalogs:
      return [.list(.choose), .list(.filter), .list(.fold), .list(.nextTab), .list(.close)]
    case .cache:
      return [
        .list(.choose), .list(.refresh), .list(.delete), .list(.clear), .list(.filter),
        .list(.close),
      ]
    case .cookies:
      return [.list(.edit), .list(.delete), .list(.clear), .list(.filter), .list(.close)]
    case .shared:
      return [
        .list(.choose), .list(.new), .list(.edit), .list(.watch), .list(.rule), .list(.delete),
        .list(.filter), .list(.close),
      ]
    case .gateways:
      return [
        .list(.choose), .list(.new), .list(.edit), .list(.delete), .list(.filter), .list(.close),
      ]
    case .log: return [.list(.choose), .list(.filter), .list(.close)]
    case .help: return [.list(.filter), .list(.close)]
    default: return [.list(.choose), .list(.filter), .list(.close)]
    }
  }
}
