import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// The sections of the queue panel: their headings, folding, and jobs that change their section.
struct QueueSectionsTests {
  private static let jobs: [Job] = [
    .fixture(1, .running(attempt: 1)), .fixture(2), .fixture(3), .fixture(4, .held(.byUser)),
    .fixture(6, .interrupted(.init(sent: 1, responseBegan: false, why: "Lost."))),
    .fixture(5, .succeeded),
  ]

  private static func counts(_ jobs: [Job]) -> [QueueSection: Int] {
    Dictionary(jobs.map { (QueueSection($0.state.word), 1) }, uniquingKeysWith: +)
  }

  /// The list of these jobs, as the store has it.
  private static func event(_ jobs: [Job], folded: Set<QueueSection> = []) -> QueueEvent {
    let sections = QueueSections(counts(jobs), folded: folded)
    let listed = jobs.filter { !folded.contains(QueueSection($0.state.word)) }
    return .jobs(listed, offset: 0, total: listed.count, sections: sections)
  }

  private func queue(_ jobs: [Job] = Self.jobs, graphs: [GraphRun] = []) -> QueueModel {
    var queue = QueueModel()
    _ = queue.show(rows: 20)
    _ = queue.receive(.lanes([.fixture()]))
    _ = queue.receive(.graphs(graphs, []))
    _ = queue.receive(Self.event(jobs))
    return queue
  }

  private func items(_ queue: QueueModel) -> [QueueItem?] {
    (0..<queue.rows.total).map { queue.rows.item(at: $0) }
  }

  private func job(_ id: Int64) -> QueueItem { .job(JobID(id)) }

  @Test func `each section has a heading above its jobs, and an empty one has none`() {
    #expect(
      items(queue()) == [
        .section(.running), job(1), .section(.next), job(2), job(3), .section(.held), job(4),
        job(6), .section(.done), job(5),
      ])
    #expect(items(queue([.fixture(2)])) == [.section(.next), job(2)])
    #expect(queue([]).rows.total == 0)
  }

  @Test func `the first job is selected, not the heading above it`() {
    var queue = queue()
    #expect(queue.rows.selected == job(1))
    _ = queue.receive(Self.event([.fixture(7)] + Self.jobs.filter { $0.id != JobID(1) }))
    #expect(queue.rows.selected == job(7))
  }

  @Test func `the first row of the list is that of a job, and its heading is one row above`() {
    var queue = queue()
    _ = queue.move(.last)
    _ = queue.move(.first)
    #expect(queue.rows.selected == job(1) && queue.rows.list.top == 0)
    _ = queue.move(.up)
    #expect(queue.rows.selectedSection == .running)
  }

  @Test func `the heading above a job that is sent is visible, if there is room`() {
    var queue = queue()
    _ = queue.show(rows: 4)
    _ = queue.move(.last)
    #expect(queue.rows.list.top > 1)
    queue.rows.follow(job(1))
    #expect(queue.rows.selected == job(1) && queue.rows.list.top == 0)
    _ = queue.move(.last)
    _ = queue.show(rows: 1)
    queue.rows.follow(job(1))
    #expect(queue.rows.selected == job(1) && queue.rows.list.top == 1)
  }

  @Test func `a heading that was scrolled away stays away when the list is read again`() {
    var queue = queue()
    _ = queue.show(rows: 4)
    _ = queue.scroll(by: 1)
    #expect(queue.rows.list.top == 1 && queue.rows.selected == job(1))
    _ = queue.receive(Self.event(Self.jobs))
    #expect(queue.rows.list.top == 1)
  }

  @Test func `a folded section is one row, and its jobs are not in the list`() {
    var queue = queue()
    _ = queue.point(row: 2)
    #expect(queue.perform(.fold).first == .queue(.fold([.next])))
    #expect(
      items(queue) == [
        .section(.running), job(1), .section(.next), .section(.held), job(4), job(6),
        .section(.done), job(5),
      ])
    #expect(queue.rows.selected == .section(.next) && queue.rows.count(of: .next) == 2)
    // A window from before is out of date.
    #expect(queue.receive(Self.event(Self.jobs)) == [.queue(.fold([.next]))])
    #expect(queue.rows.total == 8)
    _ = queue.receive(Self.event(Self.jobs, folded: [.next]))
    #expect(queue.rows.total == 8)
  }

  @Test(arguments: [QueueCommand.mark, .show, .fold])
  func `space and enter on a heading fold and unfold`(command: QueueCommand) {
    var queue = queue()
    _ = queue.point(row: 0)
    _ = queue.perform(command)
    #expect(queue.rows.item(at: 1) == .section(.next))
    let effects = queue.perform(command)
    #expect(effects.first == .queue(.fold([])))
    #expect(queue.rows.total == 10 && queue.rows.item(at: 1) == nil, "its job must be read")
    _ = queue.receive(Self.event(Self.jobs))
    #expect(queue.rows.item(at: 1) == job(1))
  }

  @Test func `a window that begins below a folded section is at the right rows`() {
    var queue = queue()
    let sections = QueueSections(Self.counts(Self.jobs))
    _ = queue.receive(.jobs(Array(Self.jobs[3...]), offset: 3, total: 6, sections: sections))
    _ = queue.point(row: 0)
    _ = queue.perform(.fold)
    #expect(queue.rows.offset == 2 && queue.rows.item(at: 5) == job(4))
    _ = queue.perform(.fold)
    #expect(queue.rows.offset == 3 && queue.rows.item(at: 6) == job(4))
  }

  @Test func `no command of a job acts on a heading`() {
    var queue = queue()
    _ = queue.point(row: 0)
    for command in [QueueCommand.cancel, .retry, .delete, .hold, .edit] {
      #expect(queue.obstacle(to: command)?.why == "A heading is selected.")
    }
    #expect(queue.obstacle(to: .fold) == nil && queue.obstacle(to: .show) == nil)
  }

  @Test func `the selection stays in its row when its job ends, and never moves to a heading`() {
    var queue = queue()
    _ = queue.point(row: 1)
    var ended = Self.jobs
    ended[0].state = .succeeded
    ended = Array(ended[1...]) + [ended[0]]
    _ = queue.receive(Self.event(ended))
    // The running section is gone, so its row has the next heading's first job.
    #expect(queue.rows.selected == job(2) && queue.rows.list.selected == 1)
  }

  @Test func `a held job is below its heading before the store has it`() {
    var queue = queue()
    _ = queue.point(row: 3)
    _ = queue.perform(.hold)
    #expect(
      items(queue)[2...6] == [.section(.next), job(3), .section(.held), job(2), job(4)])
    #expect(queue.rows.count(of: .next) == 1 && queue.rows.count(of: .held) == 3)
    #expect(queue.rows.selected == job(2))
    // The store has not confirmed it yet.
    _ = queue.receive(Self.event(Self.jobs))
    #expect(queue.rows.count(of: .held) == 3 && queue.rows.total == 10)
    // Released again, it is where it was.
    _ = queue.perform(.hold)
    #expect(items(queue)[2...4] == [.section(.next), job(2), job(3)])
  }

  @Test func `a cancelled job is above the finished ones at once`() {
    var queue = queue()
    _ = queue.point(row: 4)
    _ = queue.perform(.cancel)
    #expect(items(queue)[7...] == [.section(.done), job(3), job(5)])
    #expect(queue.rows.count(of: .done) == 2)
  }

  @Test func `a deleted job is not counted, and comes back by undo`() {
    var queue = queue()
    _ = queue.point(row: 9)
    guard case .queue(.delete(let deletion))? = queue.perform(.delete).first else {
      Issue.record("Nothing was deleted.")
      return
    }
    #expect(queue.rows.count(of: .done) == 0 && queue.rows.total == 8)
    queue.show([.queue(.restore(deletion))])
    #expect(queue.rows.count(of: .done) == 1 && queue.rows.item(at: 9) == job(5))
  }

  @Test func `an open batch is in the section of its running rows`() {
    func batch(_ id: Int64, _ counts: RowCounts, _ order: GraphRun.Instruction = .run) -> GraphRun {
      GraphRun(
        id: GraphID(id), plan: GraphPlan(rows: RowPlan(source: "rows", count: 9)),
        created: Timestamp(milliseconds: 0), instruction: order,
        rows: RowProgress(first: JobID(100 * id), counts: counts))
    }
    let graphs = [
      batch(1, RowCounts([.running: 1, .waiting: 8])), batch(2, RowCounts([.waiting: 9])),
      batch(3, RowCounts([.waiting: 9]), .hold), batch(4, RowCounts([.succeeded: 9])),
    ]
    let queue = queue(graphs: graphs)
    let shown = items(queue)
    func below(_ section: QueueSection) -> QueueItem? {
      shown.firstIndex(of: .section(section)).flatMap { shown[$0 + 1] }
    }
    #expect(below(.running) == .graph(GraphID(1)) && below(.next) == .graph(GraphID(2)))
    #expect(below(.held) == .graph(GraphID(3)))
    #expect(shown.contains(.graph(GraphID(4))) && queue.rows.count(of: .done) == 2)
  }

  @Test func `a job moves only past jobs of its section`() {
    let queue = queue()
    #expect(queue.rows.neighbour(of: Self.jobs[1], 1) == JobID(3))
    #expect(queue.rows.neighbour(of: Self.jobs[2], 1) == nil)
  }

  @Test(arguments: 0..<8) func `each index of the list belongs to one section`(index: Int) {
    let sections = QueueSections([.running: 1, .next: 2, .held: 3, .done: 5], folded: [.held])
    let expected: [QueueSection] = [.running, .next, .next, .done, .done, .done, .done, .done]
    #expect(sections.section(at: index) == expected[index] && sections.total == 8)
  }
}
