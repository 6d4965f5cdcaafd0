import ClientModel
import Testing

@testable import ClientCore

struct ImmediateJobsTests {
  private var slots = SlotTable()
  private var jobs = ImmediateJobs(maximum: 2, perHost: 1)

  private mutating func add(_ id: Int64, host: String) {
    let slot = slots.add(
      QueueSlot(
        id: JobID(id), position: Double(id), priority: 0, channel: jobs.number(of: host),
        scheduling: .immediate, place: .blocked))
    jobs.insert(slot, in: &slots)
  }

  private mutating func start() -> JobID? { jobs.start(in: &slots).map { slots[$0].id } }

  @Test mutating func `a job is put aside while its host has no free slot`() {
    add(1, host: "a")
    add(2, host: "a")
    add(3, host: "b")
    #expect(start() == JobID(1))
    #expect(start() == JobID(3))
    #expect(jobs.isEmpty)
    let host = jobs.number(of: "a")
    jobs.end(of: host)
    let slot = jobs.unpark(host, in: &slots)
    #expect(slot == slots.slot(of: JobID(2)))
    #expect(jobs.unpark(host, in: &slots) == nil)
  }

  @Test mutating func `no more than the maximum run, whatever their hosts`() {
    for (id, host) in [(1, "a"), (2, "b"), (3, "c")] as [(Int64, String)] { add(id, host: host) }
    #expect(start() == JobID(1))
    #expect(start() == JobID(2))
    #expect(start() == nil)
    #expect(!jobs.isEmpty)
    jobs.end(of: jobs.number(of: "b"))
    #expect(start() == JobID(3))
  }
}
