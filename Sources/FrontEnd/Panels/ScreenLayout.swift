import ClientModel
import Terminal
import ViewModels

/// Where everything is on a screen of some size: shared by drawing and the mouse.
struct ScreenLayout {
  let status: Rect
  let panels: [Panel: Rect]
  /// What stands between the panels and the hints.
  let foot: ScreenFoot
  let notice: Rect
  let hints: Rect
  let list: Rect
  /// Below the rows of the help: the sentence of the selected command. Empty in other lists.
  let listFoot: Rect
  /// Where the rows of the list over the panels stand, below the filter.
  let listRows: Rect
  /// True while a list is open, also under a prompt or a question.
  private let hasList: Bool
  /// False when there is no room for anything but a sentence.
  let isUsable: Bool

  init(_ model: AppModel, _ keymap: Keymap, _ size: Size) {
    let bounds = Rect(size)
    isUsable = Least.screen.fits(in: size)
    hasList = Self.uppermostList(of: model) != nil
    let (top, rest) = bounds.split(topRows: 1)
    let (upper, hints) = rest.split(bottomRows: 1)
    foot = ScreenFoot(model, keymap, size)
    let (middle, notice) = upper.split(bottomRows: foot.rows)
    (status, self.hints, self.notice) = (top, hints, notice)
    panels = Self.panels(model, in: middle, size)
    list = bounds.centered(Self.listSize(model, size)).above(notice.y)
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
    /// The columns of a response without content.
    static let emptyResponse = 38
    static let composerHeight = 5
    static let queueHeight = 4
  }

  /// Whether the sidebar has a column of its own, takes the place of other panels, or is not shown.
  static func sidebar(_ model: AppModel, _ size: Size) -> PanelPresence {
    guard size.width >= Least.widthWithSidebar, !isSingle(model, size) else { return .inTurn }
    return model.sidebar.preference == .shown ? .beside : .absent
  }

  /// Whether request, queue and response are shown together or one at a time while none is zoomed.
  static func panels(_ size: Size) -> PanelPresence {
    Least.severalPanels.fits(in: size) ? .beside : .inTurn
  }

  private static func isSingle(_ model: AppModel, _ size: Size) -> Bool {
    model.display.isZoomed || panels(size) == .inTurn
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
    let columns = wishes[.response] ?? leftColumns(model, of: rest.width)
    let most = rest.width - Least.columnWidth
    let (left, response) = rest.split(leftColumns: max(Least.columnWidth, min(columns, most)))
    panels[.response] = response
    if model.focus == .requests, presence != .beside {
      panels[.requests] = left
    } else {
      let rows = wishes[.queue] ?? composerRows(model, in: left.size)
      (panels[.composer], panels[.queue]) = left.split(
        topRows: max(Least.composerHeight, min(rows, left.height - Least.queueHeight)))
    }
    return panels
  }

  /// The columns of composer and queue.
  ///
  /// At 80 columns each side has about half; a wide screen gives the tree more. A response that is empty and
  /// not looked at leaves its room to them.
  private static func leftColumns(_ model: AppModel, of width: Int) -> Int {
    let isEmpty = model.response.job == nil && model.response.exchange.opened == nil
    let usual = max(38, min(width * 45 / 100, 90))
    return isEmpty && model.focus != .response ? max(usual, width - Least.emptyResponse) : usual
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
  private static func composerRows(_ model: AppModel, in size: Size) -> Int {
    let most = model.focus == .composer ? size.height - 7 : size.height / 2
    return max(8, min(ComposerPanel.height(of: model.composer, width: size.width), most))
  }

  /// As large as its rows need. Lists of commands, which are as wide as their keys, and lists with tabs have
  /// the same size whatever is in them.
  private static func listSize(_ model: AppModel, _ size: Size) -> Size {
    // A small screen needs the rows and columns around a list for the list.
    let height = size.height - (size.height < 30 ? 4 : 8)
    guard let list = uppermostList(of: model), !list.isHelp, !model.isTyped(list) else {
      return Size(width: min(84, size.width - 4), height: height)
    }
    // A URL and what is known of it need more columns than a command and its keys.
    let most = Size(width: size.width - (size.width < 100 ? 4 : 8), height: height)
    let rows = model.allRows(of: list)
    guard list.tabs.isEmpty, rows.count <= most.height - 3 else { return most }
    let widths = rows.map { SafeText($0.title).width + SafeText($0.detail).width + 8 }
    let title = SafeText(model.title(of: list.place)).width + 24
    let empty = rows.isEmpty ? SafeText(model.emptyText(of: list)).width + 4 : 0
    let table = ListTable.width(of: rows)
    let widest = max(title, empty, table > 0 ? table + 6 : widths.max() ?? 0)
    return Size(
      width: min(max(44, widest), most.width), height: min(max(6, rows.count + 3), most.height))
  }

  /// The list that is seen, also below a prompt or a question.
  private static func uppermostList(of model: AppModel) -> ListModel? {
    for case .list(let list) in model.overlays.reversed() { return list }
    return nil
  }

  /// Room for every sentence of the help, and for a line that parts it from the rows.
  private static func footRows(_ model: AppModel, _ size: Size) -> Int {
    guard uppermostList(of: model)?.isHelp == true else { return 0 }
    guard size.height >= 14 else { return size.height >= 6 ? 1 : 0 }
    return size.width >= 60 ? 3 : 4
  }

  /// The area that is cleared for the list: the list itself and the columns beside it.
  var listMargin: Rect { cleared(list) }

  /// What stands over the panels, with the columns beside it that are cleared: a sliver of a panel beside it is hard to
  /// tell from it.
  private func cleared(_ rect: Rect) -> Rect {
    rect.x <= 8
      ? Rect(x: 0, y: rect.y, width: hints.width, height: rect.height)
      : Rect(x: rect.x - 2, y: rect.y, width: rect.width + 4, height: rect.height)
  }

  /// The inside of a panel's border.
  func inside(_ panel: Panel) -> Rect? { panels[panel]?.inset(columns: 1, rows: 1) }

  func dialog(_ question: Confirmation) -> DialogLayout {
    DialogLayout(question, in: Rect(x: 0, y: 0, width: hints.width, height: hints.bottom))
  }

  /// The question and the columns beside it that are cleared, those of a list below it among them; all of that list where
  /// only its first and last rows would be left.
  func margin(of dialog: DialogLayout) -> Rect {
    let own = cleared(dialog.rect)
    guard hasList else { return own }
    let left = min(own.x, listMargin.x)
    let right = max(own.right, listMargin.right)
    let isCovered = own.y - list.y <= 2 && list.bottom - own.bottom <= 2
    let top = isCovered ? min(own.y, list.y) : own.y
    let bottom = isCovered ? max(own.bottom, list.bottom) : own.bottom
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension ScreenSize {
  init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

extension Rect {
  /// The same rectangle, moved up and cut so that it ends above a row.
  func above(_ row: Int) -> Rect {
    let height = min(height, row - 1)
    return Rect(x: x, y: max(1, min(y, row - height)), width: width, height: height)
  }
}

extension Size {
  fileprivate func fits(in other: Size) -> Bool {
    width <= other.width && height <= other.height
  }
}
