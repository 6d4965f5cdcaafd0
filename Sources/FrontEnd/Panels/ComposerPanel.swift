import ClientModel
import Terminal
import ViewModels

/// Draws the request being composed inside its border.
enum ComposerPanel {
  /// Method and URL, what is wrong or resolved there, and the tabs.
  static let headRows = 3
  private static let labelWidth = 12

  /// The rows that the panel needs with its border. Problems come and go with each key; two more rows have
  /// room for them, so that the panels do not move.
  static func height(of model: ComposerModel) -> Int {
    let rows = model.rows
    let problems =
      rows.count <= 100 ? rows.count { if case .problem = $0.kind { true } else { false } } : 0
    return headRows + rows.count - problems + 4
  }

  static func draw(_ model: ComposerModel, _ canvas: PanelCanvas, in frame: inout Frame) {
    drawAddress(model, canvas, &frame)
    drawTabs(model, canvas.area.row(2), &frame)
    for place in places(model, canvas.area) {
      draw(place.row, model, canvas, place.area, &frame)
    }
    if model.draft == Draft() {
      let key = canvas.keys.label(of: .composer(.edit)) ?? "enter"
      frame.put(
        SafeText("Press \(key) and type a URL."), in: canvas.area.row(1), ink: Ink(.placeholder))
      frame.put(
        "A pasted curl line works too.", in: canvas.area.row(canvas.area.height - 1),
        ink: Ink(.placeholder))
    }
  }

  /// What stands at a point counted from the panel's inner corner.
  static func target(at point: Point, of model: ComposerModel, size: Size) -> Pointing? {
    guard point.y >= 2 else { return .composerRow(-1) }
    if point.y == 2 {
      let hit = tabs(model, width: size.width).first { $0.columns.contains(point.x) }
      return hit.map { .composerTab($0.tab.rawValue) }
    }
    return places(model, Rect(size)).first { $0.area.contains(point) }.map {
      .composerRow($0.index)
    }
  }

  /// A row of the tab on show, and where it stands.
  private struct Place {
    let index: Int
    let row: ComposerRow
    let area: Rect
  }

  /// Where the rows stand. A problem takes more lines where no other row needs them.
  private static func places(_ model: ComposerModel, _ area: Rect) -> [Place] {
    let (_, body) = area.split(topRows: headRows)
    let rows = model.rows
    var spare = max(0, body.height - (rows.count - model.top))
    var y = body.y
    var places: [Place] = []
    for index in model.top..<max(model.top, rows.count) where y < body.bottom {
      let row = rows[index]
      var height = 1
      if spare > 0, case .problem(let text) = row.kind {
        let lines = Paragraph.lines(of: SafeText("! \(text)"), width: body.width)
        height = min(lines.count, 1 + spare)
        spare -= height - 1
      }
      places.append(
        Place(
          index: index, row: row,
          area: Rect(x: body.x, y: y, width: body.width, height: height)))
      y += height
    }
    return places
  }

  private static func drawAddress(
    _ model: ComposerModel, _ canvas: PanelCanvas, _ frame: inout Frame
  ) {
    let method = SafeText(model.draft.method)
    let (left, right) = canvas.area.row(0).split(
      leftColumns: min(method.width, canvas.area.width / 3) + 1)
    let field = Rect(x: left.x, y: left.y, width: max(0, left.width - 1), height: left.height)
    draw(.method, method, methodInk(model.draft.method), model, canvas, field, &frame)
    if model.cursor == .url, let buffer = model.editing {
      TextField.draw(buffer, completion: model.completion, in: right, frame: &frame)
    } else {
      if model.draft.url.isEmpty {
        frame.put("https://…", in: right, ink: Ink(.placeholder))
      }
      frame.put(templated(model.shown(.url)), in: right)
      if model.cursor == .url { frame.lay(canvas.selection, under: right) }
    }
    let problem = model.problem(at: .url) ?? model.problem(at: .method)
    if let problem {
      frame.put(
        SafeText("! \(problem.why) \(problem.whatToDo)"), in: canvas.area.row(1),
        ink: Ink(.fieldError))
    } else if let address = model.examination.address, address != model.shown(.url) {
      let gateway = model.examination.share.map { "   (\($0.name))" } ?? ""
      frame.put(
        SafeText("= \(address)\(gateway)"), in: canvas.area.row(1), ink: Ink(.muted))
    }
  }

  /// The tabs from left to right; the brackets of the active one take the place of blanks.
  private static func tabs(
    _ model: ComposerModel, width: Int
  ) -> [(tab: ComposerTab, text: String, columns: Range<Int>)] {
    let (all, active) = (model.tabs, model.tab)
    let titles = [\ComposerTab.title, \.shortTitle, \.shortestTitle]
    let title =
      titles.first { title in
        all.reduce(1) { $0 + $1[keyPath: title].count + 1 } <= width
      } ?? \.shortestTitle
    var x = 0
    return all.enumerated().map { place, tab in
      let before = tab == active ? "[" : x == 0 ? " " : ""
      let isBeforeActive = all.indices.contains(place + 1) && all[place + 1] == active
      let after = tab == active ? "]" : isBeforeActive ? "" : " "
      let text = before + tab[keyPath: title] + after
      defer { x += text.count }
      return (tab, text, x..<x + text.count)
    }
  }

  private static func drawTabs(_ model: ComposerModel, _ rect: Rect, _ frame: inout Frame) {
    let spans = tabs(model, width: rect.width).map {
      Span(SafeText($0.text), Ink($0.tab == model.tab ? .tabActive : .tabInactive))
    }
    frame.put(spans, in: rect)
  }

  private static func draw(
    _ row: ComposerRow, _ model: ComposerModel, _ canvas: PanelCanvas, _ rect: Rect,
    _ frame: inout Frame
  ) {
    switch row.kind {
    case .heading(let text): frame.put(SafeText(text), in: rect, ink: Ink(.heading))
    case .note(let text): frame.put(SafeText(text), in: rect, ink: Ink(.muted))
    case .problem(let text):
      Paragraph.draw([Span(SafeText("! \(text)"), Ink(.fieldError))], in: rect, frame: &frame)
    case .form(let line): drawForm(line, row, model, canvas, rect, &frame)
    case .pair(let mark): drawPair(row, mark, model, canvas, rect, &frame)
    case .field(let label, let placeholder):
      let (left, right) = rect.split(leftColumns: min(labelWidth, rect.width / 2))
      frame.put(SafeText(label), in: left, ink: Ink(.fieldLabel))
      guard let field = row.field else { return }
      let text = row.texts.first ?? ""
      let choice = field.isChoice ? "‹\(text)›" : text
      let shown = SafeText(choice.isEmpty ? placeholder : choice)
      draw(
        field, shown, Ink(choice.isEmpty ? .placeholder : .fieldText), model, canvas, right, &frame)
    case .body(let line):
      let digits = max(3, String(model.rows.count).count)
      let (number, text) = rect.split(leftColumns: min(digits + 1, rect.width / 3))
      let isFaulty = model.bodyFault?.place.line == line + 1
      frame.put(
        SafeText("\(line + 1)"), in: number.split(rightColumns: 1).left,
        ink: Ink(isFaulty ? .fieldError : .lineNumber), aligned: .right)
      drawBodyLine(line, row.texts.first ?? "", model, canvas, text, &frame)
    }
  }

  private static func drawBodyLine(
    _ number: Int, _ line: String, _ model: ComposerModel, _ canvas: PanelCanvas, _ rect: Rect,
    _ frame: inout Frame
  ) {
    let isJSON = if case .json = model.draft.body { true } else { false }
    let buffer = model.cursor == .body ? model.editing : nil
    if let buffer, buffer.position.line == number {
      let line = buffer.currentLine
      TextField.draw(
        buffer, spans: isJSON && line.startsLine ? JSONLine.spans(line.text) : nil,
        completion: model.completion, in: rect, frame: &frame)
      return
    }
    let tabs = SafeText.Tabs.stops(every: 4)
    // No more is coloured than shows; one character over shows that the line goes on.
    let line = String(line.prefix(rect.width + 1))
    frame.put(
      isJSON
        ? JSONLine.spans(line, tabs: tabs) : [Span(SafeText(line, tabs: tabs), Ink(.fieldText))],
      in: rect)
    if let marked = buffer?.line(number)?.marked {
      let start = SafeText(marked.before, tabs: tabs).width
      let width = SafeText(marked.text, tabs: tabs).width
      frame.lay(
        .textSelection,
        under: Rect(x: rect.x + start, y: rect.y, width: width, height: 1).intersection(rect))
    }
    if model.cursor == .body, buffer == nil { frame.lay(canvas.selection, under: rect) }
  }

  private static func drawPair(
    _ row: ComposerRow, _ mark: DraftField.Mark, _ model: ComposerModel, _ canvas: PanelCanvas,
    _ rect: Rect, _ frame: inout Frame
  ) {
    let (left, rest) = rect.split(leftColumns: rect.width * 2 / 5)
    let (value, flag) = rest.split(rightColumns: mark == .plain ? 0 : 7)
    let isEmpty = row.texts.allSatisfy(\.isEmpty)
    for (index, place) in [left.split(rightColumns: 1).left, value].enumerated() {
      let text = row.texts[index]
      let role: Role =
        isEmpty
        ? .placeholder
        : mark == .off
          ? .muted
          : index == 0
            ? .fieldLabel
            : model.hidesText(of: row.fields[1]) ? .secret : .fieldText
      let shown = SafeText(isEmpty ? (index == 0 ? "name" : "value") : text)
      draw(row.fields[index], shown, Ink(role), model, canvas, place, &frame)
    }
    let word: SafeText =
      switch mark {
      case .plain: ""
      case .secret: "secret"
      case .off: "off"
      case .literal: "literal"
      case .encoded: "encoded"
      }
    frame.put(word, in: flag, ink: Ink(.muted), aligned: .right)
  }

  static func draw(
    _ field: ComposerField, _ text: SafeText, _ ink: Ink, _ model: ComposerModel,
    _ canvas: PanelCanvas, _ rect: Rect, _ frame: inout Frame
  ) {
    if model.cursor == field, let buffer = model.editing {
      TextField.draw(
        buffer, isHidden: model.hidesText(of: field), completion: model.completion, in: rect,
        frame: &frame)
    } else {
      frame.put(text, in: rect, ink: ink)
      if model.cursor == field { frame.lay(canvas.selection, under: rect) }
    }
  }

  /// The text with its `{{name}}` templates set off.
  private static func templated(_ text: String) -> [Span] {
    var spans: [Span] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "{{"),
      let end = rest[start.upperBound...].firstRange(of: "}}")
    {
      spans.append(Span(SafeText(String(rest[..<start.lowerBound])), Ink(.fieldText)))
      spans.append(Span(SafeText(String(rest[start.lowerBound..<end.upperBound])), Ink(.variable)))
      rest = rest[end.upperBound...]
    }
    return spans + [Span(SafeText(String(rest)), Ink(.fieldText))]
  }

  static func methodInk(_ method: String) -> Ink {
    switch method {
    case "GET": Ink(.methodGet)
    case "POST": Ink(.methodPost)
    case "PUT": Ink(.methodPut)
    case "PATCH": Ink(.methodPatch)
    case "DELETE": Ink(.methodDelete)
    default: Ink(.methodOther)
    }
  }
}
