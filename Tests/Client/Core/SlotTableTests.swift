import ClientModel
import Testing

@testable import ClientCore

struct SlotTableTests {
  private var slots = SlotTable()

  private func record(_ id: Int64) -> QueueSlot {
    QueueSlot(
      id: JobID(id), position: 0, priority: 0, channel: 0, scheduling: .queued, place: .blocked)
  }

  @Test mutating func `freed slots are used again, the last one first`() {
    let taken = (1...3).map { slots.add(record($0)) }
    slots.free(taken[0])
    slots.free(taken[1])
    #expect(slots.count == 1)
    #expect(slots.slot(of: JobID(1)) == nil)
    #expect((4...6).map { slots.add(record($0)) } == [taken[1], taken[0], 3])
    #expect(slots.slot(of: JobID(3)) == taken[2])
    #expect(slots[taken[0]].id == JobID(5))
  }
}
