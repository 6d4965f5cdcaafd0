import ClientCore
import ClientModel
import Glibc
import Testing

@testable import ClientStore

/// A store that takes no writes is read, and says so.
struct ReadOnlyStoreTests {
  @Test func `a library older than the store needs is refused with both versions`() {
    let failure = #expect(throws: Failure.self) { try SQLiteLibrary.check(version: 3_039_004) }
    #expect(failure?.why.contains("3.39.4") == true && failure?.why.contains("3.40.0") == true)
    #expect(throws: Never.self) { try SQLiteLibrary.check(version: 3_040_000) }
  }

  @Test func `a copy on a reading desk shows what the log holds, and takes no change`()
    async throws
  {
    let folder = StateFolder()
    let clock = StillClock()
    let writer = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let ids = try await writer.add([.fixture("/one"), .fixture("/two")])
    // The log is not in the database yet: a copy without it would be empty.
    #expect(PrivateFile.size(of: folder.path + "/weir.db-wal") > 0)
    let opened = try SQLiteStorage.openCopy(of: folder.path, clock: clock)
    let notice = try #require(opened.report.notice)
    #expect(opened.storage.access == .readOnly(notice))
    #expect(notice.what == "The store is read-only.")
    #expect(try await opened.storage.jobs(matching: JobQuery()).map(\.id) == ids)
    #expect(try await opened.storage.check() == [])
    let failure = await #expect(throws: Failure.self) { try await opened.storage.add([.fixture()]) }
    #expect(failure == notice)
    let copy = try #require(opened.storage.copy?.folder)
    await opened.storage.close()
    #expect(access(copy, F_OK) != 0)
    await writer.close()
  }
}
