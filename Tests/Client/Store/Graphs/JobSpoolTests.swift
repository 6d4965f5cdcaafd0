import ClientCore
import ClientModel
import Testing

@testable import ClientStore

/// Jobs that wait in a file before they are added.
struct JobSpoolTests {
  private let folder = StateFolder()

  private func jobs(_ count: Int) -> [NewJob] {
    (0..<count).map { number in
      var random = RandomRequests(seed: number + 1)
      let isHeld = number.isMultiple(of: 5)
      return NewJob(
        request: random.request(), lane: LaneKey(workspace: "/w", name: "lane \(number % 3)"),
        state: isHeld ? .held(.until(Timestamp(milliseconds: 7))) : .waiting(.slot),
        priority: number % 4, scheduling: number.isMultiple(of: 7) ? .immediate : .queued,
        name: number.isMultiple(of: 2) ? "saved" : nil,
        call: number.isMultiple(of: 3) ? "call-\(number)" : nil)
    }
  }

  @Test func `jobs are read back as they were written, each time`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
    let jobs = jobs(300)
    var writer = try store.spool()
    for job in jobs { try writer.append(job) }
    let spool = try writer.finish()
    #expect(spool.count == jobs.count)
    for _ in 0..<2 {
      var read: [NewJob] = []
      func add(_ job: NewJob) { read.append(job) }
      try spool.forEach(add)
      #expect(read == jobs)
    }
    await store.close()
  }

  @Test func `the file of the jobs has no name`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
    // The first secret makes the file of the key.
    func names() -> [String] { StateFolder.names(in: folder.path).filter { $0 != "key" } }
    let before = names()
    var writer = try store.spool()
    for job in jobs(20) { try writer.append(job) }
    let spool = try writer.finish()
    #expect(names() == before && spool.count == 20)
    await store.close()
  }
}
