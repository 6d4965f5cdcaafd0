import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// Jobs whose sealed parts lack their key wait for it; they do not fail.
struct LostKeyTests {
  let folder = StateFolder()
  let clock = StillClock()
  var key: String { folder.path + "/key" }

  @Test(arguments: ["missing", "cut", "other"])
  func `a job that cannot be opened is held until its key is back`(_ harm: String) async throws {
    var ids: [JobID] = []
    do {
      let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
      ids = try await store.add([
        NewJob(request: .fixture(headers: [HeaderField("A", .secret("s"))]), lane: .fixture()),
        .fixture(),
      ])
      await store.close()
    }
    let bytes = StateFolder.bytes(of: key)
    switch harm {
    case "missing": unlink(key)
    case "cut": truncate(key, 3)
    default: StateFolder.write([UInt8](repeating: 3, count: 32), to: key)
    }
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let receipt = try await store.commit(StoreBatch(starts: ids.map { .fixture($0) }))
    #expect(Array(receipt.started.keys) == [ids[1]], "what has no secret runs")
    let held = try await store.jobs(matching: JobQuery(ids: [ids[0]])).first?.state
    #expect(held == .held(.missingKey(at: key)))
    #expect(try await store.attempts(of: ids[0]) == [])
    // What comes back may have to be sealed: with a key that cannot be used nothing may leave.
    #expect(try await store.openable(ids) == (harm == "cut" ? [] : [ids[1]]))
    let check = store.check(.possible)
    #expect(check.keyName == key)
    #expect((check.problem != nil) == (harm == "cut"))
    StateFolder.write(bytes, to: key)
    #expect(try await store.openable(ids) == ids)
    await store.close()
  }

  @Test func `a key that comes back rings the doorbell`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    try await store.setCookie(value: "c")
    #expect(rename(key, key + ".away") == 0)
    let bell = store.wakeUps
    var rings = bell.makeAsyncIterator()
    #expect(rename(key + ".away", key) == 0)
    #expect(await rings.next() != nil)
    await store.close()
  }

  @Test func `the end of another process is heard at once`() async throws {
    let one = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let other = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let ids = try await other.add([.fixture()])
    _ = try await other.commit(StoreBatch(starts: [.fixture(ids[0])]))
    let names = try await one.otherOwners()
    #expect(names == [other.owner.instance])
    #expect(try await other.otherOwners() == [])
    let name = try #require(names.first)
    async let end: Void = one.waitForEnd(of: name)
    #expect(try await one.orphans() == [])
    // Its lock falls as it does when its process is killed: the row stays.
    other.owner.release()
    await end
    #expect(try await one.orphans().map(\.id) == ids)
    await one.close()
    await other.close()
  }

  @Test func `an attempt of the queue runner is known as its own`() async throws {
    let one = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let other = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let id = try await one.add([.fixture()])[0]
    _ = try await one.commit(StoreBatch(starts: [.fixture(id)]))
    let attempt = AttemptID(job: id, number: 1)
    #expect(try await other.livingOwners(of: [attempt])[attempt]?.isRunner == false)
    #expect(try await one.claim() == .mine)
    #expect(
      try await other.livingOwners(of: [attempt])
        == [attempt: AttemptOwner(name: one.owner.instance, isRunner: true)])
    await one.close()
    await other.close()
  }

  @Test func `a wait for another's end is over when its task is`() async throws {
    let one = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let other = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let ids = try await other.add([.fixture()])
    _ = try await other.commit(StoreBatch(starts: [.fixture(ids[0])]))
    let name = other.owner.instance
    let wait = Task { await one.waitForEnd(of: name) }
    wait.cancel()
    await wait.value
    await one.close()
    await other.close()
  }
}
