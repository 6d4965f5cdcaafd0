import ClientDocuments
import ReadingValues

/// Functions for rows, folding and navigation of event streams.
extension OpenBody {
  func window(_ wanted: Range<Int>, _ events: FoldedEvents) throws(DocumentError) -> RowWindow {
    let range = wanted.clamped(to: 0..<events.count)
    let rows = try events.rows(in: range).map { row throws(DocumentError) in
      var ways = OutlinePaths(row.outline, in: source, rootStep: events.step(to: row.event))
      return DocumentRow.outline(
        try OutlineRow(
          row.node, of: row.outline, row.isOpen ? .open : .closed,
          OutlineText(row.outline, in: source), &ways))
    }
    return RowWindow(offset: range.lowerBound, rows: rows, total: events.count)
  }

  mutating func fold(
    _ folding: DocumentRequest.Folding, _ number: Int, of events: FoldedEvents,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard let row = try eventRow(number, of: events, to: "fold", &update) else { return }
    var events = events
    var selected = row.node
    // The number of events that are open after a request to open all of them.
    var openCount: Int?
    switch folding {
    case .toggle, .open:
      guard row.outline.nodes[row.node].children > 0 else {
        update.outcome = .nothing("This row has no children to expand.")
        return
      }
      if !row.isOpen {
        try events.setOpen(row, .open)
      } else if folding == .toggle {
        try events.setOpen(row, .closed)
      } else {
        selected = row.node + 1
      }
    case .close:
      if row.isOpen {
        try events.setOpen(row, .closed)
      } else if row.outline.nodes[row.node].parent >= 0 {
        selected = row.outline.nodes[row.node].parent
      } else {
        update.outcome = .nothing("This is the outermost value.")
      }
    case .openAll: openCount = try events.open(toDepth: .max, around: row.event)
    case .openSiblings: openCount = try events.setSiblings(of: row, .open)
    case .closeSiblings: _ = try events.setSiblings(of: row, .closed)
    case .closeAll:
      // A single event stays open, because closing it would hide the complete body.
      _ = try events.open(toDepth: events.eventCount == 1 ? 1 : 0, around: row.event)
    case .toDepth(let depth):
      let open = try events.open(toDepth: depth, around: row.event)
      openCount = depth > 0 ? open : nil
    }
    shape = .events(events)
    update.row = events.row(of: selected, inEvent: row.event)
    if let openCount, openCount < events.eventCount {
      update.outcome = .nothing("\(openCount) of \(events.eventCount) events are open.")
    }
  }

  mutating func go(
    _ step: DocumentRequest.Step, _ number: Int, of events: FoldedEvents,
    _ update: inout DocumentUpdate
  ) throws(DocumentError) {
    guard let row = try eventRow(number, of: events, to: "walk", &update) else { return }
    var events = events
    update.row = try events.row(after: step, from: row)
    shape = .events(events)
    if update.row == nil { update.outcome = .nothing(step.obstacle) }
  }

  /// Returns the row with this number. If it does not exist, returns nil and sets the outcome to
  /// the reason.
  private func eventRow(
    _ number: Int, of events: FoldedEvents, to use: String, _ update: inout DocumentUpdate
  ) throws(DocumentError) -> FoldedEvents.Row? {
    let row = try events.row(at: number)
    if row == nil { update.outcome = .nothing("This body has no tree to \(use).") }
    return row
  }
}

extension FoldedEvents {
  func step(to event: Int) -> String { eventCount == 1 ? "event" : "event[\(event + 1)]" }

  /// Returns the text of the event that contains a row.
  func text(of row: Row) -> OutlineText {
    OutlineText(row.outline, in: source, rootStep: step(to: row.event))
  }

  /// Returns the row after a step. Returns nil if the step is not possible. A step to a child opens
  /// the row.
  fileprivate mutating func row(
    after step: DocumentRequest.Step, from row: Row
  ) throws(DocumentError) -> Int? {
    if row.isEvent {
      switch step {
      case .nextSibling: return row.event + 1 < eventCount ? self.row(ofEvent: row.event + 1) : nil
      case .previousSibling: return row.event > 0 ? self.row(ofEvent: row.event - 1) : nil
      case .firstSibling: return 0
      case .lastSibling: return self.row(ofEvent: eventCount - 1)
      case .parent: return nil
      case .firstChild, .lastChild: try setOpen(row, .open)
      }
    }
    guard var rows = outline(of: row.event) else { return nil }
    let isOpen = rows.isOpen(row.node)
    guard let inside = rows.row(after: step, from: row.node),
      let node = rows.node(ofRow: inside)
    else { return nil }
    if !isOpen, rows.isOpen(row.node) { try setOpen(row, .open) }
    return self.row(of: node, inEvent: row.event)
  }
}
