import ClientModel
import Terminal
import ViewModels

/// Functions that draw the composed request inside its border.
enum ComposerPanel {
  /// The number of rows above the content of the tab.
  ///
  /// The rows show the method and the URL, the problem or the resolved address, and the tab names.
  static let headRows = 3
  /// The number of empty columns on each side inside the border.
  static let margin = 1
  /// Returns the number of rows that the panel needs, including its border.
  ///
  /// Two more rows are reserved for problems, which appear and disappear while the user types, so
  /// that the panels do not move.
  static func height(of model: ComposerModel, width: Int) -> Int {
    let rows = model.rows
    guard rows.count <= 100 else { return headRows + rows.count + 4 }
    let lines = rows.reduce(0) { lines, row in
      guard case .problem(let text) = row.kind else { return lines + 1 }
      guard model.tab == .preview else { return lines }
      return lines + Paragraph.lines(of: SafeText("! \(text)"), width: width - 2 - 2 * margin).count
    }
    return headRows + lines + (model.tab == .preview ? 2 : 4)
  }

  static func draw(_ model: ComposerModel, _ canvas: PanelCanvas, in frame: inout Frame) {
    drawAddress(model, canvas, &frame)
    frame.put(
      tabs(model, canvas.area.width).spans(isFocused: canvas.isFocused), in: canvas.area.row(2))
    let grid = ComposerGrid(model, width: canvas.area.width)
    for place in places(model, canvas.area) {
      draw(place.row, grid, model, canvas, place.area, &frame)
    }
    let body = canvas.area.split(topRows: headRows).bottom
    Scrollbar.draw(
      .init(top: model.top, total: model.rows.count),
      in: Rect(x: body.x, y: body.y, width: body.width + margin, height: body.height), frame: &frame
    )
    if model.draft == Draft(), model.cursor == .url {
      let key = canvas.keys.label(of: .composer(.edit)) ?? "enter"
      let text = SafeText("Press \(key), then type a URL or paste a curl line.")
      let isWhole = text.width <= canvas.area.width
      frame.put(
        isWhole ? text : SafeText("Press \(key) and type a URL."), in: canvas.area.row(1),
        ink: Ink(.placeholder))
      if !isWhole {
        frame.put(
          "A pasted curl line works too.", in: canvas.area.row(canvas.area.height - 1),
          ink: Ink(.placeholder))
      }
    }
    if model.isTyping { CompletionList.draw(model, in: canvas.area, frame: &frame) }
  }

  /// Returns the target at a point. The point is relative to the inner corner of the panel.
  static func target(at point: Point, of model: ComposerModel, size: Size) -> Pointing? {
    guard point.y >= 2 else { return .composerRow(-1) }
    if point.y == 2 {
      return switch tabs(model, size.width).target(at: point.x) {
      case .tab(let index): .composerTab(model.tabs[index].rawValue)
      case .all: .allTabs(.composer)
      case nil: nil
      }
    }
    return places(model, Rect(size)).first { $0.area.contains(point) }.map {
      .composerRow($0.index)
    }
  }

  private struct PlacedRow {
    let index: Int
    let row: ComposerRow
    let area: Rect
  }

  /// Returns the areas of the rows. A problem may use several lines if there is space.
  private static func places(_ model: ComposerModel, _ area: Rect) -> [PlacedRow] {
    let (_, body) = area.split(topRows: headRows)
    let rows = model.rows
    var spare = max(0, body.height - (rows.count - model.top))
    var y = body.y
    var places: [PlacedRow] = []
    for index in model.top..<max(model.top, rows.count) where y < body.bottom {
      let row = rows[index]
      var height = 1
      if spare > 0, case .problem(let text) = row.kind {
        let lines = Paragraph.lines(of: SafeText("! \(text)"), width: body.width)
        height = min(lines.count, 1 + spare)
        spare -= height - 1
      }
      places.append(
        PlacedRow(
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
      let url = ShortAddress.keepingPath(SafeText(model.shown(.url)), in: right.width)
      frame.put(templated(url.string), in: right)
      // Without the focus, a fill would look like a selected line.
      if model.cursor == .url, canvas.isFocused { frame.lay(canvas.selection, under: right) }
    }
    let problem = model.problem(at: .url) ?? model.problem(at: .method)
    if let problem {
      frame.put(
        canvas.keys.text("! \(problem.what) \(problem.why) \(problem.advice)"),
        in: canvas.area.row(1),
        ink: Ink(.fieldError))
    } else if let address = model.examination.address, address != model.shown(.url) {
      let gateway = SafeText(model.examination.share.map { "   (\($0.name))" } ?? "")
      let (address, room) = (SafeText(address), canvas.area.width - 2)
      // The name of the gateway is left out if the host and the path need its space.
      let isNamed = ShortAddress.pathWidth(of: address) < room - gateway.width
      let shown = ShortAddress.keepingPath(address, in: room - (isNamed ? gateway.width : 0))
      frame.put("= " + shown + (isNamed ? gateway : ""), in: canvas.area.row(1), ink: Ink(.muted))
    }
  }

  private static func tabs(_ model: ComposerModel, _ width: Int) -> TabStrip {
    TabStrip(
      model.tabs.map { TabStrip.Tab(SafeText($0.title)) },
      active: model.tabs.firstIndex(of: model.tab) ?? 0, width: width)
  }

  private static func draw(
    _ row: ComposerRow, _ grid: ComposerGrid, _ model: ComposerModel, _ canvas: PanelCanvas,
    _ rect: Rect, _ frame: inout Frame
  ) {
    switch row.kind {
    case .heading(let text): frame.put(SafeText(text), in: rect, ink: Ink(.heading))
    case .note(let text): frame.put(SafeText(text), in: rect, ink: Ink(.muted))
    case .problem(let text):
      Paragraph.draw(
        [Span(canvas.keys.text("! \(text)"), Ink(.fieldError))], in: rect, frame: &frame)
    case .form(let line): drawForm(line, row, model, canvas, rect, &frame)
    case .pair(let mark):
      drawPair(row, mark, word(for: mark), grid, model, canvas, rect, &frame)
    case .json(let kind):
      drawPair(row, .plain, SafeText(kind.rawValue), grid, model, canvas, rect, &frame)
    case .field(let label, let placeholder):
      let (left, right) = rect.split(leftColumns: grid.valueColumn)
      frame.put(SafeText(label), in: left.split(rightColumns: 1).left, ink: Ink(.fieldLabel))
      guard let field = row.field else { return }
      let text = row.texts.first ?? ""
      let choice = field.isChoice && !text.isEmpty ? "‹\(text)›" : text
      let shown = SafeText(choice.isEmpty ? placeholder : choice)
      draw(
        field, shown, Ink(choice.isEmpty ? .placeholder : .fieldText), model, canvas, right, &frame)
      if model.cursor == field, model.editing?.isEmpty == true, model.completion == nil {
        frame.put(
          SafeText(placeholder), in: right.split(leftColumns: 1).right, ink: Ink(.placeholder))
      }
    case .body(let line):
      let digits = max(3, String(model.rows.count).count)
      let (number, text) = rect.split(leftColumns: min(digits + 1, rect.width / 3))
      guard let field = row.field else { return }
      let isFaulty = model.fault(in: field)?.place.line == line + 1
      frame.put(
        SafeText("\(line + 1)"), in: number.split(rightColumns: 1).left,
        ink: Ink(isFaulty ? .fieldError : .lineNumber), aligned: .right)
      drawBodyLine(line, of: field, row.texts.first ?? "", model, canvas, text, &frame)
    }
  }

  private static func drawBodyLine(
    _ number: Int, of field: ComposerField, _ line: String, _ model: ComposerModel,
    _ canvas: PanelCanvas, _ rect: Rect, _ frame: inout Frame
  ) {
    let spans: (String, SafeText.Tabs) -> [Span] =
      switch (model.draft.body, field) {
      case (.json, _), (.graphQL, .variables): { JSONLine.spans($0, tabs: $1) }
      case (.graphQL, _): { GraphQLLine.spans($0, tabs: $1) }
      default: { [Span(SafeText($0, tabs: $1), Ink(.fieldText))] }
      }
    let buffer = model.cursor == field ? model.editing : nil
    if let buffer, buffer.position.line == number {
      let line = buffer.currentLine
      TextField.draw(
        buffer, spans: line.startsLine ? spans(line.text, .marked) : nil,
        completion: model.completion, in: rect, frame: &frame)
      return
    }
    let tabs = SafeText.Tabs.stops(every: 4)
    // Only the visible part is coloured. It includes one more character, which shows that the line
    // continues.
    let line = String(line.prefix(rect.width + 1))
    frame.put(spans(line, tabs), in: rect)
    if let marked = buffer?.line(number)?.marked {
      let start = SafeText(marked.before, tabs: tabs).width
      let width = SafeText(marked.text, tabs: tabs).width
      frame.lay(
        .textSelection,
        under: Rect(x: rect.x + start, y: rect.y, width: width, height: 1).intersection(rect))
    }
    if model.cursor == field, buffer == nil { frame.lay(canvas.selection, under: rect) }
  }

  private static func drawPair(
    _ row: ComposerRow, _ mark: DraftField.Mark, _ word: SafeText, _ grid: ComposerGrid,
    _ model: ComposerModel, _ canvas: PanelCanvas, _ rect: Rect, _ frame: inout Frame
  ) {
    let (left, rest) = rect.split(leftColumns: grid.valueColumn)
    let (value, flag) = rest.split(leftColumns: word.isEmpty ? rest.width : grid.valueWidth)
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
            : model.texts.hides(row.fields[1]) ? .secret : .fieldText
      let shown = SafeText(isEmpty ? (index == 0 ? "name" : "value") : text)
      draw(row.fields[index], shown, Ink(role), model, canvas, place, &frame)
    }
    frame.put(word, in: flag.split(leftColumns: 2).right, ink: Ink(.muted))
  }

  private static func word(for mark: DraftField.Mark) -> SafeText {
    switch mark {
    case .plain: ""
    case .secret: "secret"
    case .off: "off"
    case .literal: "literal"
    case .encoded: "encoded"
    }
  }

  static func draw(
    _ field: ComposerField, _ text: SafeText, _ ink: Ink, _ model: ComposerModel,
    _ canvas: PanelCanvas, _ rect: Rect, _ frame: inout Frame
  ) {
    if model.cursor == field, let buffer = model.editing {
      TextField.draw(
        buffer, isHidden: model.texts.hides(field), completion: model.completion, in: rect,
        frame: &frame)
    } else {
      frame.put(text, in: rect, ink: ink)
      if model.cursor == field { frame.lay(canvas.selection, under: rect) }
    }
  }

  /// Returns the text as spans, with a different ink for templates such as `{{name}}`.
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

/// The columns of names and values in a tab of the composer. All rows use the same columns.
struct ComposerGrid {
  /// The first column of the values.
  let valueColumn: Int
  /// The width of the values in rows with a mark. The marks begin two columns after the longest
  /// value.
  let valueWidth: Int

  private static let leastColumn = 14
  /// The width of the longest mark, including the gap before it.
  private static let markWidth = 9
  /// The maximum number of rows that are measured.
  private static let measuredRows = 200

  init(_ model: ComposerModel, width: Int) {
    var (name, value) = (0, 0)
    for row in model.rows.prefix(Self.measuredRows) {
      switch row.kind {
      case .pair, .json:
        name = max(name, SafeText(row.texts[0]).width)
        value = max(value, SafeText(row.texts[1]).width)
      case .field(let label, _): name = max(name, SafeText(label).width)
      case .heading, .note, .problem, .body, .form: break
      }
    }
    valueColumn = min(width * 2 / 5, max(Self.leastColumn, name + 2))
    valueWidth = max(0, min(value, width - valueColumn - Self.markWidth))
  }
}

/// The colours of a line of JSON. The line may be incomplete or invalid.
enum JSONLine {
  /// Returns the line as coloured tokens. The joined texts of the tokens equal the line.
  static func spans(_ line: String, tabs: SafeText.Tabs = .marked) -> [Span] {
    var spans: [Span] = []
    var rest = line[...]
    while let first = rest.first {
      let (length, role) = token(rest, first)
      let text = SafeText(String(rest.prefix(length)), tabs: tabs)
      spans.append(Span(text, Ink(role)))
      rest = rest.dropFirst(length)
    }
    return spans
  }

  private static func token(_ rest: Substring, _ first: Character) -> (Int, Role) {
    if first == "\"" { return string(rest) }
    if rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
      return (rest.distance(from: rest.startIndex, to: end.upperBound), .variable)
    }
    if "{}[],:".contains(first) { return (1, .jsonPunctuation) }
    let word = rest.prefix { !"{}[],:\"".contains($0) && !$0.isWhitespace }
    guard !word.isEmpty else { return (rest.prefix(while: \.isWhitespace).count, .fieldText) }
    switch word {
    case "true", "false": return (word.count, .jsonBoolean)
    case "null": return (word.count, .jsonNull)
    default:
      let isNumber = first == "-" || first.isASCII && first.isNumber
      return (word.count, isNumber ? .jsonNumber : .fieldText)
    }
  }

  /// Returns the length and the role of a string. A string is a key if a colon follows.
  private static func string(_ rest: Substring) -> (Int, Role) {
    let length = lengthOfString(rest)
    let after = rest.dropFirst(length).first { !$0.isWhitespace }
    return (length, after == ":" ? .jsonKey : .jsonString)
  }

  /// Returns the length of the string at the start of a text, in characters. An unterminated string
  /// extends to the end of the line.
  static func lengthOfString(_ rest: Substring) -> Int {
    var length = 1
    var isEscaped = false
    for character in rest.dropFirst() {
      length += 1
      if character == "\"", !isEscaped { break }
      isEscaped = character == "\\" && !isEscaped
    }
    return length
  }
}
