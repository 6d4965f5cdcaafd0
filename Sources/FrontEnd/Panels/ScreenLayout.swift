import ClientModel
import Terminal
import ViewModels

/// Where everything is on a screen of some size: shared by drawing and the mouse.
struct ScreenLayout {
  let status: Rect
  let panels: [Panel: Rect]
  /// One row, or as many as a problem that stands there needs, but no more than three.
  let notice: Rect
  let hints: Rect
  let list: Rect
  /// Below the rows of the help: the sentence of the selected command. Empty in other lists.
  let listFoot: Rect
  /// Where the rows of the list over the panels stand, below the filter.
  let listRows: Rect
  /// False when there is no room for anything but a sentence.
  let isUsable: Bool

  init(_ model: AppModel, _ size: Size) {
    let bounds = Rect(size)
    isUsable = Least.screen.fits(in: size)
    let (top, rest) = bounds.split(topRows: 1)
    let (upper, hints) = rest.split(bottomRows: 1)
    let (middle, notice) = upper.split(bottomRows: Self.noticeRows(model, size))
    (status, self.hints, self.notice) = (top, hints, notice)
    panels = Self.panels(model, in: middle, size)
    list = bounds.centered(Self.listSize(model, size))
    let below = list.inset(columns: 1, rows: 1).split(topRows: 1).bottom
    (listRows, listFoot) = below.split(bottomRows: Self.footRows(model, list.size))
  }

  /// The least columns and rows of the screen and of what is on it.
  private enum Least {
    static let screen = Size(width: 24, height: 9)
    /// Below it the focused panel has the full screen.
    static let severalPanels = Size(width: 80, height: 16)
    /// From this width on the sidebar has a column of its own.
    static let widthWithSidebar = 120
    static let sidebarWidth = 16
    /// The columns of composer and response together if the sidebar is on the screen.
    static let widthBesideSidebar = 56
    /// The columns of the composer, which has the width of the queue, and of the response.
    static let columnWidth = 24
    static let composerHeight = 5
    static let queueHeight = 4
  }

  /// How the sidebar comes on the screen.
  static func sidebar(_ model: AppModel, _ size: Size) -> PanelPresence {
    guard size.width >= Least.widthWithSidebar, !isSingle(model, size) else { return .inTurn }
    return model.sidebar.preference == .shown ? .beside : .absent
  }

  /// How composer, queue and response come on the screen.
  static func panels(_ model: AppModel, _ size: Size) -> PanelPresence {
    isSingle(model, size) ? .inTurn : .beside
  }

  private static func isSingle(_ model: AppModel, _ size: Size) -> Bool {
    model.display.isZoomed || !Least.severalPanels.fits(in: size)
  }

  /// The composer over the queue, the response beside them, and on a wide screen the sidebar; on a small screen
  /// the focused panel alone.
  private static func panels(_ model: AppModel, in area: Rect, _ size: Size) -> [Panel: Rect] {
    if isSingle(model, size) { return [model.focus: area] }
    var (panels, rest) = ([Panel: Rect](), area)
    let presence = sidebar(model, size)
    let wishes = model.display.splits[ScreenSize(size)]
    if presence == .beside {
      let columns = wishes[.sidebar] ?? max(24, min(area.width * 22 / 100, 34))
      let most = area.width - Least.widthBesideSidebar
      let (side, others) = area.split(leftColumns: max(Least.sidebarWidth, min(columns, most)))
      panels[.requests] = side
      rest = others
    }
    // At 80 columns each side has about half; a wide screen gives the tree more.
    let columns = wishes[.response] ?? max(38, min(rest.width * 45 / 100, 90))
    let most = rest.width - Least.columnWidth
    let (left, response) = rest.split(leftColumns: max(Least.columnWidth, min(columns, most)))
    panels[.response] = response
    if model.focus == .requests, presence != .beside {
      panels[.requests] = left
    } else {
      let rows = wishes[.queue] ?? composerRows(model, of: left.height)
      (panels[.composer], panels[.queue]) = left.split(
        topRows: max(Least.composerHeight, min(rows, left.height - Least.queueHeight)))
    }
    return panels
  }

  // MARK: Lines between panels

  /// The line at a point.
  func split(at point: Point) -> PanelSplit? {
    PanelSplit.allCases.first { line($0)?.contains(point) ?? false }
  }

  /// The borders on both sides of a line; nil if it is not on the screen.
  private func line(_ split: PanelSplit) -> Rect? {
    guard panels.count > 1 else { return nil }
    switch split {
    case .sidebar:
      guard let side = panels[.requests], panels[.composer] != nil else { return nil }
      return Rect(x: side.right - 1, y: side.y, width: 2, height: side.height)
    case .response:
      return panels[.response].map { Rect(x: $0.x - 1, y: $0.y, width: 2, height: $0.height) }
    case .queue:
      guard let composer = panels[.composer], panels[.queue] != nil else { return nil }
      return Rect(x: composer.x, y: composer.bottom - 1, width: composer.width, height: 2)
    }
  }

  /// The columns or rows before a line if it were at this point.
  func extent(of split: PanelSplit, at point: Point) -> Int {
    switch split {
    case .sidebar: point.x - (panels[.requests]?.x ?? 0)
    case .response: point.x - (panels[.composer] ?? panels[.requests] ?? status).x
    case .queue: point.y - (panels[.composer]?.y ?? 0)
    }
  }

  /// Where the lines are now.
  var splits: PanelSplits.Places {
    guard panels.count > 1 else { return [:] }
    var places: PanelSplits.Places = [:]
    if panels[.composer] != nil { places[.sidebar] = panels[.requests]?.width }
    places[.response] = (panels[.composer] ?? panels[.requests])?.width
    if panels[.queue] != nil { places[.queue] = panels[.composer]?.height }
    return places
  }

  /// As many as the request needs: at most half, and while it is edited all but a few for the queue.
  private static func composerRows(_ model: AppModel, of height: Int) -> Int {
    let most = model.focus == .composer ? height - 7 : height / 2
    return max(8, min(ComposerPanel.height(of: model.composer), most))
  }

  /// As large as its rows need. Lists of commands, which are as wide as their keys, and lists with tabs have
  /// the same size whatever is in them.
  private static func listSize(_ model: AppModel, _ size: Size) -> Size {
    let height = min(28, size.height - 4)
    guard let list = uppermostList(of: model), !list.isHelp, !model.isTyped(list) else {
      return Size(width: min(84, size.width - 4), height: height)
    }
    // A URL and what is known of it need more columns than a command and its keys.
    let most = Size(width: min(120, size.width - 4), height: height)
    let rows = model.allRows(of: list)
    guard list.tabs.isEmpty, rows.count <= most.height - 3 else { return most }
    let widths = rows.map { SafeText($0.title).width + SafeText($0.detail).width + 6 }
    let title = SafeText(model.title(of: list.place)).width + 24
    let empty = rows.isEmpty ? SafeText(model.emptyText(of: list)).width + 4 : 0
    let widest = max(title, empty, widths.max() ?? 0)
    return Size(
      width: min(max(44, widest), most.width), height: min(max(6, rows.count + 3), most.height))
  }

  /// The list that is seen, also below a prompt or a question.
  private static func uppermostList(of model: AppModel) -> ListModel? {
    for case .list(let list) in model.overlays.reversed() { return list }
    return nil
  }

  /// Room for every sentence of the help, and for a blank line that parts it from the rows.
  private static func footRows(_ model: AppModel, _ size: Size) -> Int {
    guard uppermostList(of: model)?.isHelp == true else { return 0 }
    guard size.height >= 14 else { return size.height >= 6 ? 1 : 0 }
    return size.width >= 60 ? 3 : 4
  }

  /// While text is typed problems come and go with each key: the panels must not move then.
  private static func noticeRows(_ model: AppModel, _ size: Size) -> Int {
    guard !model.composer.isTyping, size.height >= 16, let problem = model.coveredStanding else {
      return 1
    }
    return min(3, Paragraph.lines(of: SafeText(problem.line), width: size.width - 2).count)
  }

  /// What is asked for in one line stands at the foot.
  var prompt: Rect { notice.row(notice.height - 1) }

  /// The inside of a panel's border.
  func inside(_ panel: Panel) -> Rect? { panels[panel]?.inset(columns: 1, rows: 1) }

  func dialog(_ question: Confirmation) -> Rect {
    let (size, screen) = (dialogSize(question), screen)
    let rows = size.rows + excerpt(question).count
    return screen.centered(Size(width: size.width, height: rows + 3))
  }

  private var screen: Rect { Rect(x: 0, y: 0, width: hints.width, height: hints.bottom) }

  /// The width of the dialog and its rows without the excerpt.
  private func dialogSize(_ question: Confirmation) -> (width: Int, rows: Int) {
    let widest =
      ([question.question, question.detail] + question.excerpt.map(\.text)
      + question.answers.map(\.title))
      .map { SafeText($0).width }.max() ?? 0
    let width = min(widest + 8, 76, screen.width)
    return (
      width, question.answers.count + detailLines(question, width: width - 4).count + 1
    )
  }

  /// The rows of the excerpt that leave room for the rest of the dialog.
  func excerpt(_ question: Confirmation) -> ArraySlice<FileDifference.Row> {
    question.excerpt.prefix(max(0, screen.height - dialogSize(question).rows - 3))
  }

  /// The explanation below a question, broken to fit.
  func detailLines(_ question: Confirmation) -> [SafeText] {
    detailLines(question, width: dialogSize(question).width - 4)
  }

  private func detailLines(_ question: Confirmation, width: Int) -> [SafeText] {
    guard !question.detail.isEmpty else { return [] }
    return question.detail.split(separator: "\n").flatMap {
      Paragraph.lines(of: SafeText(String($0)), width: width)
    }
  }

  func answerRow(_ index: Int, of question: Confirmation) -> Rect {
    let inside = dialog(question).inset(columns: 2, rows: 1)
    return inside.row(index + 2 + detailLines(question).count + excerpt(question).count)
  }
}

extension ScreenSize {
  init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

extension Size {
  fileprivate func fits(in other: Size) -> Bool {
    width <= other.width && height <= other.height
  }
}
