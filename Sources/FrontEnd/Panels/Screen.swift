package import Terminal
package import ViewModels

/// The full screen, drawn from the models alone.
package enum Screen {
  /// What the models look like at this size; draws at any size, also 1 by 1.
  ///
  /// - Parameter keys: The keys in force and those of an unfinished chord.
  package static func draw(_ model: AppModel, keys: KeyReader, size: Size) -> Frame {
    var frame = Frame(size: size)
    let layout = ScreenLayout(model, size)
    guard layout.isUsable else {
      frame.put("Too small for Weir: enlarge the window.", in: frame.bounds, ink: Ink(.text))
      return frame
    }
    StatusLine.draw(model, layout, frame: &frame)
    for (panel, rect) in layout.panels { draw(panel, model, keys.keymap, rect, &frame) }
    drawNotice(model, keys.keymap, layout.notice, &frame)
    HintBar.draw(model, keys, in: layout.hints, frame: &frame)
    for (index, overlay) in model.overlays.enumerated() {
      // Only the topmost layer shows a text cursor.
      frame.cursor = nil
      let isTop = index == model.overlays.count - 1
      switch overlay {
      case .list(let list): ListPanel.draw(list, model, keys.keymap, layout, &frame)
      case .prompt(let prompt):
        if isTop {
          draw(prompt, layout.prompt, &frame)
          if let fault = prompt.fault ?? prompt.refusal {
            SearchFault.draw(keys.keymap.text(fault.line), layout, &frame)
          }
          if prompt.refusal != nil {
            // The refusal is already drawn; nothing else is shown.
          } else if prompt.purpose is FilterPrompt || prompt.purpose is PathPrompt {
            FilterLine.draw(model, prompt, keys.keymap, layout, &frame)
          } else {
            PromptRemark.draw(prompt, model, keys.keymap, layout, &frame)
          }
        }
      case .question(let question): if isTop { draw(question, layout, &frame) }
      }
    }
    if !keys.pending.isEmpty { ChordMenu.draw(model, keys, layout, &frame) }
    return frame
  }

  /// How many rows the panels show at this size; notify the model when it changes.
  package static func viewport(of model: AppModel, size: Size) -> Viewport {
    let layout = ScreenLayout(model, size)
    var viewport = Viewport(
      composer: 1, queue: 1, response: 1, list: max(1, layout.listRows.height))
    viewport.size = ScreenSize(size)
    viewport.splits = layout.splits
    viewport.sidebar.presence = ScreenLayout.sidebar(model, size)
    viewport.panels = ScreenLayout.panels(model, size)
    if let area = layout.inside(.requests) {
      viewport.sidebar.rows = max(1, SidebarPanel.area(of: model, in: area).height)
    }
    if let area = layout.inside(.composer) {
      viewport.composer = max(1, area.height - ComposerPanel.headRows)
    }
    if let area = layout.inside(.queue) {
      viewport.queue = max(1, QueuePanel.page(of: model.queue, size: area.size))
    }
    if let area = layout.inside(.response) {
      viewport.response = max(1, ResponsePanel.page(of: model.response, size: area.size))
      viewport.columns = DocumentRows.textColumns(area.width)
      viewport.picture = ResponsePanel.pictureRoom(of: model.response, size: area.size)
    }
    return viewport
  }

  private static func draw(
    _ panel: Panel, _ model: AppModel, _ keymap: Keymap, _ rect: Rect, _ frame: inout Frame
  ) {
    let isFocused = model.focus == panel && model.overlays.isEmpty
    let title = Ink(isFocused ? .titleFocused : .title)
    var spans = [Span(SafeText(name(of: panel)), title)]
    if panel == .composer { spans += RequestTabs.spans(model, width: rect.width - 6, title) }
    if panel == .queue { spans += QueueBanner.title(model.queue, width: rect.width - 13) }
    if panel == .response, let job = model.response.job {
      let room = max(0, rect.width - 16)
      if model.response.tab == .compare, let other = model.response.comparison?.otherJob {
        // The job in the left column is named first, as in the rows below.
        let half = max(0, (room - 9) / 2)
        let names = [other, job].map {
          (SafeText("#\($0.id) ") + JobAddress.path(of: $0)).fitted(to: half)
        }
        spans.append(Span(" · " + names[0] + " beside " + names[1], title))
      } else {
        spans.append(Span((" · " + ResponsePanel.name(of: job)).fitted(to: room), title))
      }
    }
    let ink = Ink(isFocused ? .borderFocused : .border)
    let inside = frame.border(
      rect, ink: ink, title: spans,
      note: panel == .response ? found(model.response, keymap, rect.width - 6) : [],
      shape: isFocused ? .double : .single)
    if panel == .response { drawWay(model.response, keymap, rect, ink: ink, &frame) }
    let canvas = PanelCanvas(
      area: inside, isFocused: isFocused, phase: model.display.phase, now: model.display.now,
      keys: keymap)
    switch panel {
    case .requests: SidebarPanel.draw(model, canvas, in: &frame)
    case .composer: ComposerPanel.draw(model.composer, canvas, in: &frame)
    case .queue: QueuePanel.draw(model.queue, canvas, in: &frame)
    case .response: ResponsePanel.draw(model.response, canvas, in: &frame)
    }
  }

  /// The title of a panel with its digit; that of the composer has its tabs behind the digit.
  private static func name(of panel: Panel) -> String {
    switch panel {
    case .requests: panel.title
    case .composer: "1"
    case .queue: "2 \(panel.title)"
    case .response: "3 \(panel.title)"
    }
  }

  /// The state of a search, shown in the panel's bottom border.
  private static func found(_ model: ResponseModel, _ keymap: Keymap, _ width: Int) -> [Span] {
    guard let words = model.searchWords else { return [] }
    let stop =
      model.finding.progress == nil ? "" : keymap.label(of: .app(.back)).map { ", \($0) stops" }
    let standing = SafeText(words + (stop ?? ""))
    let text = SafeText("\(model.query.quoted) ").fitted(to: max(0, width - standing.width))
    return [Span(text, Ink(.muted)), Span(standing, Ink(.noticeInfo))]
  }

  /// The path to the selected value, in the bottom border, left of the state of a search.
  private static func drawWay(
    _ model: ResponseModel, _ keymap: Keymap, _ rect: Rect, ink: Ink, _ frame: inout Frame
  ) {
    let note = found(model, keymap, rect.width - 6).reduce(0) { $0 + $1.text.width }
    let room = rect.width - 4 - (note == 0 ? 0 : note + 3)
    let spans = Breadcrumb.spans(model, width: room)
    guard !spans.isEmpty, rect.height >= 2 else { return }
    let space = Span(" ", ink)
    frame.put([space] + spans + [space], in: rect.row(rect.height - 1).inset(columns: 1))
  }

  private static func drawNotice(
    _ model: AppModel, _ keymap: Keymap, _ rect: Rect, _ frame: inout Frame
  ) {
    guard let notice = model.notice ?? model.standing else {
      if let caption = model.caption {
        frame.put(SafeText(caption), in: rect.inset(columns: 1), ink: Ink(.muted))
      }
      return
    }
    let role: Role =
      switch notice.kind {
      case .info: .noticeInfo
      case .warning: .noticeWarning
      case .error: .noticeError
      }
    // A notice ends with the action to take, so truncation would remove its most useful words. It therefore
    // covers the lowest rows of the panels until the next key. A standing problem must not cover any rows.
    let lines = Paragraph.lines(of: keymap.text(notice.line), width: rect.width - 2)
    let rows = model.notice == nil ? rect.height : min(lines.count, 4, rect.bottom - 1)
    let area = Rect(x: rect.x, y: rect.bottom - rows, width: rect.width, height: rows)
    frame.fill(area, ink: Ink(.text))
    Paragraph.draw(
      [Span(keymap.text(notice.line), Ink(role))], in: area.inset(columns: 1), frame: &frame)
  }

  private static func draw(_ prompt: Prompt, _ rect: Rect, _ frame: inout Frame) {
    frame.fill(rect, ink: Ink(.text))
    let label = SafeText(prompt.label + ": ")
    frame.put(label, in: rect.inset(columns: 1), ink: Ink(.fieldLabel))
    let field = rect.inset(columns: 1).split(leftColumns: label.width).right
    TextField.draw(prompt.buffer, in: field, frame: &frame)
    if let problem = prompt.problem {
      // The first cell is the cursor's.
      frame.put(
        SafeText(problem), in: field.split(leftColumns: 1).right, ink: Ink(.fieldError))
    }
  }

  private static func draw(_ question: Confirmation, _ layout: ScreenLayout, _ frame: inout Frame) {
    let rect = layout.dialog(question)
    frame.fill(rect, ink: Ink(.text, on: .dialog))
    frame.border(rect, ink: Ink(.borderFocused, on: .dialog), shape: .double)
    let inside = rect.inset(columns: 2, rows: 1)
    frame.put(SafeText(question.question), in: inside.row(0), ink: Ink(.heading, on: .dialog))
    let detail = layout.detailLines(question)
    for (line, text) in detail.enumerated() {
      frame.put(text, in: inside.row(1 + line), ink: Ink(.muted, on: .dialog))
    }
    for (line, row) in layout.excerpt(question).enumerated() {
      let role: Role =
        switch row.kind {
        case .heading: .text
        case .place: .muted
        case .added: .stateSucceeded
        case .removed: .stateFailed
        }
      frame.put(
        SafeText(row.text), in: inside.row(1 + detail.count + line), ink: Ink(role, on: .dialog))
    }
    for (index, answer) in question.answers.enumerated() {
      let isChosen = index == question.chosen
      frame.put(
        SafeText((isChosen ? "> " : "  ") + answer.title),
        in: layout.answerRow(index, of: question),
        ink: Ink(.text, on: isChosen ? .selected : .dialog))
    }
  }
}
