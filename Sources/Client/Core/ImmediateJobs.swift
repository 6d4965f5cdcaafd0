import ClientModel

/// The immediate jobs of a queue. They ignore their lanes, and only the number of running jobs is
/// limited.
struct ImmediateJobs: Sendable {
  private struct Host {
    /// The jobs that wait for a free slot of their host.
    var setAside = IndexedHeap<OrderedItem>()
    var running = 0
  }

  private var waiting = IndexedHeap<OrderedItem>()
  private var running = 0
  private var hosts: [Host] = []
  private var numbers: [String: Int32] = [:]
  private let maximum: Int
  private let maximumPerHost: Int

  /// Creates an empty collection.
  ///
  /// - Parameters:
  ///   - maximum: The maximum number of running jobs, at least one.
  ///   - maximumPerHost: The maximum number of running jobs per host, at least one.
  init(maximum: Int, perHost maximumPerHost: Int) {
    self.maximum = max(1, maximum)
    self.maximumPerHost = max(1, maximumPerHost)
  }

  /// Whether no job waits for a slot. Jobs that were set aside do not count.
  var isEmpty: Bool { waiting.isEmpty }

  /// Returns the number of a host. An unknown host gets a new number.
  mutating func number(of host: String) -> Int32 {
    if let number = numbers[host] { return number }
    let number = Int32(hosts.count)
    hosts.append(Host())
    numbers[host] = number
    return number
  }

  /// Adds a job that waits only for a slot.
  mutating func insert(_ slot: Int32, in slots: inout SlotTable) {
    slots[slot].place = .immediate
    waiting.insert(OrderedItem(slot: slot), in: &slots.records)
  }

  /// Removes a job that waits for a slot.
  mutating func remove(_ slot: Int32, in slots: inout SlotTable) {
    waiting.remove(at: Int(slots[slot].heapIndex), in: &slots.records)
  }

  /// Removes a job that was set aside.
  mutating func removeSetAside(_ slot: Int32, in slots: inout SlotTable) {
    let host = Int(slots[slot].channel)
    hosts[host].setAside.remove(at: Int(slots[slot].heapIndex), in: &slots.records)
  }

  /// Starts the first job whose host has a free slot. Returns its slot, or nil if no job may start.
  ///
  /// The job counts as running. The jobs before it are set aside.
  mutating func start(in slots: inout SlotTable) -> Int32? {
    while running < maximum, !waiting.isEmpty {
      let item = waiting.removeFirst(in: &slots.records)
      let host = Int(slots[item.slot].channel)
      guard hosts[host].running < maximumPerHost else {
        slots[item.slot].place = .setAside
        hosts[host].setAside.insert(item, in: &slots.records)
        continue
      }
      hosts[host].running += 1
      running += 1
      return item.slot
    }
    return nil
  }

  mutating func end(of host: Int32) {
    hosts[Int(host)].running -= 1
    running -= 1
  }

  /// Removes and returns the first job that was set aside for a host. Returns nil if there is none.
  mutating func unpark(_ host: Int32, in slots: inout SlotTable) -> Int32? {
    guard !hosts[Int(host)].setAside.isEmpty else { return nil }
    return hosts[Int(host)].setAside.removeFirst(in: &slots.records).slot
  }
}
