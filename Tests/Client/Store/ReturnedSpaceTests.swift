import ClientCore
import ClientModel
import Testing

@testable import ClientStore

/// What removed jobs took goes back to the file system.
@Suite struct ReturnedSpaceTests {
  let folder = StateFolder()

  private var size: Int64 { PrivateFile.size(of: folder.path + "/weir.db") }

  private func open() async throws -> SQLiteStorage {
    try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
  }

  private func fill(_ store: SQLiteStorage) async throws {
    let long = [HeaderField("X-Fill", SensitiveText(String(repeating: "f", count: 3000)))]
    let jobs = (0..<800).map {
      NewJob(
        request: .fixture("/\($0)", headers: long), lane: .fixture(),
        state: .cancelled(sent: ByteCount(0)))
    }
    _ = try await store.add(jobs)
  }

  @Test(arguments: ["runner", "other"])
  func `the file becomes shorter when finished jobs are removed`(_ role: String) async throws {
    let store = try await open()
    if role == "runner" { #expect(try await store.claim() == .mine) }
    try await fill(store)
    let remaining = try await store.add([.fixture("/remaining")])
    #expect(try await store.remove(Removal(jobs: JobQuery())) == 800)
    #expect(size < 400_000, "\(size) bytes are left")
    #expect(try await store.jobs(matching: JobQuery()).map(\.id) == remaining)
    #expect(try await store.check() == [])
    await store.close()
  }

  @Test func `a file of an earlier version is written anew`() async throws {
    let first = try await open()
    #expect(try await first.claim() == .mine)
    try await fill(first)
    await first.close()
    try folder.execute("PRAGMA journal_mode = DELETE; PRAGMA auto_vacuum = NONE; VACUUM")
    #expect(size > 2_000_000)
    let store = try await open()
    #expect(try await store.remove(Removal(jobs: JobQuery())) == 800)
    #expect(size < 400_000, "\(size) bytes are left")
    #expect(try await store.check() == [])
    await store.close()
  }

  @Test func `a few removed jobs leave the file alone`() async throws {
    let store = try await open()
    try await fill(store)
    _ = try await store.claim()
    let ids = try await store.jobs(matching: JobQuery(limit: 5)).map(\.id)
    #expect(try await store.remove(Removal(jobs: JobQuery(ids: ids))) == 5)
    await store.close()
    #expect(size > 2_000_000)
  }
}
