import ClientModel

/// The waiting jobs of a queue, each in a numbered slot. A freed slot is reused.
struct SlotTable: Sendable {
  /// The slots by number. The heaps of the queue change only their `heapIndex`.
  var records: [QueueSlot] = []
  private var numbers: [JobID: Int32] = [:]
  private var firstFree: Int32 = -1

  /// The number of waiting jobs.
  var count: Int { numbers.count }

  subscript(slot: Int32) -> QueueSlot {
    _read { yield records[Int(slot)] }
    _modify { yield &records[Int(slot)] }
  }

  /// Returns the slot of a job, or nil if the job does not wait.
  func slot(of job: JobID) -> Int32? { numbers[job] }

  /// Reserves space for more jobs. Growing the table step by step takes half of the time needed to
  /// add 100,000 jobs, and the client can do nothing else during that time.
  mutating func reserve(_ more: Int) {
    records.reserveCapacity(records.count + more)
    numbers.reserveCapacity(numbers.count + more)
  }

  /// Assigns a slot to a job that has none, and returns the slot.
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

  /// Frees the slot of a job that is in no heap.
  mutating func free(_ slot: Int32) {
    numbers[self[slot].id] = nil
    self[slot].place = .free
    self[slot].heapIndex = firstFree
    firstFree = slot
  }
}
