import ClientModel

/// The rows of the queue: section headings, graphs and jobs.
///
/// An ended graph is shown among the ended jobs, ordered by time. An active graph is above the jobs
/// of its section. The position of an ended graph is known only within the window. A graph outside
/// the window is placed at the nearer edge, so that the rows of the window's jobs are correct.
struct QueueLayout: Equatable, Sendable {
  /// The rows before the job with this index: a heading, or the lines of a graph. Only the number
  /// of rows is stored, because an open batch may have 100,000 rows.
  private struct Block: Equatable {
    var job: Int
    var first: QueueItem
    var count: Int

    func item(_ inside: Int) -> QueueItem {
      guard inside > 0, case .graph(let graph) = first else { return first }
      return .step(GraphPosition(graph: graph, step: inside - 1))
    }

    func place(of item: QueueItem) -> Int? {
      if item == first { return 0 }
      guard case .step(let place) = item, first == .graph(place.graph), place.step < count - 1
      else { return nil }
      return place.step + 1
    }
  }

  private var blocks: [Block] = []
  private var jobTotal = 0
  private(set) var total = 0

  init() {}

  init(
    _ graphs: GraphRows, window: [Job], offset: Int, jobTotal: Int,
    order: QueueArrangement.Order = .queue, sections: QueueSections? = nil
  ) {
    self.jobTotal = jobTotal
    defer { total = jobTotal + blocks.reduce(0) { $0 + $1.count } }
    if let sections {
      blocks = Self.blocks(of: sections, graphs, window: window, offset: offset)
      return
    }
    blocks = graphs.graphs.map { graph in
      if order == .oldestFirst {
        let younger = window.firstIndex { $0.since > graph.since }
        let place = graph.isEnded ? offset + (younger ?? window.count) : jobTotal
        return Block(
          job: min(place, jobTotal), first: .graph(graph.id), count: graphs.count(of: graph))
      }
      let older = window.firstIndex {
        $0.state.word.isFinished && $0.since <= graph.since
      }
      let place = graph.isEnded ? offset + (older ?? window.count) : 0
      return Block(
        job: min(place, jobTotal), first: .graph(graph.id), count: graphs.count(of: graph))
    }
    blocks.sort { $0.job < $1.job }
  }

  /// Returns the headings of the sections that are not empty, and their graphs.
  private static func blocks(
    of sections: QueueSections, _ graphs: GraphRows, window: [Job], offset: Int
  ) -> [Block] {
    var blocks: [Block] = []
    for section in QueueSection.allCases {
      let members = graphs.graphs.filter { graphs.section(of: $0) == section }
      guard sections[section] + members.count > 0 else { continue }
      let start = sections.start(of: section)
      blocks.append(Block(job: start, first: .section(section), count: 1))
      guard !sections.folded.contains(section) else { continue }
      for graph in members {
        var place = start
        if section == .done {
          let older = window.firstIndex { $0.state.word.isFinished && $0.since <= graph.since }
          place = min(max(start, offset + (older ?? window.count)), start + sections[section])
        }
        blocks.append(
          Block(job: place, first: .graph(graph.id), count: graphs.count(of: graph)))
      }
    }
    return blocks
  }

  /// Returns the target of a row: a heading, a graph item, or a job's index. Returns nil for a row
  /// past the end.
  func place(at row: Int) -> Target? {
    guard row >= 0, row < total else { return nil }
    var above = 0
    for block in blocks {
      let inside = row - block.job - above
      if inside < 0 { break }
      if inside < block.count { return .item(block.item(inside)) }
      above += block.count
    }
    return .job(row - above)
  }

  enum Target: Equatable {
    case item(QueueItem)
    case job(Int)
  }

  func row(ofJob number: Int) -> Int {
    number + blocks.reduce(0) { $0 + ($1.job <= number ? $1.count : 0) }
  }

  /// Returns the row of a heading, a graph or a step.
  func row(of item: QueueItem) -> Int? {
    var above = 0
    for block in blocks {
      if let inside = block.place(of: item) { return block.job + above + inside }
      above += block.count
    }
    return nil
  }

  /// Returns the index of the job in a row. For the row of a graph, returns the index of the next
  /// job below.
  func job(from row: Int) -> Int {
    var above = 0
    for block in blocks where block.job + above <= row {
      above += min(block.count, row - block.job - above)
    }
    return row - above
  }
}
