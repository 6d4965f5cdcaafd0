import ClientModel
import Testing

/// In which order steps can be done that wait for each other.
struct WaitOrderTests {
  @Test func `parents come before children`() throws {
    #expect(try WaitOrder.find([[1, 2], [2], [], [0, 0]]) == [2, 1, 0, 3])
    #expect(try WaitOrder.find([]) == [])
  }

  @Test func `a cycle is shown from step to step, without what only waits for it`() {
    #expect(throws: WaitOrder.Cycle(steps: [1, 2, 3])) {
      try WaitOrder.find([[1], [2], [3], [1], []])
    }
    #expect(throws: WaitOrder.Cycle(steps: [0])) { try WaitOrder.find([[0]]) }
  }

  @Test func `twenty thousand steps in a row, or in a circle, are nothing`() throws {
    let count = 20_000
    let row = (0..<count).map { $0 + 1 < count ? [$0 + 1] : [] }
    #expect(try WaitOrder.find(row) == Array((0..<count).reversed()))
    #expect(throws: WaitOrder.Cycle(steps: Array(0..<count))) {
      try WaitOrder.find(row.dropLast() + [[0]])
    }
  }
}
