import ClientModel

/// The rows of the queue: the active graphs, followed by the jobs. Ended graphs are among the ended
/// jobs, ordered by time.
///
/// The position of an ended graph is known only within the window. A graph outside the window is
/// placed at the nearer edge of the window, so that the rows of the jobs in it are right.
struct QueueLayout: Equatable, Sendable {
  /// The rows of a graph, which come before the job with this index: the line of the graph,
  /// followed by its steps. Only the number of rows is stored, because an open batch may have
  /// 100,000.
  private struct Block: Equatable {
    var job: Int
    var graph: GraphID
    var count: Int

    func item(_ inside: Int) -> QueueItem {
      inside == 0 ? .graph(graph) : .step(GraphPosition(graph: graph, step: inside - 1))
    }

    func place(of item: QueueItem) -> Int? {
      switch item {
      case .graph(graph): 0
      case .step(let place) where place.graph == graph && place.step < count - 1: place.step + 1
      case .graph, .step, .job: nil
      }
    }
  }

  private var blocks: [Block] = []
  private var jobTotal = 0
  /// The total number of rows.
  private(set) var total = 0

  init() {}

  init(
    _ graphs: GraphRows, window: [Job], offset: Int, jobTotal: Int,
    order: QueueArrangement.Order = .queue
  ) {
    self.jobTotal = jobTotal
    blocks = graphs.graphs.map { graph in
      if order == .oldestFirst {
        let younger = window.firstIndex { $0.since > graph.since }
        let place = graph.isEnded ? offset + (younger ?? window.count) : jobTotal
        return Block(job: min(place, jobTotal), graph: graph.id, count: graphs.count(of: graph))
      }
      let older = window.firstIndex {
        $0.state.word.isFinished && $0.since <= graph.since
      }
      let place = graph.isEnded ? offset + (older ?? window.count) : 0
      return Block(job: min(place, jobTotal), graph: graph.id, count: graphs.count(of: graph))
    }
    blocks.sort { $0.job < $1.job }
    total = jobTotal + blocks.reduce(0) { $0 + $1.count }
  }

  /// Returns the item of a graph in a row, or the index of the job in it. Returns nil if there is
  /// no such row.
  func place(at row: Int) -> Target? {
    guard row >= 0, row < total else { return nil }
    var above = 0
    for block in blocks {
      let inside = row - block.job - above
      if inside < 0 { break }
      if inside < block.count { return .graph(block.item(inside)) }
      above += block.count
    }
    return .job(row - above)
  }

  enum Target: Equatable {
    case graph(QueueItem)
    case job(Int)
  }

  func row(ofJob number: Int) -> Int {
    number + blocks.reduce(0) { $0 + ($1.job <= number ? $1.count : 0) }
  }

  /// Returns the row of a graph or of one of its steps, or nil if it has no row.
  func row(of item: QueueItem) -> Int? {
    var above = 0
    for block in blocks {
      if let inside = block.place(of: item) { return block.job + above + inside }
      above += block.count
    }
    return nil
  }

  /// Returns the index of the job in a row. If the row is that of a graph, returns the index of the
  /// next job below.
  func job(from row: Int) -> Int {
    var above = 0
    for block in blocks where block.job + above <= row {
      above += min(block.count, row - block.job - above)
    }
    return row - above
  }
}
