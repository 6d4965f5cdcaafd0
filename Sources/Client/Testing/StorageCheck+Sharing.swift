import ClientCore
import ClientModel
import Glibc

extension StorageCheck {
  /// The checks of lanes.
  public static let lanes: [StorageCheck] = [
    StorageCheck("A lane has the number of its jobs in each state.") {
      store, violations async throws(StopCheck) in
      let ids = try await store.added([
        .fixture(lane: "a"), .fixture(lane: "b"), .fixture(lane: "a"),
        .fixture(lane: "a", state: .succeeded),
      ])
      try await store.committed(StoreBatch(starts: [.fixture(ids[0])]))
      _ = try await call("remove") { () throws(Failure) in
        try await store.remove(Removal(jobs: JobQuery(lane: LaneKey(name: "a"))))
      }
      let changed = try await call("changeLanes") { () throws(Failure) in
        try await store.changeLanes([LaneKey(name: "b")]) { lane in
          lane.pause(.byUser, at: Timestamp(milliseconds: 66))
          lane.rate = 2.5
          lane.heldUntil = Timestamp(milliseconds: 77)
        }
      }
      let tallies = try await call("lanes") { () throws(Failure) in try await store.lanes() }
      violations.expect("The lanes", tallies.map(\.lane.key.name), is: ["a", "b"])
      guard tallies.count == 2 else { return }
      violations.expect("The counts of a", tallies[0].counts, is: [.running: 1, .waiting: 1])
      violations.expect("The counts of b", tallies[1].counts, is: [.waiting: 1])
      violations.expect("The changed lane", [tallies[1].lane], is: changed)
      let start = tallies[1].lane.pausedSince
      violations.expect("The start of its pause", start, is: Timestamp(milliseconds: 66))
      let paused = try await call("changeLanes") { () throws(Failure) in
        try await store.changeLanes(nil) { $0.pause = .byUser }
      }
      let expected: Set = [LaneKey.future, tallies[0].lane.key]
      violations.expect("The lanes that it paused", Set(paused.map(\.key)), is: expected)
    },
    StorageCheck("A new lane has the pause of `LaneKey.future`.") {
      store, violations async throws(StopCheck) in
      _ = try await store.added([.fixture(lane: "before")])
      for pause in [Lane.Pause.byUser, .none] {
        _ = try await call("changeLanes") { () throws(Failure) in
          try await store.changeLanes([.future]) { $0.pause = pause }
        }
        _ = try await store.added([.fixture(lane: "\(pause)")])
      }
      let tallies = try await call("lanes") { () throws(Failure) in try await store.lanes() }
      let pauses = tallies.filter { $0.lane.key != .future }.map(\.lane.pause)
      violations.expect("The pauses of the lanes", pauses, is: [.none, .byUser, .none])
    },
  ]

  /// The checks of the queue runner's lock and of changes for other processes.
  public static let sharing: [StorageCheck] = [
    StorageCheck(
      "`changes(since:)` returns every later change, split over several calls when there are many."
    ) {
      store, violations async throws(StopCheck) in
      let ids = try await store.added((0..<12_000).map { .fixture("/\($0)") })
      var (revision, seen, calls): (Int64, [JobID], Int) = (0, [], 0)
      while calls < 50 {
        let since = revision
        let changes = try await call("changes") { () throws(Failure) in
          try await store.changes(since: since)
        }
        seen += changes.jobs.map(\.id)
        revision = changes.revision
        calls += 1
        if !changes.isPartial { break }
      }
      violations.expect("Whether all jobs were returned, each once", seen == ids, is: true)
      let known = revision
      _ = try await call("change") { () throws(Failure) in
        try await store.change([ids[4]]) { JobChange(state: .held(.byUser), at: $0.since) }
      }
      let after = try await call("changes") { () throws(Failure) in
        try await store.changes(since: known)
      }
      violations.expect("The changed jobs", after.jobs.map(\.id), is: [ids[4]])
      let receipt = try await store.committed(StoreBatch())
      violations.expect("The revision of an empty commit", receipt.revision, is: after.revision)
    },
    StorageCheck("The first process that claims the queue becomes a runner of it.") {
      store, violations async throws(StopCheck) in
      for _ in 0..<2 {
        let claim = try await call("claim") { () throws(Failure) in
          try await store.claim()
        }
        violations.expect("Whether the process is a runner", claim != .held(by: ""), is: true)
        if case .held(let other) = claim { violations.expect("The claim", other, is: "") }
      }
    },
    StorageCheck("A running job is an orphan unless this process runs it.") {
      store, violations async throws(StopCheck) in
      let ids = try await store.added([.fixture(), .fixture(state: .running(attempt: 1))])
      try await store.committed(StoreBatch(starts: [.fixture(ids[0])]))
      let recovered = try await call("recoverOrphans") { () throws(Failure) in
        try await store.recoverOrphans { JobChange(state: .held(.byUser), at: $0.job.since) }
      }
      violations.expect("The recovered jobs", recovered.map(\.id), is: [ids[1]])
    },
  ]

  /// The checks of cookies.
  public static let cookies: [StorageCheck] = [
    StorageCheck("Each jar has its own cookies.") { store, violations async throws(StopCheck) in
      let jar = CookieJarKey(workspace: "w", environment: "e")
      let lines = ["one", "two"].map { "a.example\tFALSE\t/\tFALSE\t0\t\($0)\t1" }
      try await call("changeCookies") { () throws(Failure) in
        try await store.changeCookies(lines.map { CookieChange(.set($0), in: jar) })
      }
      violations.expect("The jar", try await store.lines(jar), is: lines)
      violations.expect("Another jar", try await store.lines(CookieJarKey()), is: [])
      let one = CookieIdentity(domain: "a.example", reach: .hostOnly, path: "/", name: "one")
      try await call("changeCookies") { () throws(Failure) in
        try await store.changeCookies([CookieChange(.delete(one), in: jar)])
      }
      violations.expect("The jar after a deletion", try await store.lines(jar), is: [lines[1]])
      try await call("clearCookies") { () throws(Failure) in try await store.clearCookies(in: jar) }
      violations.expect("The cleared jar", try await store.lines(jar), is: [])
    },
    StorageCheck("A cookie is not stored if its jar was cleared after the request was sent.") {
      store, violations async throws(StopCheck) in
      let jar = CookieJarKey(workspace: "w")
      let line = "a.example\tFALSE\t/\tFALSE\t0\tn\tv"
      let before = try await call("jars") { () throws(Failure) in try await store.jars([jar]) }
      guard let clearing = before.jars[jar]?.clearing else {
        throw StopCheck(reason: "The jar was not returned.")
      }
      try await call("clearCookies") { () throws(Failure) in try await store.clearCookies(in: jar) }
      try await store.committed(
        StoreBatch(
          cookies: [CookieChange(.set(line), in: jar, clearing: clearing)],
          known: KnownJars(jars: [jar], revision: before.revision)))
      violations.expect("The jar", try await store.lines(jar), is: [])
    },
  ]

  /// The checks of files with large bodies.
  public static let bodies: [StorageCheck] = [
    StorageCheck("A body can be read by its name from any offset, also while it is written.") {
      store, violations async throws(StopCheck) in
      let id = try await store.added([.fixture()])[0]
      let new = store.newBody(for: AttemptID(job: id, number: 1))
      let writer = try await call("create") { () throws(Failure) in try new.create() }
      defer { writer.remove() }
      let content = (0..<3_000).map { UInt8(truncatingIfNeeded: $0) }
      var count = write(writer.descriptor, content, 2_000)
      violations.expect("The number of written bytes", count, is: 2_000)
      for bytes in [new.bytes, store.bytes(named: writer.name)] {
        let opened = try await call("open") { () throws(Failure) in try bytes.open() }
        let length = try await call("length") { () throws(Failure) in try opened.length() }
        violations.expect("The length", length, is: 2_000)
        var part = [UInt8](repeating: 0, count: 500)
        let got = try await call("read") { () throws(Failure) in
          try opened.read(into: &part, at: 0..<500, from: 1_700)
        }
        violations.expect(
          "The bytes from 1,700 on", Array(part[..<got]), is: Array(content[1_700..<2_000]))
      }
      let early = try await call("open") { () throws(Failure) in try new.bytes.open() }
      count = content.withUnsafeBytes {
        write(writer.descriptor, $0.baseAddress.map { $0 + 2_000 }, 1_000)
      }
      violations.expect("The number of written bytes", count, is: 1_000)
      violations.expect("The error of syncing", writer.sync(), is: 0)
      let length = try await call("length") { () throws(Failure) in try early.length() }
      violations.expect("The length after more was written", length, is: 3_000)
    }
  ]
}
