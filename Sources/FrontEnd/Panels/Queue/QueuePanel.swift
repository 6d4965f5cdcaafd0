import ClientModel
import Terminal
import ViewModels

/// Functions that draw the job queue inside its border.
///
/// The first lines show the active lanes. The sections with their jobs follow.
enum QueuePanel {
  /// Returns the number of visible rows of jobs. `size` is the inner size of the panel.
  static func page(of model: QueueModel, size: Size) -> Int {
    max(1, size.height - headRows(of: model, size))
  }

  /// Draws the lanes, the jobs and the graphs. Graphs are drawn as trees.
  static func draw(_ model: QueueModel, _ canvas: PanelCanvas, in frame: inout Frame) {
    let (head, rows) = canvas.area.split(topRows: headRows(of: model, canvas.area.size))
    drawHead(model, canvas, head, &frame)
    guard model.rows.total > 0 else {
      return model.rows.arrangement.filter.isEmpty
        ? drawEmpty(model, canvas, rows, &frame) : drawNotFound(model, canvas, rows, &frame)
    }
    let columns = QueueColumns(model, width: rows.width, at: canvas.now)
    let visible = Dictionary(uniqueKeysWithValues: model.rows.visible.map { ($0.row, $0.job) })
    for row in model.rows.list.visibleRows(of: model.rows.total) {
      let place = rows.row(row - model.rows.list.top)
      if let job = visible[row] {
        QueueRow.draw(
          job, in: model.rows.graphs.holding(job), of: model.lanes.workspace(of: job.lane),
          model.progress[job.id], columns, canvas, place, &frame)
        if model.marked.ids.contains(job.id) {
          frame.put("▌", in: place.split(leftColumns: 1).left, ink: Ink(.heading))
        }
      } else if case .section(let section) = model.rows.item(at: row) {
        SectionRow.draw(
          section, model.rows, interrupted: model.lanes.count(of: .interrupted), columns, place,
          &frame)
      } else if let item = model.rows.item(at: row) {
        GraphRow.draw(item, model, canvas, place, indent: columns.indent, &frame)
      } else {
        frame.put("…", in: place.inset(columns: columns.indent), ink: Ink(.muted))
      }
      if row == model.rows.list.selected { frame.lay(canvas.selection, under: place) }
    }
    Scrollbar.draw(
      Scrollbar.Extent(top: model.rows.list.top, total: model.rows.total), in: rows, frame: &frame)
  }

  /// Returns the target at a point. The point is relative to the inner corner of the panel.
  static func target(at point: Point, of model: QueueModel, size: Size) -> Pointing? {
    let row = point.y - headRows(of: model, size) + model.rows.list.top
    guard point.y >= headRows(of: model, size), row < model.rows.total else { return nil }
    return .queueRow(row)
  }

  // MARK: Lanes

  /// Returns the number of rows above the jobs.
  ///
  /// Lanes occupy at most a third of the panel. The last line shows the number of lanes that do not
  /// fit. Lanes without unfinished jobs have no line.
  static func headRows(of model: QueueModel, _ size: Size) -> Int {
    let viewer = model.runner == nil ? 0 : 1
    let room = max(1, (size.height - viewer) / 3)
    return min(size.height, viewer + min(model.lanes.active.count, room))
  }

  private static func drawHead(
    _ model: QueueModel, _ canvas: PanelCanvas, _ area: Rect, _ frame: inout Frame
  ) {
    var lines = area
    if let runner = model.runner, !area.isEmpty {
      let rights = area.width < 60 ? "" : " You can still add, pause and cancel."
      let words = "\(runner.prefix(1).uppercased())\(runner.dropFirst()) runs this queue.\(rights)"
      frame.put(SafeText(words), in: area.row(0).inset(columns: 1), ink: Ink(.noticeInfo))
      lines = area.split(topRows: 1).bottom
    }
    let lanes = model.lanes.active
    let current = lanes.firstIndex { $0.lane.key == model.currentLane?.lane.key }
    let names = lanes.map { model.lanes.name(of: $0.lane.key) }
    let nameWidth = names.map { LaneLine.shortName($0).width }.max() ?? 0
    for line in 0..<min(lines.height, lanes.count) {
      let isLast = line == lines.height - 1
      // The last line shows the lane to which commands apply if it would not be visible otherwise.
      let place = isLast ? max(line, current ?? 0) : line
      let rest = isLast ? lanes.count - lines.height : 0
      let more = SafeText(rest > 0 ? "  +\(rest) lane\(rest == 1 ? "" : "s")" : "")
      let key = lanes[place].lane.key
      var spans = LaneLine.spans(
        lanes[place], named: names[place], model.activity[key] ?? LaneActivity(), at: canvas.now,
        nameWidth: nameWidth, width: lines.width - 2 - more.width)
      let isCurrent = model.lanes.shown.count > 1 && place == current
      spans.insert(Span(isCurrent ? "›" : " ", Ink(.heading)), at: 0)
      if rest > 0 { spans.append(Span(more, Ink(.muted))) }
      frame.put(spans, in: lines.row(line))
      if line == min(lines.height, lanes.count) - 1 {
        drawIdle(
          model.lanes.shown.count - lanes.count, in: lines.row(line),
          behind: spans.reduce(0) { $0 + $1.text.width }, &frame)
      }
    }
  }

  /// Draws the number of lanes without a line, if there is space.
  private static func drawIdle(
    _ count: Int, in line: Rect, behind used: Int, _ frame: inout Frame
  ) {
    let text = SafeText("+\(count) idle")
    guard count > 0, line.width - used >= text.width + 4 else { return }
    frame.put(text, in: line.inset(columns: 1), ink: Ink(.muted), aligned: .right)
  }

  private static func drawNotFound(
    _ model: QueueModel, _ canvas: PanelCanvas, _ area: Rect, _ frame: inout Frame
  ) {
    let text: SafeText =
      switch model.search {
      case .underWay: "Searching…"
      case .complete: SafeText("No job matches. \(HistoryFilter.advice)")
      case .unread(let word):
        SafeText(HistoryFilter.remark(onUnread: word))
      }
    Paragraph.draw(
      [Span(text, Ink(.placeholder))], in: area.inset(columns: 1), frame: &frame)
  }

  private static func drawEmpty(
    _ model: QueueModel, _ canvas: PanelCanvas, _ area: Rect, _ frame: inout Frame
  ) {
    let add = canvas.keys.label(of: .composer(.queue)) ?? "add"
    let send = canvas.keys.label(of: .composer(.send)) ?? "send"
    let lines =
      model.isUnread
      ? ["Reading the queue…"]
      : [
        "The queue is empty.",
        "In the request panel, press \(add) to add the request here or \(send) to send it at once.",
      ] + elsewhere(model, canvas)
    Paragraph.draw(
      lines.map { Span(SafeText($0), Ink(.placeholder)) }, in: area.inset(columns: 1),
      frame: &frame)
  }

  /// Returns the sentence about the jobs of other workspaces, which the list does not show.
  private static func elsewhere(_ model: QueueModel, _ canvas: PanelCanvas) -> [String] {
    guard model.lanes.hidesJobs else { return [] }
    let key = canvas.keys.label(of: .queue(.workspaces))
    return ["Other workspaces have jobs" + (key.map { "; \($0) shows them." } ?? ".")]
  }
}
