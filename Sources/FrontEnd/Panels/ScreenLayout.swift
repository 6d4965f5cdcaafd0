import ClientModel
import Terminal
import ViewModels

/// The areas of the screen, computed from its size, for drawing and for the mouse.
struct ScreenLayout {
  let status: Rect
  let panels: [Panel: Rect]
  /// The text at the bottom of the screen.
  let foot: ScreenFoot
  /// The last row of the screen.
  let lastRow: Rect
  /// The area of the hints, which is empty while a notice replaces them.
  let hints: Rect
  let list: Rect
  /// The area for the filter or the caption of the open list. It is empty if the list has neither.
  let listHead: Rect
  /// The area for the rows of the open list.
  let listRows: Rect
  /// The area for the description of the selected row. It is empty unless the list has one.
  let listFoot: Rect
  private let keymap: Keymap
  /// Whether a list is open. A prompt or a question may cover it.
  /// Whether the screen is large enough for the panels. A smaller screen shows only a sentence.
  let isUsable: Bool

  init(_ model: AppModel, _ keymap: Keymap, _ size: Size) {
    let bounds = Rect(size)
    isUsable = Minimum.screen.fits(in: size)
    self.keymap = keymap
    let (top, rest) = bounds.split(topRows: 1)
    let (middle, bottom) = rest.split(bottomRows: 1)
    foot = ScreenFoot(model, keymap, size)
    (status, lastRow, hints) = (top, bottom, foot.hints(in: bottom, model, keymap))
    panels = Self.panels(model, in: middle, size)
    list = bounds.centered(Self.listSize(model, size)).above(bottom.y)
    let below: Rect
    (listHead, below) = list.inset(columns: 1, rows: 1).split(topRows: Self.headRows(model))
    (listRows, listFoot) = below.split(bottomRows: Self.footRows(model, list.size))
  }

  /// The minimum sizes of the screen and of its parts.
  private enum Minimum {
    static let screen = Size(width: 24, height: 9)
    /// The minimum size for several panels. A smaller screen shows only the focused panel.
    static let severalPanels = Size(width: 80, height: 16)
    /// The minimum width of a screen that shows the sidebar next to the panels.
    static let widthWithSidebar = 120
    static let sidebarWidth = 16
    /// The minimum width of composer and response together, in columns, if the sidebar is visible.
    static let widthBesideSidebar = 56
    /// The minimum width of the composer, the queue and the response, in columns.
    static let columnWidth = 24
    static let composerHeight = 5
    static let queueHeight = 4
  }

  /// Returns the presence of the sidebar: in its own column, in place of the other panels, or
  /// hidden.
  static func sidebar(_ model: AppModel, _ size: Size) -> PanelPresence {
    guard size.width >= Minimum.widthWithSidebar, !isSingle(model, size) else { return .exclusive }
    return model.sidebar.preference == .shown ? .sideBySide : .hidden
  }

  /// Returns the presence of the panels while none is zoomed: all together, or one at a time.
  static func panels(_ size: Size) -> PanelPresence {
    Minimum.severalPanels.fits(in: size) ? .sideBySide : .exclusive
  }

  private static func isSingle(_ model: AppModel, _ size: Size) -> Bool {
    model.display.isZoomed || panels(size) == .exclusive
  }

  /// Returns the areas of the panels.
  ///
  /// The composer is above the queue, and the response is next to them. A wide screen also has the
  /// sidebar. A small screen shows only the focused panel.
  private static func panels(_ model: AppModel, in area: Rect, _ size: Size) -> [Panel: Rect] {
    if isSingle(model, size) { return [model.focus: area] }
    var (panels, rest) = ([Panel: Rect](), area)
    let presence = sidebar(model, size)
    let wishes = model.display.splits[ScreenSize(size)]
    if presence == .sideBySide {
      let columns = wishes[.sidebar] ?? max(24, min(area.width * 22 / 100, 34))
      let most = area.width - Minimum.widthBesideSidebar
      let (side, others) = area.shared(leftColumns: max(Minimum.sidebarWidth, min(columns, most)))
      panels[.requests] = side
      rest = others
    }
    // At 80 columns, each side has half of the width. On a wide screen, the response has more than
    // half.
    let columns = wishes[.response] ?? max(40, min(rest.width * 45 / 100, 90))
    let most = rest.width - Minimum.columnWidth
    let (left, response) = rest.shared(leftColumns: max(Minimum.columnWidth, min(columns, most)))
    panels[.response] = response
    if model.focus == .requests, presence != .sideBySide {
      panels[.requests] = left
    } else {
      let rows = wishes[.queue] ?? composerRows(model, in: left.size)
      (panels[.composer], panels[.queue]) = left.shared(
        topRows: max(Minimum.composerHeight, min(rows, left.height - Minimum.queueHeight)))
    }
    return panels
  }

  /// Returns the panel at a point. A border between two panels belongs to the right or lower one,
  /// because the border has the title of that panel.
  func panel(at point: Point) -> (panel: Panel, area: Rect)? {
    panels.filter { $0.value.contains(point) }
      .max { ($0.value.x, $0.value.y) < ($1.value.x, $1.value.y) }
      .map { ($0.key, $0.value) }
  }

  // MARK: Lines between panels

  /// Returns the line between panels at a point, or nil if there is no line.
  func split(at point: Point) -> PanelSplit? {
    PanelSplit.allCases.first { line($0)?.contains(point) ?? false }
  }

  /// Returns the border that two panels share, or nil if it is not on the screen.
  private func line(_ split: PanelSplit) -> Rect? {
    guard panels.count > 1 else { return nil }
    switch split {
    case .sidebar:
      guard let side = panels[.requests], panels[.composer] != nil else { return nil }
      return Rect(x: side.right - 1, y: side.y, width: 1, height: side.height)
    case .response:
      return panels[.response].map { $0.split(leftColumns: 1).left }
    case .queue:
      guard panels[.composer] != nil else { return nil }
      return panels[.queue]?.row(0)
    }
  }

  /// Returns the size of the left or upper side in columns or rows, if the line is moved to this
  /// point.
  func extent(of split: PanelSplit, at point: Point) -> Int {
    switch split {
    case .sidebar: point.x + 1 - (panels[.requests]?.x ?? 0)
    case .response: point.x + 1 - (panels[.composer] ?? panels[.requests] ?? status).x
    case .queue: point.y + 1 - (panels[.composer]?.y ?? 0)
    }
  }

  var splits: PanelSplits.Positions {
    guard panels.count > 1 else { return [:] }
    var places: PanelSplits.Positions = [:]
    if panels[.composer] != nil { places[.sidebar] = panels[.requests]?.width }
    places[.response] = (panels[.composer] ?? panels[.requests])?.width
    if panels[.queue] != nil { places[.queue] = panels[.composer]?.height }
    return places
  }

  /// Returns the number of rows for the composer.
  ///
  /// The composer has as many rows as its content needs, but at least 8 and at least a third of all
  /// rows. With the focus, it may use all rows except 7, otherwise half of the rows.
  private static func composerRows(_ model: AppModel, in size: Size) -> Int {
    let most = model.focus == .composer ? size.height - 7 : size.height / 2
    let needed = ComposerPanel.height(of: model.composer, width: size.width)
    return max(8, size.height / 3, min(needed, most))
  }

  /// Returns the size of the list.
  ///
  /// Most lists are as large as their rows. The help, the lists for a search, and lists with tabs
  /// have a fixed size.
  private static func listSize(_ model: AppModel, _ size: Size) -> Size {
    // A small screen has a narrow margin around a list.
    let height = size.height - (size.height < 30 ? 4 : 8)
    guard let list = uppermostList(of: model), !list.isHelp,
      list.isOfChoices || !model.overlays.isTyped(list)
    else {
      return Size(width: min(110, size.width - (size.width < 100 ? 4 : 12)), height: height)
    }
    // A URL and its details need more columns than a command and its keys.
    let most = Size(width: size.width - (size.width < 100 ? 4 : 8), height: height)
    let rows = model.allRows(of: list)
    let frame = 2 + headRows(model) + (model.overlays.isDescribed(list) ? describedFoot : 0)
    guard list.tabs.isEmpty, rows.count <= most.height - frame else { return most }
    let widths = rows.map { SafeText($0.title).width + SafeText($0.detail).width + 8 }
    let title = SafeText(model.overlays.title(of: list.source)).width + 24
    let empty = rows.isEmpty ? SafeText(model.overlays.emptyText(of: list)).width + 4 : 0
    let table = ListTable.width(of: rows)
    let widest = max(title, empty, table > 0 ? table + 6 : widths.max() ?? 0)
    return Size(
      width: min(max(44, widest), most.width), height: min(max(3, rows.count) + frame, most.height))
  }

  /// Returns the uppermost list. A prompt or a question may cover it.
  private static func uppermostList(of model: AppModel) -> ListModel? {
    for case .list(let list) in model.overlays.reversed() { return list }
    return nil
  }

  private static func headRows(_ model: AppModel) -> Int {
    uppermostList(of: model).map { model.overlays.hasHead($0) ? 1 : 0 } ?? 0
  }

  /// The height of the description of a row, including the line above the description. The help
  /// uses other heights.
  private static let describedFoot = 4

  /// Returns the number of rows for the longest description, including the line above it.
  ///
  /// - Parameter size: The size of the list.
  private static func footRows(_ model: AppModel, _ size: Size) -> Int {
    guard let list = uppermostList(of: model), model.overlays.isDescribed(list) else { return 0 }
    guard list.isHelp else { return min(describedFoot, max(0, size.height - 5)) }
    guard size.height >= 14 else { return size.height >= 6 ? 1 : 0 }
    return size.width >= 60 ? 3 : 4
  }

  /// Returns the area inside a panel's border.
  func inside(_ panel: Panel) -> Rect? { panels[panel]?.inset(columns: 1, rows: 1) }

  func dialog(_ question: Confirmation) -> DialogLayout {
    let screen = Rect(x: 0, y: 0, width: lastRow.width, height: lastRow.bottom)
    return DialogLayout(question, keymap, in: screen)
  }
}

extension ScreenSize {
  init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

extension Rect {
  /// Returns two rectangles that share a column. The left one has the given width.
  fileprivate func shared(leftColumns columns: Int) -> (left: Rect, right: Rect) {
    (split(leftColumns: columns).left, split(leftColumns: columns - 1).right)
  }

  /// Returns two rectangles that share a row. The upper one has the given height.
  fileprivate func shared(topRows rows: Int) -> (top: Rect, bottom: Rect) {
    (split(topRows: rows).top, split(topRows: rows - 1).bottom)
  }

  /// Returns the rectangle, moved up and shortened so that it ends above a row.
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
