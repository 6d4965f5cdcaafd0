import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// A lock that proves a process alive: what the kernel does not answer is never a death.
@Suite struct LockStateTests {
  private let folder = StateFolder()
  private let clock = StillClock()

  @Test func `a lock is held, free, or unknown`() throws {
    let path = folder.path + "/lock"
    #expect(LockState.probe(path) == .free, "nobody ever made it")
    let lock = try KernelLock(path: path)
    #expect(LockState.probe(path) == .free)
    try lock.acquire()
    #expect(LockState.probe(path) == .held)
    lock.release()
    #expect(LockState.probe(path) == .free)
    // The kernel refuses to open a link here, as it refuses any file without a descriptor.
    let link = folder.path + "/link"
    #expect(symlink(path, link) == 0)
    #expect(LockState.probe(link) == .unknown(error: ELOOP))
  }

  @Test func `a process of which the kernel says nothing is not taken for dead`() async throws {
    let one = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let other = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let ids = try await other.add([.fixture(), .fixture(scheduling: .immediate)])
    _ = try await other.commit(StoreBatch(starts: [.fixture(ids[0])]))
    let name = other.owner.instance
    let path = "\(folder.path)/owners/\(name)"
    #expect(rename(path, path + ".away") == 0 && symlink(path + ".away", path) == 0)
    #expect(try await one.orphans() == [])
    let attempts = [AttemptID(job: ids[0], number: 1), AttemptID(job: ids[1], number: 0)]
    let owner = AttemptOwner(name: name, isRunner: false)
    #expect(try await one.livingOwners(of: attempts) == [attempts[0]: owner, attempts[1]: owner])
    async let end: Void = one.waitForEnd(of: name)
    other.owner.release()
    #expect(unlink(path) == 0 || errno == ENOENT)
    await end
    #expect(try await one.orphans().map(\.id) == [ids[0]])
    #expect(try await one.livingOwners(of: attempts) == [:])
    await one.close()
    await other.close()
  }

  @Test func `a process is alive to itself without asking`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let ids = try await store.add([.fixture()])
    _ = try await store.commit(StoreBatch(starts: [.fixture(ids[0])]))
    let path = "\(folder.path)/owners/\(store.owner.instance)"
    #expect(unlink(path) == 0)
    #expect(try await store.orphans() == [])
    await store.close()
  }
}
