import Terminal
import ViewModels

/// The last line of the screen: the keys that matter here and now.
enum HintBar {
  static func draw(_ model: AppModel, _ keys: KeyReader, in rect: Rect, frame: inout Frame) {
    frame.fill(rect, ink: Ink(.hintText))
    var x = rect.x + 1
    for command in commands(model) {
      let isIdle = model.obstacle(to: command) != nil
      if isIdle, !model.keepsHint(of: command) { continue }
      if command == .composer(.explain), showsProblem(model, rect.width) { continue }
      guard let key = keys.keymap.label(of: command, in: model.contexts),
        let hint = model.hint(of: command)
      else { continue }
      let spans = [
        Span(SafeText(key), Ink(isIdle ? .hintText : .hintKey)),
        Span(SafeText(" \(hint)  "), Ink(.hintText)),
      ]
      let width = spans.reduce(0) { $0 + $1.text.width }
      // A hint that does not fit whole is left out: half a word helps nobody.
      guard x + width - 2 <= rect.right else { continue }
      frame.put(
        spans, in: Rect(x: x, y: rect.y, width: rect.right - x, height: 1), overflow: .clip)
      x += width
    }
  }

  /// True when the current problem is shown in full at the bottom of the screen.
  private static func showsProblem(_ model: AppModel, _ width: Int) -> Bool {
    guard let problem = model.standing else { return false }
    let lines = Paragraph.lines(of: SafeText(problem.line), width: width - 2)
    return lines.count <= (model.composer.isTyping ? 1 : 3)
  }

  private static func commands(_ model: AppModel) -> [Command] {
    guard case .list(let list) = model.overlays.last else { return model.hints }
    return listCommands(list, model.selectedListRow)
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
