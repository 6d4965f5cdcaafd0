import ClientModel
package import Terminal
package import ViewModels

/// The full screen, which is drawn from the models alone.
package enum Screen {
  /// Draws the models. Works for any size, even 1 by 1.
  ///
  /// - Parameter keys: The current key map and the keys of an incomplete chord.
  package static func draw(_ model: AppModel, keys: KeyReader, size: Size) -> Frame {
    var frame = Frame(size: size)
    let layout = ScreenLayout(model, keys.keymap, size)
    guard layout.isUsable else {
      frame.put("Too small for Weir: enlarge the window.", in: frame.bounds, ink: Ink(.text))
      return frame
    }
    StatusLine.draw(model, layout, frame: &frame)
    drawBorders(model, layout, &frame)
    for (panel, rect) in layout.panels { draw(panel, model, keys.keymap, rect, &frame) }
    // The rows of what an overlay covers: the panels and earlier overlays.
    let below = layout.status.bottom..<layout.lastRow.y
    for (index, overlay) in model.overlays.enumerated() {
      // Only the topmost layer shows a text cursor.
      frame.cursor = nil
      let isTop = index == model.overlays.count - 1
      switch overlay {
      case .list(let list):
        frame.fade(below)
        ListPanel.draw(list, model, keys.keymap, layout, &frame)
      case .prompt: break
      case .question(let question):
        guard isTop else { break }
        frame.fade(below)
        QuestionPanel.draw(question, layout, &frame)
      }
    }
    guard keys.pending.isEmpty else {
      ChordMenu.draw(model, keys, layout, &frame)
      HintBar.draw(model, keys, in: layout.lastRow, frame: &frame)
      return frame
    }
    layout.foot.draw(model, keys.keymap, layout, &frame)
    HintBar.draw(model, keys, in: layout.hints, frame: &frame)
    return frame
  }

  /// Returns the sizes of the visible parts at this size of the screen. The caller must notify the
  /// model when they change.
  package static func viewport(
    of model: AppModel, keymap: Keymap = .standard, size: Size
  ) -> Viewport {
    let layout = ScreenLayout(model, keymap, size)
    // A hidden panel retains its last number of rows, so that its content does not scroll.
    let last = model.display.viewport
    var viewport = Viewport(
      composer: last.composer, queue: last.queue, response: last.response,
      list: max(1, layout.listRows.height))
    viewport.size = ScreenSize(size)
    viewport.splits = layout.splits
    viewport.sidebar.presence = ScreenLayout.sidebar(model, size)
    viewport.panels = ScreenLayout.panels(size)
    if let area = layout.inside(.requests) {
      viewport.sidebar.rows = max(1, SidebarPanel.area(of: model, in: area).height)
    }
    if let area = layout.inside(.composer) {
      viewport.composer = max(1, area.height - ComposerPanel.headRows)
      viewport.composerColumns = max(1, area.width - 2 * ComposerPanel.margin)
    }
    if let area = layout.inside(.queue) {
      viewport.queue = max(1, QueuePanel.page(of: model.queue, size: area.size))
    }
    if let area = layout.inside(.response) {
      viewport.response = max(1, ResponsePanel.page(of: model.response, size: area.size))
      viewport.columns = DocumentRows.textColumns(area.width)
      viewport.rowColumns = DocumentRows.rowColumns(area.width)
      viewport.picture = ResponsePanel.pictureRoom(of: model.response, size: area.size)
    }
    return viewport
  }

  /// Draws the borders of the panels, that of the focused panel last, because shared lines have its
  /// colour.
  private static func drawBorders(
    _ model: AppModel, _ layout: ScreenLayout, _ frame: inout Frame
  ) {
    for (_, rect) in layout.panels { frame.border(rect, ink: Ink(.border)) }
    if model.overlays.isEmpty, let focused = layout.panels[model.focus] {
      frame.border(focused, ink: Ink(.borderFocused))
    }
  }

  private static func draw(
    _ panel: Panel, _ model: AppModel, _ keymap: Keymap, _ rect: Rect, _ frame: inout Frame
  ) {
    let isFocused = model.focus == panel && model.overlays.isEmpty
    let zoom = model.showsOnlyFocused ? [zoomed] : []
    let title = Ink(isFocused ? .titleFocused : .title)
    var spans =
      panel == .composer
      ? RequestTabs(model, width: rect.width).spans(title)
      : [Span(SafeText(name(of: panel, keymap)), title)]
    if panel == .queue { spans += QueueBanner.title(model.queue, width: rect.width - 13) }
    if panel == .response, let job = model.response.job {
      let room = max(0, rect.width - 16)
      if model.response.tab == .compare, let other = model.response.comparison?.otherJob {
        // The name of the job in the left column is first.
        let name = SafeText(" · #\(other.id) → ") + ResponsePanel.name(of: job)
        spans.append(Span(name.fitted(to: room), title))
      } else {
        spans.append(Span((" · " + ResponsePanel.name(of: job)).fitted(to: room), title))
      }
    }
    let ink = Ink(isFocused ? .borderFocused : .border)
    frame.title(spans + zoom, of: rect, ink: ink)
    if panel == .response { ResponseNotes(model, keymap, rect).draw(ink: ink, &frame) }
    let inside = rect.inset(columns: 1, rows: 1)
    let canvas = PanelCanvas(
      area: inside, isFocused: isFocused, spinnerStep: model.display.spinnerStep,
      now: model.display.now,
      keys: keymap)
    switch panel {
    case .requests: SidebarPanel.draw(model, canvas, in: &frame)
    case .composer:
      var canvas = canvas
      canvas.area = inside.inset(columns: ComposerPanel.margin)
      ComposerPanel.draw(model.composer, canvas, in: &frame)
    case .queue: QueuePanel.draw(model.queue, canvas, in: &frame)
    case .response:
      let waiting = WaitText.sentences(
        model.response.job, model.queue, keymap, at: canvas.now)
      ResponsePanel.draw(model.response, waiting: waiting, canvas, in: &frame)
    }
  }

  /// The end of a zoomed panel's title.
  static let zoomed = Span(" · zoomed", Ink(.noticeInfo))

  /// Returns the title of a panel, which begins with the panel's digit, if any.
  private static func name(of panel: Panel, _ keymap: Keymap) -> String {
    switch panel {
    case .requests: keymap.label(of: .app(.sidebar)).map { "\($0) \(panel.title)" } ?? panel.title
    case .composer: "1 \(panel.title)"
    case .queue: "2 \(panel.title)"
    case .response: "3 \(panel.title)"
    }
  }
}

/// The menu of the keys that complete a chord.
enum ChordMenu {
  static func draw(
    _ model: AppModel, _ keys: KeyReader, _ layout: ScreenLayout, _ frame: inout Frame
  ) {
    let rows = keys.keymap.continuations(of: keys.pending, in: model.contexts)
    let widest = rows.map { SafeText($0.command.facts?.title ?? "").width }.max() ?? 0
    // The menu is inside the border of the panels, so that it looks like an overlay.
    let inPanels = layout.lastRow.y - 1
    let area = Rect(
      x: 0, y: 0, width: layout.lastRow.width - 2,
      height: rows.count + 2 > inPanels ? layout.lastRow.y : inPanels)
    let height = min(rows.count + 2, area.height)
    let (_, bottom) = area.split(bottomRows: height)
    let (_, rect) = bottom.split(rightColumns: min(widest + 8, area.width))
    frame.fill(rect, ink: Ink(.text, on: .dialog))
    let name = keys.pending.map(\.description).joined(separator: " ")
    let ink = Ink(.borderFocused, on: .dialog)
    let inside = frame.border(rect, ink: ink)
    frame.title(
      [Span(SafeText("After \(name)"), Ink(.titleFocused, on: .dialog))], of: rect, ink: ink)
    // The last row names the keys that have no row of their own.
    let shown = rows.count > inside.height ? max(0, inside.height - 1) : rows.count
    if shown < rows.count {
      let rest = rows[shown...].map(\.key.description).joined(separator: " ")
      frame.put(
        [
          Span(SafeText("\(rest)  "), Ink(.hintKey, on: .dialog)),
          Span(SafeText("\(rows.count - shown) more"), Ink(.muted, on: .dialog)),
        ], in: inside.row(shown))
    }
    for (line, row) in rows.prefix(shown).enumerated() {
      frame.put(
        [
          Span(SafeText("\(row.key.description)  "), Ink(.hintKey, on: .dialog)),
          Span(SafeText(row.command.facts?.title ?? ""), Ink(.text, on: .dialog)),
        ], in: inside.row(line))
    }
  }
}

/// Functions that draw a question over the panels.
enum QuestionPanel {
  static func draw(_ question: Confirmation, _ screen: ScreenLayout, _ frame: inout Frame) {
    let layout = screen.dialog(question)
    frame.fill(layout.rect, ink: Ink(.text, on: .dialog))
    let isCut = layout.excerptRows < question.excerpt.count && !layout.excerpt.isEmpty
    let place = "\(layout.excerpt.startIndex + 1)–\(layout.excerpt.endIndex)"
    let ink = Ink(.borderFocused, on: .dialog)
    frame.border(layout.rect, ink: ink)
    if isCut {
      let extent = SafeText("\(place) of \(question.excerpt.count)")
      frame.note([Span(extent, Ink(.muted, on: .dialog))], of: layout.rect, ink: ink)
    }
    let inside = layout.inside
    for (line, text) in layout.question.enumerated() {
      frame.put(text, in: inside.row(line), ink: Ink(.heading, on: .dialog))
    }
    var top = layout.question.count
    for (line, text) in layout.detail.enumerated() {
      frame.put(text, in: inside.row(top + line), ink: Ink(.muted, on: .dialog))
    }
    top += layout.detail.count
    for (line, row) in layout.excerpt.enumerated() {
      frame.put(
        SafeText(row.text), in: inside.row(top + line), ink: Ink(role(of: row), on: .dialog))
    }
    guard !question.isInformation else { return }
    for (index, answer) in question.answers.enumerated() {
      let isChosen = index == question.chosen
      frame.put(
        SafeText((isChosen ? "> " : "  ") + answer.title), in: layout.answerRow(index),
        ink: Ink(.text, on: isChosen ? .selected : .dialog))
    }
  }

  private static func role(of row: FileDifference.Row) -> Role {
    switch row.kind {
    case .heading: .text
    case .place: .muted
    case .added: .stateSucceeded
    case .removed: .stateFailed
    }
  }
}
