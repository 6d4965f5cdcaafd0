import ClientModel

/// A waiting job in the queue. It has only 32 bytes, because there may be 100,000 of them.
struct QueueSlot: Sendable {
  /// The collection that contains a waiting job. A job is always in exactly one collection.
  enum Container: UInt8, Sendable {
    /// The job is in its lane's heap.
    case lane
    /// The job is in the heap of immediate jobs.
    case immediate
    /// The job is immediate and set aside until its host has a free slot.
    case setAside
    /// The job waits for a time and then for a slot.
    case timer
    /// The job is held until a time. It may start only after the end of the hold was stored.
    case heldTimer
    /// The job waits for another job.
    case blocked
    /// The job is in a batch on hold.
    case inHeldBatch
    /// The slot is unused. `heapIndex` is the next unused slot.
    case free
  }

  var id: JobID
  var position: Double
  var priority: Int32
  /// The number of the lane. For an immediate job, the number of the host.
  var channel: Int32
  /// The index of the job in its heap.
  var heapIndex: Int32 = 0
  var scheduling: Job.Scheduling
  var place: Container

  /// Returns whether one job starts before another. Priority is compared first, then position, then
  /// id.
  static func precedes(_ left: QueueSlot, _ right: QueueSlot) -> Bool {
    if left.priority != right.priority { return left.priority > right.priority }
    if left.position != right.position { return left.position < right.position }
    return left.id < right.id
  }
}

/// An item of an indexed heap. It refers to a slot, and the slot contains the item's index.
protocol HeapItem: Sendable {
  var slot: Int32 { get }
  static func precedes(_ left: Self, _ right: Self, in slots: [QueueSlot]) -> Bool
}

/// A job that is sorted by its order in the lane.
struct OrderedItem: HeapItem {
  let slot: Int32

  static func precedes(_ left: Self, _ right: Self, in slots: [QueueSlot]) -> Bool {
    QueueSlot.precedes(slots[Int(left.slot)], slots[Int(right.slot)])
  }
}

/// A job that is sorted by time.
struct TimedItem: HeapItem {
  let slot: Int32
  let due: Timestamp

  static func precedes(_ left: Self, _ right: Self, in slots: [QueueSlot]) -> Bool {
    left.due != right.due
      ? left.due < right.due
      : QueueSlot.precedes(slots[Int(left.slot)], slots[Int(right.slot)])
  }
}

/// A binary heap that can remove any item. The index of each item is stored in the item's slot.
///
/// Adding or removing an item costs O(log n). The slots are an argument, because all heaps of a
/// queue share them.
struct IndexedHeap<Item: HeapItem>: Sendable {
  private(set) var items: [Item] = []

  var first: Item? { items.first }
  var isEmpty: Bool { items.isEmpty }

  mutating func insert(_ item: Item, in slots: inout [QueueSlot]) {
    items.append(item)
    slots[Int(item.slot)].heapIndex = Int32(items.count - 1)
    rise(items.count - 1, in: &slots)
  }

  /// Removes all matching items and returns their slots. This is cheaper than removing items
  /// individually.
  mutating func removeAll(
    in slots: inout [QueueSlot], where fits: (QueueSlot) -> Bool
  ) -> [Int32] {
    let gone = items.filter { fits(slots[Int($0.slot)]) }
    guard !gone.isEmpty else { return [] }
    let rest = items.filter { !fits(slots[Int($0.slot)]) }
    items = []
    for item in rest { insert(item, in: &slots) }
    return gone.map(\.slot)
  }

  mutating func removeFirst(in slots: inout [QueueSlot]) -> Item {
    let item = items[0]
    remove(at: 0, in: &slots)
    return item
  }

  mutating func remove(at index: Int, in slots: inout [QueueSlot]) {
    let last = items.removeLast()
    guard index < items.count else { return }
    place(last, at: index, in: &slots)
    sink(index, in: &slots)
    rise(index, in: &slots)
  }

  private mutating func place(_ item: Item, at index: Int, in slots: inout [QueueSlot]) {
    items[index] = item
    slots[Int(item.slot)].heapIndex = Int32(index)
  }

  private mutating func rise(_ start: Int, in slots: inout [QueueSlot]) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard Item.precedes(items[index], items[parent], in: slots) else { return }
      exchange(index, parent, in: &slots)
      index = parent
    }
  }

  private mutating func sink(_ start: Int, in slots: inout [QueueSlot]) {
    var index = start
    while true {
      var child = 2 * index + 1
      guard child < items.count else { return }
      if child + 1 < items.count, Item.precedes(items[child + 1], items[child], in: slots) {
        child += 1
      }
      guard Item.precedes(items[child], items[index], in: slots) else { return }
      exchange(index, child, in: &slots)
      index = child
    }
  }

  private mutating func exchange(_ one: Int, _ two: Int, in slots: inout [QueueSlot]) {
    let item = items[one]
    place(items[two], at: one, in: &slots)
    place(item, at: two, in: &slots)
  }
}
