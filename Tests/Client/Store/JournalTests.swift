import ClientCore
import ClientModel
import Testing

@testable import ClientStore

/// The log in long use: not shortened, extended ahead, moved in time.
struct JournalTests {
  private let folder = StateFolder()
  private let clock = StillClock()

  private func open() async throws -> SQLiteStorage {
    try await SQLiteStorage.open(in: folder.path, clock: clock).storage
  }

  private var log: String { folder.path + "/weir.db-wal" }

  /// Adds jobs in commits of ten until the log meets the condition; returns how many.
  private func add(to store: SQLiteStorage, until isMet: () -> Bool) async throws -> Int {
    for round in 1...2_000 {
      _ = try await store.add((0..<10).map { .fixture("/\(round)/\($0)") })
      if isMet() { return round * 10 }
    }
    Issue.record("The log never got there.")
    return 0
  }

  private func endsInZeros() -> Bool {
    let tail = StateFolder.bytes(of: log).suffix(4096)
    return tail.count == 4096 && tail.allSatisfy { $0 == 0 }
  }

  @Test func `a log with room behind its frames is read to the last commit`() async throws {
    let store = try await open()
    _ = try await store.claim()
    let count = try await add(to: store, until: endsInZeros)
    // As another process finds it after this one died.
    let copy = StateFolder()
    for name in ["weir.db", "weir.db-wal"] {
      StateFolder.write(
        StateFolder.bytes(of: folder.path + "/" + name), to: copy.path + "/" + name)
    }
    let opened = try await SQLiteStorage.open(in: copy.path, clock: clock)
    #expect(opened.report.notice == nil)
    #expect(try await opened.storage.count(matching: JobQuery()) == count)
  }

  @Test func `a commit longer than one write of the system is read completely`() async throws {
    let store = try await open()
    let long = String(repeating: "x", count: 4000)
    let counts = [1, 20, 31, 32, 33, 64, 200]
    for count in counts {
      _ = try await store.add((0..<count).map { .fixture("/\(long)/\($0)") })
    }
    let copy = StateFolder()
    for name in ["weir.db", "weir.db-wal"] {
      StateFolder.write(
        StateFolder.bytes(of: folder.path + "/" + name), to: copy.path + "/" + name)
    }
    let opened = try await SQLiteStorage.open(in: copy.path, clock: clock)
    #expect(opened.report.notice == nil)
    let jobs = try await opened.storage.jobs(matching: JobQuery())
    #expect(jobs.count == counts.reduce(0, +) && jobs.allSatisfy { $0.state == .waiting(.slot) })
  }

  @Test func `only the queue runner makes room`() async throws {
    let runner = try await open()
    _ = try await runner.claim()
    let other = try await open()
    for _ in 0..<100 { _ = try await other.add([.fixture()]) }
    #expect(PrivateFile.size(of: log) % 4120 == 32)
  }

  @Test func `a log in long use is moved, stays as long as it was, and is written over`()
    async throws
  {
    let store = try await open()
    _ = try await store.claim()
    let database = folder.path + "/weir.db"
    let before = PrivateFile.size(of: database)
    var count = try await add(to: store) { PrivateFile.size(of: database) > before }
    let length = PrivateFile.size(of: log)
    #expect(length > 4 << 20)
    for _ in 0..<20 {
      _ = try await store.add([.fixture()])
      count += 1
    }
    #expect(PrivateFile.size(of: log) == length)
    await store.close()
    #expect(PrivateFile.size(of: log) == 0)
    #expect(try await open().count(matching: JobQuery()) == count)
  }
}
