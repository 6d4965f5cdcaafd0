import ClientModel

/// The waiting jobs of a queue. Each job has a numbered slot, and freed slots are reused.
struct SlotTable: Sendable {
  /// The slots by number. The heaps of the queue may change only `heapIndex`.
  var records: [QueueSlot] = []
  private var numbers: [JobID: Int32] = [:]
  private var firstFree: Int32 = -1

  var count: Int { numbers.count }

  subscript(slot: Int32) -> QueueSlot {
    _read { yield records[Int(slot)] }
    _modify { yield &records[Int(slot)] }
  }

  /// Returns the slot of a job, or nil if the job does not wait.
  func slot(of job: JobID) -> Int32? { numbers[job] }

  /// Reserves space for more jobs. Without this, growing the table takes half of the time for
  /// adding 100,000 jobs, and blocks the client.
  mutating func reserve(_ more: Int) {
    records.reserveCapacity(records.count + more)
    numbers.reserveCapacity(numbers.count + more)
  }

  /// Adds a job that has no slot.
  ///
  /// - Returns: The new slot of the job.
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

  /// Frees a slot. Its job must not be in a heap.
  mutating func free(_ slot: Int32) {
    numbers[self[slot].id] = nil
    self[slot].place = .free
    self[slot].heapIndex = firstFree
    firstFree = slot
  }
}
