import ClientCore
import ClientMemory
import ClientModel
import Testing

/// One random graph and the life it has: whose acts are drawn from the seed, and which must end.
struct GraphTrial {
  let seed: Int
  let world: GraphWorld
  private var random: SeededRandom
  private let plan: GraphPlan
  private let drafts: [String: Draft]
  private let clock = ManualClock()
  private var bench: Bench
  private var id = GraphID(1)
  private var wasStopped = false

  init(seed: Int) async throws {
    self.seed = seed
    var random = SeededRandom(seed)
    // Most are small, so that many fit into a second; each tenth has up to 200 steps.
    let count = Int.random(in: 0...(seed % 10 == 0 ? 200 : 30), using: &random)
    let names = Array(0..<count).shuffled(using: &random)
    var parents = Array(repeating: [Int](), count: count)
    var steps = (0..<count).map { GraphStep.request("s\($0)") }
    var drafts: [String: Draft] = [:]
    for place in 0..<count {
      let step = names[place]
      let isPost = random.next() % 4 == 0
      var draft = Draft.fixture("s\(step)", isPost ? "POST" : "GET")
      draft.options.retry.attempts = Int.random(in: 1...2, using: &random)
      for _ in 0..<Int.random(in: 0...3, using: &random) where place > 0 {
        let parent = names[Int.random(in: 0..<place, using: &random)]
        switch random.next() % 3 {
        case 0: steps[step].after.append("s\(parent)")
        case 1:
          steps[step].needs.append("s\(parent)")
          parents[step].append(parent)
        default:
          guard steps[step].inputs.isEmpty else { continue }
          steps[step].inputs = [
            GraphStep.Input(name: "v", step: "s\(parent)", pick: .pointer("/id"))
          ]
          parents[step].append(parent)
          draft.url += "?v={{v}}"
        }
      }
      drafts["s\(step)"] = draft
    }
    self.drafts = drafts
    plan = GraphPlan(
      name: "trial", onFailure: random.next() % 2 == 0 ? .stop : .continue, steps: steps)
    world = GraphWorld(parents: parents, seed: seed)
    self.random = random
    bench = Self.bench(
      MemoryStorage(clock: clock, bodyFolder: "/nonexistent"), clock, world, seed)
  }

  private static func bench(
    _ storage: MemoryStorage, _ clock: ManualClock, _ world: GraphWorld, _ seed: Int,
    life: Int = 0
  ) -> Bench {
    Bench(storage: storage, clock: clock, seed: seed &+ life) { attempt in
      switch world.receive(attempt.step, in: life) {
      case .hang: .hang
      case .response: .json("{\"id\": \(attempt.step)}")
      case .refuse: .response(500)
      case .drop: .fail(.refused, .nothing)
      case .cutOff: .fail(.connectionLost, .something)
      }
    }
  }

  mutating func run() async throws {
    try await bench.client.start(as: .runner)
    id = try await bench.client.submit(
      NewGraph(plan, GraphMaterial(drafts: drafts), scheduling: .queued))
    for _ in 0..<Int.random(in: 5...(plan.steps.count * 2 + 10), using: &random) {
      try await act()
      for _ in 0..<Int.random(in: 0...12, using: &random) { await Task.yield() }
      world.retainOpen(Set(bench.transport.log.withLock { $0.open.values.map(\.step) }))
    }
    try await finish()
    try await judge()
    await bench.client.quit(.stop)
  }

  private mutating func act() async throws {
    let client = bench.client
    let lanes = try await client.lanes().map(\.lane.key)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<3: try await die()
    case 3..<6: if let lane = lanes.first { try await client.pause(lane) }
    case 6..<16: for lane in lanes { try await client.resume(lane) }
    case 16..<20:
      for lane in lanes {
        try await client.setLimit(Int.random(in: 1...30, using: &random), of: lane)
      }
    case 20..<23: try await client.hold(id)
    case 23..<30: try await client.release(id)
    case 30..<31:
      wasStopped = true
      try await client.cancel(id)
    case 31..<34: try await client.retry(id)
    case 34..<37:
      let open = try await client.jobs(matching: JobQuery(states: [.running, .waiting]))
      if let job = open.randomElement(using: &random) {
        world.ended(try await step(of: job.id))
        _ = try await client.cancel([job.id])
      }
    case 37..<50: try await decide()
    case 50..<60:
      if let alarm = clock.alarms.first { clock.advance(by: max(.zero, alarm.since(clock.now))) }
    default: answerOne()
    }
  }

  /// The process is gone, with all it had in memory; another opens what is on disk.
  private mutating func die() async throws {
    let life = world.die()
    let dead = bench
    bench = Self.bench(dead.storage.crashed(), clock, world, seed, life: life)
    await dead.client.quit(.stop)
    try await bench.client.start(as: .runner)
    if random.next() % 2 == 0 { try await bench.client.resumeAfterRestart() }
  }

  /// The user's word on what was interrupted.
  private mutating func decide() async throws {
    for job in try await bench.client.jobs(matching: JobQuery(states: [.interrupted])) {
      let step = try await step(of: job.id)
      switch random.next() % 3 {
      case 0:
        world.resolved(step)
        try await bench.client.resolve([job.id])
      case 1: try await bench.client.retry([job.id])
      default: try await bench.client.cancel([job.id])
      }
    }
  }

  private func step(of job: JobID) async throws -> Int {
    try #require(try await bench.client.places(of: [job])[job]).step
  }

  private func answerOne() {
    let open = bench.transport.log.withLock { $0.open.values.sorted { $0.id.job < $1.id.job } }
    guard let attempt = open.first else { return }
    world.answered(attempt.step)
    bench.transport.reply(attempt.id, .json("{\"id\": \(attempt.step)}"))
  }

  /// From here on nothing goes wrong: the graph must end by itself.
  private mutating func finish() async throws {
    world.beKind()
    for turn in 0..<20_000 {
      let run = try await bench.client.graphs(matching: GraphQuery(ids: [id])).first
      if try #require(run).isEnded { return }
      if turn % 10 == 0 {
        try await bench.client.resumeAfterRestart()
        for lane in try await bench.client.lanes() { try await bench.client.resume(lane.lane.key) }
        try await bench.client.release(id)
        try await decide()
        if let alarm = clock.alarms.first { clock.advance(by: max(.zero, alarm.since(clock.now))) }
      }
      answerOne()
      await Task.yield()
    }
    Issue.record("seed \(seed): the graph hangs")
  }

  /// What is left must fit together, and what each step gave stands in its place.
  private func judge() async throws {
    let run = try #require(try await bench.client.graphs(matching: GraphQuery(ids: [id])).first)
    let states = run.steps.map(\.state)
    #expect(states.count == plan.steps.count, "seed \(seed)")
    for (step, state) in states.enumerated() {
      let parents = world.parents[step].map { states[$0] }
      switch state {
      case .done:
        #expect(parents.allSatisfy { $0 == .done }, "seed \(seed) step \(step)")
        let given = try await bench.client.result(of: GraphPosition(graph: id, step: step))
        // Resolved by the user, it may have no response.
        if given != .none {
          #expect(given == .inline(Array("{\"id\": \(step)}".utf8)), "seed \(seed) step \(step)")
        }
      case .failed, .cancelled:
        #expect(parents.allSatisfy { $0 == .done }, "seed \(seed) step \(step)")
      case .skipped(let because):
        #expect(states[because].isUnsuccessful, "seed \(seed) step \(step)")
        #expect(parents.contains { $0 != .done }, "seed \(seed) step \(step)")
      case .notRun:
        #expect(
          wasStopped || plan.onFailure == .stop && states.contains(where: \.isUnsuccessful),
          "seed \(seed) step \(step)")
      case .waiting, .running: Issue.record("seed \(seed): step \(step) is \(state)")
      }
    }
    // One job a step at most, and none that is deleted on the way.
    let jobs = run.steps.compactMap(\.job)
    #expect(Set(jobs).count == jobs.count, "seed \(seed)")
    let all = try await bench.client.jobs(matching: JobQuery())
    #expect(Set(all.map(\.id)) == Set(jobs), "seed \(seed)")
    let words = all.map(\.state.word)
    #expect(words.filter { !$0.isFinished } == [], "seed \(seed)")
  }
}

extension OutgoingAttempt {
  /// The number of its step: its address ends in `/s17` or `/s17?v=3`.
  fileprivate var step: Int {
    let path = request.url.split(separator: "?")[0]
    return Int(path.split(separator: "/").last?.dropFirst() ?? "") ?? -1
  }
}
