import ClientCore
import ClientModel
import ClientPostgres
import Foundation
import TestSupport

/// The store on PostgreSQL without a network: attempts end at once. Each rate counts jobs that are
/// taken, committed, ended and committed again.
///
/// The rates are those of this program's build, so the row is measured with
/// `swift run -c release weir-bench shared`.
struct SharedRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let cluster = try PostgresCluster()
    let folder = try TemporaryFolder()
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    Task {
      do {
        outcome.result = .success(
          try await SharedRow(cluster: cluster, folder: folder, scale: scale).measure())
      } catch {
        outcome.result = .failure(error)
      }
      done.signal()
    }
    done.wait()
    return try outcome.result.get()
  }

  /// Written before the semaphore's signal and read after it.
  private final class Outcome: @unchecked Sendable {
    var result: Result<[BenchRow], any Error> = .success([])
  }

  let cluster: PostgresCluster
  let folder: TemporaryFolder
  let scale: Scale

  private struct SystemClock: WallClock {
    var now: Timestamp {
      Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }
  }

  private func open(_ schema: String) async throws -> PostgresStorage {
    try await PostgresStorage.open(
      on: try PostgresServer(Secret(cluster.address), schema: schema),
      folder: folder.path("state"), clock: SystemClock())
  }

  private func measure() async throws -> [BenchRow] {
    var rows: [BenchRow] = []
    let waiting = scale(10_000, small: 200)
    let store = try await open("bench")
    let added = try await seconds { try await add(scale(100_000, small: 300), to: store) }
    rows.append(row("shared: add 100,000 jobs", added, "s", atMost: 4))
    rows.append(try await page(of: store))
    rows.append(try await wakeUps(of: store))
    var base = 0.0
    for (batch, least) in [(1, 500.0), (8, 2500), (64, 7000)] {
      let other = try await open("batch\(batch)")
      try await add(waiting, to: other)
      let one = try await rate(of: [other], batch: batch)
      if batch == 8 { base = one }
      rows.append(row("shared: one runner, batches of \(batch)", one, "jobs/s", atLeast: least))
      let second = try await open("batch\(batch)")
      try await add(waiting, to: other)
      let two = try await rate(of: [other, second], batch: batch)
      rows.append(row("shared: two runners, batches of \(batch)", two, "jobs/s", atLeast: one))
      await other.close()
      await second.close()
    }
    let million = scale(1_000_000, small: 400)
    for start in stride(from: scale(100_000, small: 300), to: million, by: 50_000) {
      try await add(min(50_000, million - start), to: store)
    }
    let long = try await rate(of: [store], batch: 8)
    rows.append(
      row("shared: one runner, batches of 8, 1,000,000 wait", long, "jobs/s", atLeast: 0.8 * base))
    rows.append(try await page(of: store))
    rows.append(try await bodies(of: store))
    await store.close()
    return rows
  }

  // MARK: Measurements

  private func seconds(_ work: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await work()
    return (ContinuousClock.now - start).inSeconds
  }

  private static let lane = LaneKey(name: "api")

  private func add(_ count: Int, to store: PostgresStorage) async throws {
    let request = PreparedRequest(
      method: .get, url: "https://api.example.com/things",
      origin: Origin(scheme: "https", host: "api.example.com", port: 443))
    _ = try await store.add(
      JobAddition { add in
        for number in 0..<count {
          var request = request
          request.url += "/\(number)"
          try add(NewJob(request: request, lane: Self.lane))
        }
      })
    _ = try await store.changeLanes([Self.lane]) { $0.limit = 128 }
  }

  /// Returns the jobs per second of several queue runners in five seconds.
  private func rate(of stores: [PostgresStorage], batch: Int) async throws -> Double {
    let end = ContinuousClock.now + .seconds(scale(5, small: 1))
    let start = ContinuousClock.now
    let jobs = try await withThrowingTaskGroup(of: Int.self) { group in
      for store in stores { group.addTask { try await run(store, batch: batch, until: end) } }
      return try await group.reduce(0, +)
    }
    try Evidence.require(jobs > 0, "Running jobs", why: "No job was taken.")
    return Double(jobs) / (ContinuousClock.now - start).inSeconds
  }

  private func run(
    _ store: PostgresStorage, batch: Int, until end: ContinuousClock.Instant
  ) async throws -> Int {
    var count = 0
    while ContinuousClock.now < end {
      let now = SystemClock().now
      let take = StoreBatch(takes: [LaneTake(Self.lane, count: batch, at: now)])
      let started = try await commit(take, to: store).started
      if started.isEmpty { break }
      let ends = started.keys.sorted().map { job in
        AttemptEnd(
          id: AttemptID(job: job, number: 1), result: Self.result, next: .succeeded, at: now)
      }
      _ = try await commit(StoreBatch(ends: ends), to: store)
      count += ends.count
    }
    return count
  }

  private static let result = AttemptResult(
    end: .responded,
    head: ResponseHead(
      status: 200, reason: "OK", fields: [ResponseField("Content-Type", "application/json")]),
    body: .inline(Array(#"{"id":1}"#.utf8)))

  private func commit(
    _ batch: StoreBatch, to store: PostgresStorage
  ) async throws(Failure) -> StoreReceipt {
    let result = await withCheckedContinuation { continuation in
      store.commit(batch) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  private func page(of store: PostgresStorage) async throws -> BenchRow {
    var spans: [Double] = []
    var found = 0
    for _ in 0..<scale(100, small: 5) {
      spans.append(
        try await seconds {
          found = try await store.jobs(
            matching: JobQuery(workspaces: [Self.lane.workspace], limit: 200)
          ).count
        })
    }
    try Evidence.require(found == 200, "Reading a page", why: "It had \(found) jobs.")
    return row("shared: a page of 200 jobs, p99", spans.percentile(0.99) * 1000, "ms", atMost: 5)
  }

  /// Measures the time from a commit of one process to the wake-up of another one.
  private func wakeUps(of store: PostgresStorage) async throws -> BenchRow {
    let other = try await open("bench")
    var changes = other.wakeUps.makeAsyncIterator()
    // The listener begins in the meantime.
    try await Task.sleep(for: .seconds(1))
    var spans: [Double] = []
    for _ in 0..<scale(500, small: 5) {
      let start = ContinuousClock.now
      _ = try await store.changeLanes([Self.lane]) { $0.rate = $0.rate == nil ? 1_000_000 : nil }
      _ = await changes.next()
      spans.append((ContinuousClock.now - start).inSeconds)
    }
    _ = try await store.changeLanes([Self.lane]) { $0.rate = nil }
    await other.close()
    return row(
      "shared: from a commit's start to a wake-up, p99", spans.percentile(0.99) * 1000, "ms",
      atMost: 20)
  }

  private func bodies(of store: PostgresStorage) async throws -> BenchRow {
    try await add(1, to: store)
    let take = StoreBatch(takes: [LaneTake(Self.lane, count: 1, at: SystemClock().now)])
    guard let job = try await commit(take, to: store).started.keys.first else {
      throw RigError("No job was taken.", why: "None waits.")
    }
    let size = scale(256, small: 1) << 20
    let chunk = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let body = store.newBody(for: AttemptID(job: job, number: 1))
    let written = try await seconds {
      let writer = try body.create()
      for _ in 0..<size >> 20 {
        let count = write(writer.descriptor, chunk, chunk.count)
        try Evidence.require(count, of: chunk.count, "Writing a body")
      }
      try Evidence.require(writer.sync() == 0, "Storing a body", why: "The server refused it.")
    }
    return row(
      "shared: a body is stored", Double(size) / 1_000_000 / written, "MB/s", atLeast: 80)
  }

  // MARK: Rows

  private func row(
    _ what: String, _ figure: Double, _ unit: String, atLeast bar: Double
  ) -> BenchRow {
    BenchRow(
      what, "\(figure.short) \(unit)", bar: "≥ \(bar.short) \(unit)",
      verdict: figure >= bar ? .held : .missed)
  }

  private func row(
    _ what: String, _ figure: Double, _ unit: String, atMost bar: Double
  ) -> BenchRow {
    BenchRow(
      what, "\(figure.short) \(unit)", bar: "≤ \(bar.short) \(unit)",
      verdict: figure <= bar ? .held : .missed)
  }
}
