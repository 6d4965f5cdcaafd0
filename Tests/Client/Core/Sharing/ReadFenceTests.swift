import ClientModel
import Testing

@testable import ClientCore

struct ReadFenceTests {
  private let jobs = (1...3).map { JobID(Int64($0)) }

  @Test func `jobs published while a response was on its way are known at its end, once`() {
    var fence = ReadFence()
    fence.publish([jobs[0]])
    let first = fence.begin()
    fence.publish([jobs[1]])
    let second = fence.begin()
    fence.publish([jobs[2]])
    #expect(fence.end(first) == [jobs[1], jobs[2]])
    #expect(fence.end(second) == [jobs[2]])
    #expect(fence.end(first).isEmpty)
  }

  @Test func `a response is not older than itself`() {
    var fence = ReadFence()
    let (one, other) = (fence.begin(), fence.begin())
    fence.publish(jobs, except: one)
    #expect(fence.end(one).isEmpty && fence.end(other) == Set(jobs))
  }
}
