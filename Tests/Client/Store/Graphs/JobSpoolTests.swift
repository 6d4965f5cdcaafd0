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

  @Test func `jobs of a file are added in order, all of them or none`() async throws {
    let store = try await SQLiteStorage.open(in: folder.path, clock: StillClock()).storage
    let jobs: [NewJob] = (0..<300).map { .fixture("/\($0)") }
    var writer = try store.spool()
    for job in jobs { try writer.append(job) }
    let spool = try writer.finish()
    let ids = try await store.add(JobAddition { try spool.forEach($0) }).ids
    #expect(ids == (1...300).map { JobID(Int64($0)) })
    for (id, job) in zip(ids, jobs) {
      #expect(try await store.request(of: id) == job.request, "job \(id)")
    }
    let refusal = Failure(.invalidRequest, what: "No.", why: "It is too late.", whatToDo: "Wait.")
    await #expect(throws: refusal) {
      _ = try await store.add(
        JobAddition { add in
          try spool.forEach(add)
          throw refusal
        })
    }
    #expect(try await store.count(matching: JobQuery()) == 300)
    await store.close()
  }

  @Test(arguments: StoreKind.allCases)
  func `a change of every job that matches reaches all of them, however many`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.make(in: folder, clock: StillClock())
    let new: [NewJob] = (0..<2_500).map { .fixture("/\($0)") }
    let ids = try await store.add(new)
    let changed = try await store.change(.query(JobQuery(states: [.waiting]))) { job in
      job.id == ids[7] ? nil : JobChange(state: .cancelled(sent: 0), at: job.since)
    }
    #expect(changed.ids == ids.filter { $0 != ids[7] })
    #expect(try await store.count(matching: JobQuery(states: [.cancelled])) == 2_499)
    #expect(try await store.jobs(matching: JobQuery(states: [.waiting])).map(\.id) == [ids[7]])
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
