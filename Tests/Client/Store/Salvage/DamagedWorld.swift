import ClientCore
import ClientModel
import Glibc

@testable import ClientStore

/// A store with rows in every table, deep trees, long rows and free pages, as the bytes of its file.
struct DamagedWorld {
  let database: [UInt8]
  let key: [UInt8]
  let jobs: [Job]
  let lastJob: Int64
  private let folder = StateFolder()

  init() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
    _ = try await store.claimRunnerLock()
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
    // What was removed leaves free pages with earlier rows in them.
    _ = try await store.remove(Removal(jobs: JobQuery(ids: Array(ids[20..<60]))))
    jobs = try await store.jobs(matching: JobQuery(order: .oldestFirst))
    lastJob = jobs.map(\.id.rawValue).max() ?? 0
    await store.close()
    database = StateFolder.bytes(of: folder.path + "/weir.db")
    key = StateFolder.bytes(of: folder.path + "/key")
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

  /// The jobs whose row is on a page of their table.
  func rows(on page: Int) -> Set<Int64> {
    let file = PageFile(folder.path + "/weir.db")
    guard let page = TreePage(UInt32(page), of: file), page.kind == .leafTable else { return [] }
    return Set(
      page.cells.filter { $0.payload.flatMap(StoredValue.values)?.count == 21 }
        .compactMap(\.row))
  }

  /// The jobs whose row is behind a place of the file.
  func rows(after end: Int) -> Set<Int64> {
    (end / 4096 + 1...database.count / 4096).reduce(into: []) { $0.formUnion(rows(on: $1)) }
  }
}
