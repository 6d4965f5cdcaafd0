import ClientCore
import ClientHTTP
import ClientMemory
import ClientModel
import JobFixtures
import TestSupport
import Testing
import ViewModels

@testable import weir

/// What the queue panel shows after events of the client, against a full read, and how often the
/// store is read for it.
struct QueueContentsTests {
  private let folder: TemporaryFolder
  private let storage: MemoryStorage
  private let client: Client
  private let reader: QueueReader
  private let lane = LaneKey(name: "a")

  init() throws {
    folder = try TemporaryFolder()
    storage = MemoryStorage(clock: SystemClock(), bodyFolder: folder.path)
    client = Client(storage: storage, transport: ScriptedTransport([]))
    reader = QueueReader(client)
  }

  /// The contents of the panel, as its events say them.
  private struct Shown: Equatable {
    var jobs: [Job] = []
    var total = 0
    var sections: QueueSections?
    var ahead: [JobID: Int] = [:]
    var running: [LaneKey: [LaneActivity.Running]] = [:]
    var lanes: [LaneTally] = []
    var futurePause = Lane.Pause.none
    var graphs: [GraphRun] = []
    var steps: [Job] = []
    var rows: [JobID: Job] = [:]
  }

  private func shown(by reader: QueueReader) async -> Shown {
    var shown = Shown()
    for case .queue(let event) in await reader.events() {
      switch event {
      case .jobs(let jobs, _, let total, let sections):
        (shown.jobs, shown.total, shown.sections) = (jobs, total, sections)
      case .activity(let lanes, let ahead):
        (shown.ahead, shown.running) = (ahead, lanes.mapValues(\.running))
      case .lanes(let lanes):
        shown.lanes = lanes.map {
          LaneTally(lane: $0.lane, counts: $0.counts.filter { $0.value != 0 })
        }
      case .futureLanes(let pause): shown.futurePause = pause
      case .graphs(let graphs, let steps): (shown.graphs, shown.steps) = (graphs, steps)
      case .rows(let rows, _): shown.rows = rows.jobs
      default: break
      }
    }
    shown.steps.sort { $0.id < $1.id }
    return shown
  }

  /// Lets the reader read until everything is current. Returns the number of reads.
  private func settle() async throws -> Int {
    let before = storage.reads
    while await reader.update != .none {
      try await reader.refresh()
      _ = await reader.events()
    }
    return storage.reads - before
  }

  private func add(_ count: Int, to lane: String = "a") async throws -> [JobID] {
    try await storage.add((0..<count).map { _ in NewJob.row(lane: lane) })
  }

  private func change(_ job: JobID, to state: JobState, at time: Int64) async throws -> ClientEvent
  {
    .jobsChanged(
      try await storage.change([job]) { _ in
        JobChange(state: state, at: SystemClock().now.advanced(by: .milliseconds(time)))
      })
  }

  /// Gives the reader a change, and returns the number of reads that follow.
  private func reads(for event: ClientEvent) async throws -> Int {
    await reader.take(event)
    return try await settle()
  }

  @Test func `a job in the window starts, makes progress and ends without a read`() async throws {
    let jobs = try await add(5)
    // One read of the recent durations, and one of the contents.
    #expect(try await settle() == 2)
    let states: [JobState] = [.running(attempt: 1), .waiting(.slot), .held(.byUser), .succeeded]
    for (step, state) in states.enumerated() {
      let event = try await change(jobs[2], to: state, at: Int64(step) + 1)
      #expect(try await reads(for: event) == 0, "\(state)")
    }
    #expect(try await reads(for: .progressed(jobs[2], TransferProgress())) == 0)
    let shown = await shown(by: reader)
    #expect(shown.jobs.map(\.id) == [jobs[0], jobs[1], jobs[3], jobs[4], jobs[2]])
    #expect(shown.lanes.map(\.counts) == [[.waiting: 4, .succeeded: 1]])
  }

  @Test func `a job knows how many others wait before it, without a read`() async throws {
    let jobs = try await add(4)
    _ = try await settle()
    #expect(await shown(by: reader).ahead == [jobs[0]: 0, jobs[1]: 1, jobs[2]: 2, jobs[3]: 3])
    let started = try await change(jobs[0], to: .running(attempt: 1), at: 1)
    let held = try await change(jobs[2], to: .held(.byUser), at: 2)
    #expect(try await reads(for: started) == 0)
    #expect(try await reads(for: held) == 0)
    #expect(await shown(by: reader).ahead == [jobs[1]: 0, jobs[3]: 1])
    #expect(await shown(by: reader).running[lane]?.count == 1)
    let released = try await change(jobs[2], to: .waiting(.slot), at: 3)
    #expect(try await reads(for: released) == 0)
    #expect(await shown(by: reader).ahead == [jobs[1]: 0, jobs[2]: 1, jobs[3]: 2])
  }

  @Test func `a job is in the section of its state, and a folded section has only its number`()
    async throws
  {
    let jobs = try await add(3)
    try await reader.fold([.running])
    _ = try await settle()
    let started = try await change(jobs[1], to: .running(attempt: 1), at: 1)
    #expect(try await reads(for: started) == 0)
    let shown = await shown(by: reader)
    #expect(shown.jobs.map(\.id) == [jobs[0], jobs[2]] && shown.total == 2)
    #expect(shown.sections == QueueSections([.running: 1, .next: 2], folded: [.running]))
    try await reader.fold([])
    #expect(await self.shown(by: reader).jobs.map(\.id) == [jobs[1], jobs[0], jobs[2]])
  }

  @Test func `a lane is paused with one read`() async throws {
    _ = try await add(1)
    _ = try await settle()
    let lanes = try await storage.changeLanes([lane]) { $0.pause = .byUser }
    #expect(try await reads(for: .lanesChanged(lanes)) == 1)
    #expect(await shown(by: reader).lanes.map(\.lane.isPaused) == [true])
  }

  @Test func `a job outside of the window and a new job cost one read`() async throws {
    let jobs = try await add(9)
    try await reader.show(offset: 0, limit: 3)
    _ = try await settle()
    let held = try await change(jobs[7], to: .held(.byUser), at: 1)
    #expect(try await reads(for: held) == 1)
    let added = try await storage.jobs(matching: JobQuery(ids: try await add(1)))
    #expect(try await reads(for: .jobsChanged(added)) == 1)
    #expect(await shown(by: reader).total == 10)
  }

  @Test(arguments: ["", "state:waiting"])
  func `no change costs more than one read`(filter: String) async throws {
    let scripted = try await ScriptedClient()
    let reader = QueueReader(scripted.client)
    let arrangement = QueueArrangement(filter: filter)
    reader.request(for: arrangement)
    _ = try await reader.arrange(arrangement)
    let events = await scripted.client.events()
    let job = try await scripted.run()
    _ = try await scripted.client.pause(LaneKey(name: "api"))
    for await event in events {
      let before = scripted.storage.reads
      await reader.take(event)
      while await reader.update != .none {
        try await reader.refresh()
        _ = await reader.events()
      }
      #expect(scripted.storage.reads - before <= 1, "\(event)")
      if case .lanesChanged(let lanes) = event, lanes.contains(where: \.isPaused) { break }
    }
    let shown = await shown(by: reader)
    #expect(shown.jobs.map(\.id) == (filter.isEmpty ? [job] : []))
    #expect(shown.lanes.map(\.lane.isPaused) == [true])
  }

  @Test(arguments: 0..<30)
  func `random events show the same as a full read`(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let filter = ["", "", "state:waiting", "state:failed", "/7"].randomElement(using: &random)!
    let order = QueueArrangement.Order.allCases.randomElement(using: &random)!
    let folded = Set(
      QueueSection.allCases.filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    let window = (Int.random(in: 0...20, using: &random), Int.random(in: 5...40, using: &random))
    var world = RandomQueue(storage: storage, random: random)
    for _ in 0..<30 { _ = try await world.addJob() }
    let arrangement = QueueArrangement(filter: filter, order: order)
    reader.request(for: arrangement)
    _ = try await reader.arrange(arrangement)
    try await reader.fold(folded)
    try await reader.show(offset: window.0, limit: window.1)
    _ = try await settle()
    for step in 0..<40 {
      var late: [ClientEvent] = []
      for _ in 0..<Int.random(in: 1...3, using: &random) { late += try await world.change() }
      // The store may be read before the events of its changes arrive.
      if Int.random(in: 0..<6, using: &random) == 0 {
        try await reader.show(offset: window.0, limit: window.1)
      }
      for event in late { await reader.take(event) }
      _ = try await settle()
      let other = QueueReader(client)
      other.request(for: arrangement)
      _ = try await other.arrange(arrangement)
      try await other.fold(folded)
      try await other.show(offset: window.0, limit: window.1)
      var (now, full) = (await shown(by: reader), await shown(by: other))
      // The end of a window may be missing until the selection moves there.
      let least = min(full.jobs.count, window.1 - window.1 / 8)
      #expect(now.jobs.count >= least, "seed \(seed), step \(step)")
      full.jobs = Array(full.jobs.prefix(now.jobs.count))
      now.jobs = Array(now.jobs.prefix(full.jobs.count))
      // Rows of batches between two jobs of the window are counted by the next read, and running
      // jobs are only read if others wait.
      let listed = Set(now.jobs.map(\.id))
      let isExact = full.graphs.allSatisfy { $0.rows == nil }
      now.ahead = isExact ? now.ahead.filter { listed.contains($0.key) } : [:]
      full.ahead = isExact ? full.ahead.filter { listed.contains($0.key) } : [:]
      if full.ahead.isEmpty || !isExact { (now.running, full.running) = ([:], [:]) }
      try #require(now == full, "seed \(seed), step \(step), filter \(filter), \(order)")
    }
  }
}

/// Random changes of a store, each with the events that a client publishes for it.
private struct RandomQueue {
  let storage: MemoryStorage
  var random: SeededGenerator
  /// The time of the next change, after that of every added job.
  private var time = SystemClock().now.milliseconds + 3_600_000
  private var graphs: [GraphID] = []

  init(storage: MemoryStorage, random: SeededGenerator) {
    (self.storage, self.random) = (storage, random)
  }

  private static let failure = Failure(.connectionLost, what: "a", why: "b", whatToDo: "c")

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    .random(in: range, using: &random)
  }

  private mutating func now() -> Timestamp {
    time += Int64(number(0...2))
    return Timestamp(milliseconds: time)
  }

  mutating func addJob() async throws -> [ClientEvent] {
    let lane = ["a", "b", "c"][number(0...2)]
    let new = NewJob.row("/\(number(0...99))", lane: lane, priority: number(0...1))
    let ids = try await storage.add([new])
    return [.jobsChanged(try await storage.jobs(matching: JobQuery(ids: ids)))]
  }

  private mutating func state() -> JobState {
    switch number(0...6) {
    case 0, 1: .waiting(.slot)
    case 2: .held(.byUser)
    case 3: .running(attempt: 1)
    case 4: .failed(Self.failure)
    default: .succeeded
    }
  }

  mutating func change() async throws -> [ClientEvent] {
    let time = now()
    switch number(0...11) {
    case 0: return try await addJob()
    case 1:
      let pause: Lane.Pause = number(0...1) == 0 ? .byUser : .none
      let lane = LaneKey(name: ["a", "b", "c"][number(0...2)])
      return [.lanesChanged(try await storage.changeLanes([lane]) { $0.pause = pause })]
    case 2:
      let pause: Lane.Pause = number(0...1) == 0 ? .byUser : .none
      return [.lanesChanged(try await storage.changeLanes(nil) { $0.pause = pause })]
    case 3:
      let rows = (0..<number(1...4)).map { NewJob.row("/7\($0)", lane: "a") }
      let batch = NewBatch(
        source: "rows", jobs: rows, values: rows.map { _ in Array("{}".utf8) })
      let run = try await storage.add(batch, at: time)
      graphs.append(run.id)
      return [.graphsChanged([run])]
    case 4: return try await changeGraph(at: time)
    case 5:
      let jobs = try await storage.jobs(matching: JobQuery(part: .alone))
      guard let job = jobs.randomElement(using: &random) else { return [] }
      let (priority, position) = (number(0...2), Double(number(0...99)))
      return [
        .jobsChanged(
          try await storage.change([job.id]) { _ in
            JobChange(at: time, priority: priority, position: position)
          })
      ]
    case 6 where number(0...3) == 0:
      _ = try await storage.remove(Removal(jobs: JobQuery(states: [.succeeded])))
      return [.dropped(0)]
    default:
      let jobs = try await storage.jobs(matching: JobQuery())
      guard let job = jobs.randomElement(using: &random) else { return [] }
      let state = state()
      let changed = try await storage.change([job.id]) { _ in JobChange(state: state, at: time) }
      let runs = try await storage.graphs(matching: GraphQuery())
        .filter { $0.span?.contains(job.id) ?? false }
      return [.jobsChanged(changed)] + (runs.isEmpty ? [] : [.graphsChanged(runs)])
    }
  }

  /// Adds a graph of one step, or starts, ends or restarts the step of one.
  private mutating func changeGraph(at time: Timestamp) async throws -> [ClientEvent] {
    let all = try await storage.graphs(matching: GraphQuery()).filter { $0.rows == nil }
    guard number(0...2) > 0, let run = all.randomElement(using: &random) else {
      let plan = GraphPlan(name: "one", steps: [GraphStep(name: "s", work: .request("s"))])
      let run = try await storage.add(NewGraph(plan, GraphMaterial()), at: time)
      return [.graphsChanged([run])]
    }
    var steps = run.steps
    steps[0].state = [.running, .done, .failed][number(0...2)]
    let starts = steps[0].state == .running && steps[0].job == nil
    let change = GraphChange(
      steps: steps, instruction: run.instruction, at: time,
      jobs: starts ? [(0, NewJob.row("/step", lane: "b"))] : [])
    guard let receipt = try await storage.change(graph: run.id, { _ in change }) else { return [] }
    let added = try await storage.jobs(matching: JobQuery(ids: receipt.added))
    return [.graphsChanged([receipt.run])] + (added.isEmpty ? [] : [.jobsChanged(added)])
  }
}

extension NewJob {
  /// A waiting job of a lane.
  fileprivate static func row(
    _ path: String = "/", lane: String, priority: Int = 0
  ) -> NewJob {
    var request = PreparedRequest.fixture()
    request.url = "https://example.com\(path)"
    return NewJob(request: request, lane: LaneKey(name: lane), priority: priority)
  }
}
