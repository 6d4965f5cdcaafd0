import CSQLite
import ClientCore
import ClientModel
import Glibc

@testable import ClientStore

/// A store with rows in every table, deep trees, long rows and free pages, as the bytes of its file.
struct DamagedWorld {
  let database: [UInt8]
  /// The database and its log before the log's first transfer to the database.
  let early: [UInt8]
  let log: [UInt8]
  let key: [UInt8]
  /// The primary keys of each table that a salvage copies, as text.
  let keys: [String: Set<String>]
  let jobs: [Job]
  let lastJob: Int64
  private let folder = StateFolder()

  init() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
    _ = try await store.claim()
    let new = (0..<260).map { number in
      // One request in ten is longer than a page.
      let size = number % 10 == 0 ? 9000 : 40
      let request = PreparedRequest.fixture(
        "/\(number)", method: number % 3 == 0 ? .post : .get,
        headers: [HeaderField("X-Fill", SensitiveText(String(repeating: "f", count: size)))])
      return NewJob(
        request: request, lane: .fixture("lane-\(number % 3)"), state: .waiting(.slot))
    }
    let ids = try await store.add(new)
    _ = try await store.commit(StoreBatch(starts: ids[..<120].map { JobStart.fixture($0) }))
    _ = try await store.commit(StoreBatch(ends: ids[..<120].map { AttemptEnd.fixture($0) }))
    let rows = (0..<50).map { NewJob.fixture("/row-\($0)") }
    _ = try await store.add(
      NewBatch(source: "rows.csv", jobs: rows, values: rows.map { _ in Array("{\"a\":1}".utf8) }),
      at: Timestamp(milliseconds: 5))
    _ = try await store.commit(StoreBatch(starts: ids[120..<130].map { JobStart.fixture($0) }))
    let hop = RedirectHop(
      number: 1, request: .fixture("/there"), displayURL: "https://example.com/there", echoes: [],
      lineage: .plain)
    _ = try await store.commit(
      StoreBatch(
        hops: ids[120..<130].map { HopStart(.fixture($0, 2), hop: hop) },
        ends: ids[120..<130].map { .fixture($0, result: .fixture(303), next: nil) }))
    try await store.changeCookies(
      (0..<60).map {
        CookieChange(
          .set("a.example\tFALSE\t/\tFALSE\t0\tn\($0)\tvalue"),
          in: CookieJarKey(workspace: "w\($0 % 3)"))
      })
    for number in 0..<30 {
      let rule = SharedRule(secrecy: number % 2 == 0 ? .secret : .open)
      _ = try await store.setShared(
        SharedKey("key\(number)")!, .content(SharedContent(Array("value".utf8)), rule),
        at: Timestamp(milliseconds: 7), opening: SomeSecrets())
    }
    for _ in 0..<6 {
      let plan = GraphPlan(
        name: "g", onFailure: .continue,
        steps: (0..<20).map { GraphStep(name: "s\($0)", work: .jq(".")) })
      let run = try await store.add(
        NewGraph(plan, GraphMaterial(drafts: [:])), at: Timestamp(milliseconds: 8))
      _ = try await store.change(graph: run.id) { run in
        GraphChange(
          steps: run.steps, instruction: run.instruction, at: run.since,
          results: Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, Array("{}".utf8)) }))
      }
    }
    // What was removed leaves free pages with earlier rows in them.
    _ = try await store.remove(Removal(jobs: JobQuery(ids: Array(ids[20..<60]))))
    jobs = try await store.jobs(matching: JobQuery(order: .oldestFirst))
    lastJob = jobs.map(\.id.rawValue).max() ?? 0
    early = StateFolder.bytes(of: folder.path + "/weir.db")
    log = StateFolder.bytes(of: folder.path + "/weir.db-wal")
    await store.close()
    keys = try Self.keys(in: folder)
    database = StateFolder.bytes(of: folder.path + "/weir.db")
    key = StateFolder.bytes(of: folder.path + "/key")
  }

  static func keys(in folder: StateFolder) throws -> [String: Set<String>] {
    let columns = [
      "lanes": "id", "jobs": "id", "requests": "job", "attempts": "id", "results": "id",
      "hops": "job", "jars": "id", "cookies": "jar || ' ' || name", "graphs": "id",
      "materials": "graph", "steps": "graph || ' ' || step", "batches": "first",
      "rowValues": "job", "shared": "name",
    ]
    let db = try folder.database()
    return try columns.reduce(into: [:]) { keys, table in
      var found: Set<String> = []
      try Query(db, "SELECT \(table.value) FROM \(table.key)").eachRow {
        found.insert($0.text(0) ?? "")
      }
      keys[table.key] = found
    }
  }

  /// The first page of each tree and kind by SQLite's own account, free pages and the map of pages.
  func onePageOfEachType() throws -> [(Int, String)] {
    var seen: Set<String> = []
    var pages: [(Int, String)] = []
    var used: Set<Int> = []
    let db = try folder.database()
    try Query(db, "SELECT pageno, name, pagetype FROM dbstat").eachRow { row in
      let (page, type) = (Int(row.integer(0)), "\(row.text(1) ?? "") \(row.text(2) ?? "")")
      used.insert(page)
      if seen.insert(type).inserted { pages.append((page, type)) }
    }
    for page in 1...database.count / 4096 where !used.contains(page) {
      pages.append((page, page == 2 ? "map of pages" : "free"))
    }
    return pages
  }

  /// The jobs whose row is on these pages.
  func rows(on pages: ClosedRange<Int>) throws -> Set<Int64> {
    let part = StateFolder()
    var bytes = [UInt8](repeating: 0, count: database.count)
    let span = (pages.lowerBound - 1) * 4096..<pages.upperBound * 4096
    bytes[span] = database[span]
    StateFolder.write(bytes, to: part.path + "/weir.db")
    var jobs: Set<Int64> = []
    try SalvagePages(of: part.path + "/weir.db", at: part.path + "/pages.db").eachRow { row, _ in
      if row.type(20) == SQLITE_INTEGER { jobs.insert(row.integer(0)) }
    }
    return jobs
  }
}
