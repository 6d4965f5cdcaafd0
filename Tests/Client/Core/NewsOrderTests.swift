import ClientModel
import Testing

@testable import ClientCore

struct NewsOrderTests {
  private let jobs = (1...3).map { JobID(Int64($0)) }

  @Test func `what was told of while an answer was on its way is known at its end, once`() {
    var order = NewsOrder()
    order.tell([jobs[0]])
    let first = order.begin()
    order.tell([jobs[1]])
    let second = order.begin()
    order.tell([jobs[2]])
    #expect(order.end(first) == [jobs[1], jobs[2]])
    #expect(order.end(second) == [jobs[2]])
    #expect(order.end(first).isEmpty)
  }

  @Test func `an answer does not overtake itself`() {
    var order = NewsOrder()
    let (one, other) = (order.begin(), order.begin())
    order.tell(jobs, but: one)
    #expect(order.end(one).isEmpty && order.end(other) == Set(jobs))
  }
}
