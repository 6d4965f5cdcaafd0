import ClientModel

/// The waiting jobs of a queue, each in a numbered slot; a freed slot is used again.
struct SlotTable: Sendable {
  /// By number. The heaps of the queue order these, and change only their `heapIndex`.
  var records: [QueueSlot] = []
  private var numbers: [JobID: Int32] = [:]
  private var firstFree: Int32 = -1

  /// How many jobs wait.
  var count: Int { numbers.count }

  subscript(slot: Int32) -> QueueSlot {
    _read { yield records[Int(slot)] }
    _modify { yield &records[Int(slot)] }
  }

  /// The slot of a job; nil when it does not wait.
  func slot(of job: JobID) -> Int32? { numbers[job] }

  /// Prepares for this many more jobs: growing on the way took half of the time of adding 100,000, in which the
  /// client does nothing else.
  mutating func reserve(_ more: Int) {
    records.reserveCapacity(records.count + more)
    numbers.reserveCapacity(numbers.count + more)
  }

  /// Gives a job that has no slot one.
  mutating func add(_ record: QueueSlot) -> Int32 {
    let slot = firstFree
    guard slot >= 0 else {
      records.append(record)
      numbers[record.id] = Int32(records.count - 1)
      return Int32(records.count - 1)
    }
    firstFree = self[slot].heapIndex
    self[slot] = record
    numbers[record.id] = slot
    return slot
  }

  /// Frees the slot of a job that stands in no heap any more.
  mutating func free(_ slot: Int32) {
    numbers[self[slot].id] = nil
    self[slot].place = .free
    self[slot].heapIndex = firstFree
    firstFree = slot
  }
}
