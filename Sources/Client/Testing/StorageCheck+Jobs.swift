import ClientCore
import ClientModel

extension StorageCheck {
  /// All checks that need only one process.
  public static let all: [StorageCheck] =
    jobs + attempts + queries + lanes + sharing + cookies
    + bodies

  /// The checks of adding, changing and removing jobs.
  public static let jobs: [StorageCheck] = [
    StorageCheck("Ids ascend and are never used again.") {
      store, violations async throws(StopCheck) in
      let first = try await store.added([.fixture("/a"), .fixture("/b", state: .succeeded)])
      let removed = try await call("remove") { () throws(Failure) in
        try await store.remove(Removal(jobs: JobQuery(ids: [first[1]])))
      }
      violations.expect("The number of removed jobs", removed, is: 1)
      let second = try await store.added([.fixture("/c")])
      violations.expect("Whether ids ascend", first[0] < first[1], is: true)
      violations.expect(
        "Whether a new id is greater than every old one", second[0] > first[1], is: true)
    },
    StorageCheck("An added job is read back unchanged.") {
      store, violations async throws(StopCheck) in
      var new = NewJob.fixture("/x", lane: "api", priority: 3, scheduling: .immediate)
      new.draft = Draft(url: "{{host}}/x", query: [DraftField("a", "env:A", mark: .secret)])
      let id = try await store.added([new])[0]
      let job = try await store.job(id)
      violations.expect("The lane", job.lane, is: new.lane)
      violations.expect("The priority", job.priority, is: 3)
      violations.expect("The scheduling", job.scheduling, is: .immediate)
      violations.expect("The state", job.state, is: .waiting(.slot))
      violations.expect("The request", try await store.sent(id), is: new.request)
      let source = try await call("requests") { () throws(Failure) in
        try await store.requests(of: id)
      }
      violations.expect("The draft", source?.draft, is: new.draft)
      violations.expect("The request that belongs to the draft", source?.request, is: new.request)
      let none = JobID(id.rawValue + 1_000)
      violations.expect("The request of an unknown job", try await store.sent(none), is: nil)
    },
    StorageCheck("A text query searches URL, name and lane, and ignores case.") {
      store, violations async throws(StopCheck) in
      var named = NewJob.fixture("/y")
      named.name = "Orders' list"
      let ids = try await store.added([
        .fixture("/Orders/1"), named, .fixture("/z", lane: "ORDERS"), .fixture("/É%_"),
        .fixture("/é"),
      ])
      for (texts, found) in [
        (["orders"], [0, 1, 2]), (["ORDERS", "'"], [1]), (["é"], [4]), (["%_"], [3]),
        (["orders", "none"], []), ([], [0, 1, 2, 3, 4]),
      ] as [([String], [Int])] {
        var query = JobQuery(order: .oldestFirst)
        query.texts = texts
        violations.expect(
          "The jobs found by \(texts)", try await store.ids(query), is: found.map { ids[$0] })
      }
    },
    StorageCheck("Only finished jobs are removed.") { store, violations async throws(StopCheck) in
      let ids = try await store.added([.fixture(), .fixture(state: .cancelled(sent: 0))])
      let removed = try await call("remove") { () throws(Failure) in
        try await store.remove(Removal(jobs: JobQuery()))
      }
      violations.expect("The number of removed jobs", removed, is: 1)
      violations.expect("The remaining jobs", try await store.ids(JobQuery()), is: [ids[0]])
      violations.expect("The request of a removed job", try await store.sent(ids[1]), is: nil)
    },
    StorageCheck("A deletion that can be undone takes effect at once, and is undone as a whole.") {
      store, violations async throws(StopCheck) in
      let ids = try await store.added([
        .fixture("/a", state: .succeeded), .fixture("/b"), .fixture("/c", state: .succeeded),
        .fixture("/d", state: .succeeded),
      ])
      func remove(_ jobs: [JobID], as number: Int64?) async throws(StopCheck) -> Int {
        try await call("remove") { () throws(Failure) in
          try await store.remove(
            Removal(jobs: JobQuery(ids: jobs), as: number.map { DeletionID($0) }))
        }
      }
      func restore(_ number: Int64) async throws(StopCheck) -> Int {
        try await call("restore") { () throws(Failure) in
          try await store.restore(DeletionID(number))
        }
      }
      let removed = try await remove([ids[0], ids[1], ids[2]], as: 1)
      violations.expect("The number of removed jobs", removed, is: 2)
      let left = JobQuery(order: .oldestFirst)
      violations.expect("The remaining jobs", try await store.ids(left), is: [ids[1], ids[3]])
      violations.expect("The request of a removed job", try await store.sent(ids[0]), is: nil)
      violations.expect("The jobs removed forever", try await remove([ids[3]], as: nil), is: 1)
      violations.expect("The jobs restored without a deletion", try await restore(2), is: 0)
      violations.expect("The number of restored jobs", try await restore(1), is: 2)
      violations.expect(
        "The jobs after the restoration", try await store.ids(left), is: Array(ids[..<3]))
      let request = try await store.sent(ids[0])
      violations.expect("The request", request, is: NewJob.fixture("/a").request)
      violations.expect("The jobs restored a second time", try await restore(1), is: 0)
    },
    StorageCheck("Pruning deletes the oldest jobs until the bodies of the others fit the size.") {
      store, violations async throws(StopCheck) in
      let ids = try await store.added(Array(repeating: .fixture(), count: 4))
      let start = try await store.job(ids[0]).created.milliseconds
      for (number, id) in ids.enumerated() {
        let large = AttemptResult.fixture(body: .inline([UInt8](repeating: 7, count: 30_000)))
        try await store.committed(StoreBatch(starts: [.fixture(id)]))
        try await store.committed(
          StoreBatch(ends: [.fixture(id, result: large, at: start + Int64(number) * 100)]))
      }
      let count = try await call("remove") { () throws(Failure) in
        try await store.remove(
          .retention(olderThan: Timestamp(milliseconds: start + 50), retaining: 70_000))
      }
      violations.expect("The number of pruned jobs", count, is: 2)
      violations.expect(
        "The remaining jobs", try await store.ids(JobQuery(order: .oldestFirst)),
        is: [ids[2], ids[3]])
    },
    StorageCheck(
      "Pruning ignores the age of a job that seems old only because the clock was set back."
    ) {
      store, violations async throws(StopCheck) in
      let ids = try await store.added(Array(repeating: .fixture(), count: 3))
      let day: Int64 = 86_400_000
      let start = try await store.job(ids[0]).created.milliseconds
      // The second job ended while the clock was 400 days behind.
      for (id, end) in zip(ids, [start + 10, start - 400 * day, start + 20]) {
        try await store.committed(StoreBatch(starts: [.fixture(id)]))
        try await store.committed(StoreBatch(ends: [.fixture(id, at: end)]))
      }
      let first = try await call("remove") { () throws(Failure) in
        try await store.remove(
          .retention(
            olderThan: Timestamp(milliseconds: start - 30 * day), retaining: .mebibytes(1)))
      }
      violations.expect("The number of jobs pruned after the clock was corrected", first, is: 0)
      let second = try await call("remove") { () throws(Failure) in
        try await store.remove(
          .retention(
            olderThan: Timestamp(milliseconds: start + 15), retaining: .mebibytes(1)))
      }
      violations.expect("The number of jobs pruned when they are old", second, is: 1)
      violations.expect(
        "The remaining jobs", try await store.ids(JobQuery(order: .oldestFirst)),
        is: [ids[1], ids[2]])
    },
  ]

  /// The checks of starting and ending attempts.
  public static let attempts: [StorageCheck] = [
    StorageCheck("A job that is added with a start time runs in its first attempt.") {
      store, violations async throws(StopCheck) in
      let new = NewJob.fixture("/now", scheduling: .immediate)
      let added = try await call("add") { () throws(Failure) in
        try await store.add(JobAddition([new], start: Timestamp(milliseconds: 4)))
      }
      violations.expect("The number of ids", added.ids.count, is: 1)
      guard let id = added.ids.first else { return }
      violations.expect("The started request", added.started[id]?.request, is: new.request)
      violations.expect("The started job", added.started[id]?.job, is: try await store.job(id))
      violations.expect("The state", try await store.job(id).state, is: .running(attempt: 1))
      violations.expect("The attempts", try await store.attemptNumbers(id), is: [1])
    },
    StorageCheck("A job that is added as held does not start.") {
      store, violations async throws(StopCheck) in
      let new = NewJob.fixture("/later", state: .held(.byUser), scheduling: .immediate)
      let held = try await call("add") { () throws(Failure) in
        try await store.add(JobAddition([new], start: Timestamp(milliseconds: 4)))
      }
      violations.expect("The number of ids", held.ids.count, is: 1)
      violations.expect("Whether no job started", held.started.isEmpty, is: true)
      for id in held.ids {
        violations.expect("The attempts", try await store.attemptNumbers(id), is: [])
      }
    },
    StorageCheck("Only a waiting job is started.") {
      store, violations async throws(StopCheck) in
      let ids = try await store.added([
        .fixture("/a"), .fixture("/b"), .fixture("/c", state: .held(.byUser)),
      ])
      _ = try await call("change") { () throws(Failure) in
        try await store.change([ids[1]]) { _ in
          JobChange(at: Timestamp(milliseconds: 2), cancelRequested: true)
        }
      }
      let receipt = try await store.committed(StoreBatch(starts: ids.map { .fixture($0) }))
      violations.expect("The started jobs", Set(receipt.started.keys), is: [ids[0]])
      violations.expect(
        "The started job", receipt.started[ids[0]]?.job, is: try await store.job(ids[0]))
      let states = try await store.found(JobQuery(order: .oldestFirst)).map(\.state)
      violations.expect(
        "The states", states, is: [.running(attempt: 1), .waiting(.slot), .held(.byUser)])
    },
    StorageCheck("The end of an attempt stores its result and changes the state of its job.") {
      store, violations async throws(StopCheck) in
      let id = try await store.added([.fixture()])[0]
      try await store.committed(StoreBatch(starts: [.fixture(id)]))
      try await store.committed(StoreBatch(ends: [.fixture(id)]))
      let job = try await store.job(id)
      violations.expect("The state", job.state, is: .succeeded)
      violations.expect("The time of the change", job.since, is: Timestamp(milliseconds: 9))
      violations.expect("The status", job.status, is: 200)
      violations.expect("The length of the body", job.bodyLength, is: 3)
      let attempts = try await call("attempts") { () throws(Failure) in
        try await store.attempts(of: id)
      }
      violations.expect("The result", attempts.map(\.result), is: [.fixture()])
    },
    StorageCheck("An end that arrives late does not undo an earlier change.") {
      store, violations async throws(StopCheck) in
      let id = try await store.added([.fixture()])[0]
      try await store.committed(StoreBatch(starts: [.fixture(id)]))
      let knowledge = JobState.Knowledge(sent: 4, responseBegan: false, why: "It was cut off.")
      _ = try await call("change") { () throws(Failure) in
        try await store.change([id]) { _ in
          JobChange(state: .interrupted(knowledge), at: Timestamp(milliseconds: 7))
        }
      }
      try await store.committed(StoreBatch(ends: [.fixture(id)]))
      violations.expect("The state", try await store.job(id).state, is: .interrupted(knowledge))
    },
    StorageCheck("A redirect continues with another attempt and does not change the job's request.")
    {
      store, violations async throws(StopCheck) in
      let id = try await store.added([.fixture()])[0]
      let own = try await store.sent(id)
      try await store.committed(StoreBatch(starts: [.fixture(id)]))
      let hop = RedirectHop(
        number: 1, request: .fixture("/there"), displayURL: "https://example.com/there",
        echoes: [], lineage: .plain)
      try await store.committed(
        StoreBatch(
          hops: [HopStart(.fixture(id, 2), hop: hop)],
          ends: [.fixture(id, result: .fixture(303), next: nil)]))
      violations.expect("The state", try await store.job(id).state, is: .running(attempt: 2))
      violations.expect("The job's request", try await store.sent(id), is: own)
      let stored = try await call("requests") { () throws(Failure) in
        try await store.requests(of: id)?.hop
      }
      violations.expect("The redirect", stored, is: hop)
      try await store.committed(StoreBatch(ends: [.fixture(id, 2)]))
      let after = try await call("requests") { () throws(Failure) in
        try await store.requests(of: id)?.hop
      }
      violations.expect("The redirect after the end", after, is: nil)
    },
  ]

  /// The checks of reading jobs.
  public static let queries: [StorageCheck] = [
    StorageCheck("The queue is read in the order in which it runs, then the jobs that ended.") {
      store, violations async throws(StopCheck) in
      let ids = try await store.added([
        .fixture("/1", lane: "b"), .fixture("/2", lane: "a"),
        .fixture("/3", lane: "b", priority: 1),
        .fixture("/4", lane: "b"), .fixture("/5", state: .succeeded),
        .fixture("/6", state: .succeeded),
      ])
      _ = try await call("change") { () throws(Failure) in
        try await store.change([ids[3]]) { _ in
          JobChange(at: Timestamp(milliseconds: 1), position: Double(ids[0].rawValue) - 0.5)
        }
      }
      let order = [2, 3, 0, 1, 5, 4].map { ids[$0] }
      for offset in 0..<7 {
        for limit in 0..<7 {
          violations.expect(
            "The window of \(limit) from \(offset)",
            try await store.ids(JobQuery(offset: offset, limit: limit)),
            is: Array(order.dropFirst(offset).prefix(limit)))
        }
      }
    },
    StorageCheck("A read of the queue returns its window, its lanes and the number of its jobs.") {
      store, violations async throws(StopCheck) in
      let ids = try await store.added([
        .fixture("/1"), .fixture("/2", lane: "b"), .fixture("/3", state: .succeeded),
      ])
      let query = QueueQuery(
        jobs: JobQuery(part: .alone, offset: 1, limit: 2), rows: ids[0]...ids[1])
      let state = try await call("queue") { () throws(Failure) in
        try await store.queue(matching: query)
      }
      violations.expect("The window", state.jobs.map(\.id), is: [ids[1], ids[2]])
      violations.expect("The number of jobs", state.total, is: 3)
      violations.expect("The rows", state.rows.map(\.id), is: [ids[0], ids[1]])
      let lanes = try await call("lanes") { () throws(Failure) in try await store.lanes() }
      violations.expect("The lanes", state.lanes, is: lanes)
    },
    StorageCheck("A list with sections is read in the order of its sections.") {
      store, violations async throws(StopCheck) in
      let ids = try await store.added([
        .fixture("/1", state: .succeeded), .fixture("/2"), .fixture("/3", state: .held(.byUser)),
        .fixture("/4"), .fixture("/5", state: .skipped(because: JobID(1))),
      ])
      let order = [1, 3, 4, 0].map { ids[$0] }
      for offset in 0..<5 {
        for limit in 0..<5 {
          var query = QueueQuery(jobs: JobQuery(part: .alone, offset: offset, limit: limit))
          query.sections = [
            QueueQuery.Section([.running, .polling]), QueueQuery.Section([.waiting]),
            QueueQuery.Section([.held], isListed: false),
            QueueQuery.Section([.interrupted, .succeeded, .skipped]),
          ]
          let state = try await call("queue") { [query] () throws(Failure) in
            try await store.queue(matching: query)
          }
          violations.expect(
            "The window of \(limit) from \(offset)", state.jobs.map(\.id),
            is: Array(order.dropFirst(offset).prefix(limit)))
          violations.expect("The number of listed jobs", state.total, is: 4)
          violations.expect("The numbers of the sections", state.sections, is: [0, 2, 1, 2])
        }
      }
    },
    StorageCheck("The jobs before a waiting job are counted in its lane, including batch rows.") {
      store, violations async throws(StopCheck) in
      func queue(_ offset: Int = 0) async throws(StopCheck) -> QueueState {
        let query = QueueQuery(jobs: JobQuery(part: .alone, offset: offset, limit: 20))
        return try await call("queue") { () throws(Failure) in
          try await store.queue(matching: query)
        }
      }
      let ids = try await store.added([
        .fixture("/1", lane: "b"), .fixture("/2"), .fixture("/3", lane: "b", priority: 2),
        .fixture("/4", lane: "b"), .fixture("/5", lane: "b", priority: 1),
      ])
      let rows: [NewJob] = [.fixture("/6", lane: "b"), .fixture("/7", lane: "b")]
      let batch = NewBatch(
        source: "rows", jobs: rows, values: rows.map { _ in Array("{}".utf8) })
      let run = try await call("add a batch") { () throws(Failure) in
        try await store.add(batch, at: Timestamp(milliseconds: 1))
      }
      let last = try await store.added([.fixture("/8", lane: "b")])[0]
      func expected(_ counts: Int...) -> [JobID: Int] {
        Dictionary(
          uniqueKeysWithValues: zip([ids[2], ids[4], ids[0], ids[3], last, ids[1]], counts))
      }
      violations.expect("The jobs ahead", try await queue().ahead, is: expected(0, 1, 2, 3, 6, 0))
      violations.expect(
        "The jobs ahead from the fourth on", try await queue(4).ahead.count { $0.value == 6 }, is: 1
      )
      let newest = QueueQuery(jobs: JobQuery(part: .alone, order: .newestFirst))
      let byAge = try await call("queue") { () throws(Failure) in
        try await store.queue(matching: newest)
      }
      violations.expect("The jobs ahead by age", byAge.ahead, is: expected(0, 1, 2, 3, 6, 0))
      _ = try await call("hold") { () throws(Failure) in
        try await store.change(graph: run.id) { run in
          GraphChange(steps: run.steps, instruction: .hold, at: Timestamp(milliseconds: 2))
        }
      }
      violations.expect(
        "The jobs ahead while a batch is on hold", try await queue().ahead,
        is: expected(0, 1, 2, 3, 4, 0))
      _ = try await store.committed(StoreBatch(starts: [.fixture(ids[4])]))
      var state = try await queue()
      violations.expect("The jobs ahead behind a running one", state.ahead[last], is: 3)
      violations.expect("The running jobs", state.running.map(\.id), is: [ids[4]])
      _ = try await call("change") { () throws(Failure) in
        try await store.change([ids[0]]) { _ in
          JobChange(state: .held(.byUser), at: Timestamp(milliseconds: 3))
        }
      }
      state = try await queue()
      violations.expect("The jobs ahead behind a held one", state.ahead[last], is: 2)
    },
    StorageCheck("A query selects jobs by state, lane, workspace, scheduling and id.") {
      store, violations async throws(StopCheck) in
      let ids = try await store.added([
        .fixture("/1"), .fixture("/2", lane: "b"), .fixture("/3", scheduling: .immediate),
        .fixture("/4", state: .held(.byUser)), .fixture("/5", lane: "b", state: .succeeded),
        NewJob(request: .fixture("/6"), lane: LaneKey(workspace: "w", name: "b")),
      ])
      var others = JobQuery(workspaces: ["w", ""], order: .oldestFirst)
      others.excluded = [ids[1], ids[5]]
      let cases: [(JobQuery, [Int])] = [
        (JobQuery(states: [.held, .succeeded]), [3, 4]),
        (JobQuery(lane: LaneKey(name: "b"), order: .newestFirst), [4, 1]),
        (JobQuery(states: [.waiting], scheduling: .immediate), [2]),
        (JobQuery(ids: [ids[3], ids[0], JobID(ids[4].rawValue + 1_000)]), [0, 3]),
        (JobQuery(lane: LaneKey(name: "none")), []), (JobQuery(states: []), []),
        (JobQuery(workspaces: ["w"]), [5]), (JobQuery(part: .alone, workspaces: ["w"]), [5]),
        (JobQuery(workspaces: ["none"]), []), (others, [0, 2, 3, 4]),
      ]
      for (query, expected) in cases {
        violations.expect(
          "The jobs that match \(query)", try await store.ids(query), is: expected.map { ids[$0] })
        let count = try await call("count") { () throws(Failure) in
          try await store.count(matching: query)
        }
        violations.expect("The count of \(query)", count, is: expected.count)
      }
    },
  ]
}
