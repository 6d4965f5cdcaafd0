/// The visible rows of an event stream in which some events are open.
///
/// Only events that were opened are in memory, as outlines. A closed event is read when its row is
/// requested.
package struct FoldedEvents: Sendable {
  /// A row: an event, or a node in an open event.
  package struct Row: Sendable {
    package let event: Int
    /// The number of the node in the event's outline, in which node 0 is the event.
    package let node: Int
    package let outline: Outline
    package let isOpen: Bool

    package var isEvent: Bool { node == 0 }
  }

  /// An event that was opened, with its folds, which are also stored after it is closed.
  private struct Opened: Sendable {
    let event: Int
    var rows: FoldedOutline
    /// The length of the event when it was read.
    var length: Int
    var first = 0

    /// The number of rows up to the last row of this event, in addition to one row per event.
    var extra: Int { first - event + rows.count - 1 }
  }

  /// The maximum number of bytes to read of a closed event.
  private static let head = 64 << 10

  package private(set) var source = ByteSource()
  private var marks = EventMarks()
  /// The opened events in ascending order.
  private var opened: [Opened] = []

  package init() {}

  /// The number of events that have begun.
  package var eventCount: Int { marks.count }
  package var count: Int { marks.count + (opened.last?.extra ?? 0) }
  /// The number of bytes that remain to be read by `extend`.
  package var left: Int { source.count - marks.length }

  /// Reads approximately `budget` more received bytes. Open events stay open.
  package mutating func extend(
    to source: ByteSource, budget: Int = .max
  ) throws(DocumentError) {
    self.source = source
    try marks.extend(to: source, budget: budget)
    try readLastAgain()
  }

  /// Returns a copy with the open events of an earlier state.
  package func folded(as earlier: FoldedEvents) throws(DocumentError) -> FoldedEvents {
    var rows = self
    rows.opened = earlier.opened
    try rows.readLastAgain()
    return rows
  }

  /// Reads the last opened event again if it has grown. A large event is read only if it has grown
  /// by half or is complete, because reading it after each growth would take quadratic time.
  private mutating func readLastAgain() throws(DocumentError) {
    guard let last = opened.last,
      let range = try marks.ranges(of: last.event..<last.event + 1, in: source).first,
      range.count != last.length
    else { return }
    let isDue = range.count < Self.head || range.count > last.length + last.length / 2
    guard isDue || last.event < marks.count - 1 else { return }
    opened[opened.count - 1].rows.update(to: try outline(range))
    opened[opened.count - 1].length = range.count
  }

  // MARK: Rows

  /// Returns the rows in a range. Rows past the end are ignored.
  package func rows(in wanted: Range<Int>) throws(DocumentError) -> [Row] {
    let wanted = wanted.clamped(to: 0..<count)
    var rows: [Row] = []
    var row = wanted.lowerBound
    while row < wanted.upperBound {
      let after = opened.partition { $0.first > row }
      if after > 0, row < opened[after - 1].first + opened[after - 1].rows.count {
        let open = opened[after - 1]
        guard let node = open.rows.node(ofRow: row - open.first) else { break }
        rows.append(
          Row(
            event: open.event, node: node, outline: open.rows.outline,
            isOpen: open.rows.isOpen(node)))
        row += 1
        continue
      }
      let end = min(wanted.upperBound, after < opened.count ? opened[after].first : .max)
      let event = row - (after > 0 ? opened[after - 1].extra : 0)
      let ranges = try marks.ranges(of: event..<event + end - row, in: source)
      for (number, range) in ranges.enumerated() {
        let bytes = try source.bytes(in: range.prefix(Self.head))
        let outline = EventReader.read(bytes, from: range.lowerBound, .lines)
        rows.append(Row(event: event + number, node: 0, outline: outline, isOpen: false))
      }
      row = end
    }
    return rows
  }

  package func row(at row: Int) throws(DocumentError) -> Row? {
    try rows(in: row..<row + 1).first
  }

  /// Returns the row of an event.
  package func row(ofEvent event: Int) -> Int {
    let after = opened.partition { $0.event >= event }
    return event + (after > 0 ? opened[after - 1].extra : 0)
  }

  /// Returns the row of a node or, if it is hidden, of the nearest visible node around it.
  package func row(of node: Int, inEvent event: Int) -> Int {
    guard let index = index(of: event), let row = opened[index].rows.row(of: node) else {
      return row(ofEvent: event)
    }
    return opened[index].first + row
  }

  /// Returns the innermost node that contains a byte, even if the node is hidden, or nil if no
  /// event contains the byte.
  package func node(at offset: Int) throws(DocumentError) -> Row? {
    guard let event = try marks.event(at: offset, in: source),
      let outline = try outline(ofEvent: event), let node = outline.node(at: offset)
    else { return nil }
    return Row(event: event, node: node, outline: outline, isOpen: false)
  }

  // MARK: Folding

  package mutating func setOpen(_ row: Row, _ fold: FoldedOutline.Fold) throws(DocumentError) {
    guard fold == .open || index(of: row.event) != nil,
      let index = try index(opening: row.event)
    else { return }
    opened[index].rows.setOpen(row.node, fold == .open)
    countRows(from: index)
  }

  /// Opens or closes a node and its siblings.
  ///
  /// - Returns: The number of open events if the node is an event. For a node in an event, the
  ///   number of all events, or 0 if the event was never opened.
  package mutating func setSiblings(
    of row: Row, _ fold: FoldedOutline.Fold
  ) throws(DocumentError) -> Int {
    if row.isEvent { return try open(toDepth: fold == .open ? 1 : 0, around: row.event) }
    guard let index = index(of: row.event) else { return 0 }
    opened[index].rows.setSiblings(of: row.node, fold)
    countRows(from: index)
    return eventCount
  }

  /// Shows the nodes down to a depth. Depth 0 shows only the events.
  ///
  /// Opens `event`, then later events, then earlier ones, until the open events have
  /// `Outline.mostNodes` nodes.
  ///
  /// - Returns: The number of open events.
  package mutating func open(
    toDepth depth: Int, around event: Int
  ) throws(DocumentError) -> Int {
    opened = []
    guard depth > 0 else { return 0 }
    var left = Outline.mostNodes
    let later = try open(toDepth: depth, stride(from: event, to: eventCount, by: 1), &left)
    let earlier = try open(toDepth: depth, stride(from: event - 1, through: 0, by: -1), &left)
    opened = earlier.reversed() + later
    countRows(from: 0)
    return opened.count
  }

  private func open(
    toDepth depth: Int, _ events: some Sequence<Int>, _ left: inout Int
  ) throws(DocumentError) -> [Opened] {
    var opened: [Opened] = []
    for event in events {
      guard left > 0 else { break }
      guard var one = try read(event) else { continue }
      one.rows.open(toDepth: depth)
      left -= one.rows.outline.nodes.count
      opened.append(one)
    }
    return opened
  }

  /// Opens the nodes that hide a node in an event.
  ///
  /// - Returns: The row of the node.
  package mutating func reveal(_ row: Row) throws(DocumentError) -> Int {
    if !row.isEvent, let index = try index(opening: row.event) {
      _ = opened[index].rows.reveal(row.node)
      countRows(from: index)
    }
    return self.row(of: row.node, inEvent: row.event)
  }

  /// Returns the rows of an event's nodes, or nil if the event was never opened.
  package func outline(of event: Int) -> FoldedOutline? { index(of: event).map { opened[$0].rows } }

  // MARK: Opened events

  private func index(of event: Int) -> Int? {
    let index = opened.partition { $0.event >= event }
    return index < opened.count && opened[index].event == event ? index : nil
  }

  private mutating func index(opening event: Int) throws(DocumentError) -> Int? {
    if let index = index(of: event) { return index }
    guard let one = try read(event) else { return nil }
    let index = opened.partition { $0.event >= event }
    opened.insert(one, at: index)
    countRows(from: index)
    return index
  }

  private mutating func countRows(from index: Int) {
    for place in index..<opened.count {
      opened[place].first = opened[place].event + (place > 0 ? opened[place - 1].extra : 0)
    }
  }

  private func read(_ event: Int) throws(DocumentError) -> Opened? {
    guard let range = try marks.ranges(of: event..<event + 1, in: source).first else { return nil }
    let rows = FoldedOutline(try outline(range), toDepth: 0)
    return Opened(event: event, rows: rows, length: range.count)
  }

  private func outline(ofEvent event: Int) throws(DocumentError) -> Outline? {
    try marks.ranges(of: event..<event + 1, in: source).first.map { range throws(DocumentError) in
      try outline(range)
    }
  }

  private func outline(_ range: Range<Int>) throws(DocumentError) -> Outline {
    let bytes = try source.bytes(in: range.prefix(Outline.longest))
    return EventReader.read(bytes, from: range.lowerBound, .values, of: range.upperBound)
  }
}

extension Array {
  /// Returns the index of the first element that meets a condition. All elements after it must also
  /// meet the condition.
  fileprivate func partition(_ isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
