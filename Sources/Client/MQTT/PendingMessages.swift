import ClientCore
import ClientModel

/// The messages of a connection that are not acknowledged.
struct PendingMessages {
  struct Entry {
    let id: PublicationID
    let message: BrokerMessage
    let due: ContinuousClock.Instant
    /// The library's number for it; nil before it was handed over.
    var number: Int32?
  }

  /// In the order in which they were asked for.
  private(set) var entries: [PublicationID: Entry] = [:]
  private var order: [PublicationID] = []
  private var numbers: [Int32: PublicationID] = [:]

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ message: BrokerMessage, _ id: PublicationID, due: ContinuousClock.Instant) {
    entries[id] = Entry(id: id, message: message, due: due)
    order.append(id)
  }

  /// Those that wait for a connection, the oldest first.
  mutating func takeUnsent() -> [Entry] {
    defer { order = [] }
    return order.compactMap { entries[$0] }
  }

  /// These were not handed over, and wait for the next connection.
  mutating func putBack(_ unsent: ArraySlice<Entry>) { order = unsent.map(\.id) + order }

  mutating func handedOver(_ id: PublicationID, as number: Int32) {
    entries[id]?.number = number
    numbers[number] = id
  }

  mutating func acknowledged(_ number: Int32) -> PublicationID? {
    guard let id = numbers.removeValue(forKey: number) else { return nil }
    entries[id] = nil
    return id
  }

  mutating func remove(_ id: PublicationID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    if let number = entry.number { numbers[number] = nil } else { order.removeAll { $0 == id } }
  }

  /// The next time at which one is late.
  var nextDue: ContinuousClock.Instant? { entries.values.map(\.due).min() }

  /// Those that are late, removed.
  mutating func takeLate(at now: ContinuousClock.Instant) -> [Entry] {
    take { $0.due <= now }
  }

  /// Those that a lost connection ends, removed. With a stored session, the library delivers again what it has,
  /// and what it has not yet waits for the next connection; only a message at most once may be gone.
  mutating func takeLost(_ session: BrokerOptions.Session) -> [Entry] {
    take { entry in
      switch session {
      case .clean: true
      case .stored: entry.number != nil && entry.message.quality == .atMostOnce
      }
    }
  }

  private mutating func take(where isTaken: (Entry) -> Bool) -> [Entry] {
    let taken = entries.values.filter(isTaken)
    for entry in taken { remove(entry.id) }
    return taken.sorted { $0.id.rawValue < $1.id.rawValue }
  }
}

extension PendingMessages.Entry {
  /// Whether the message may have arrived.
  var facts: FinishFacts { FinishFacts(sent: number == nil ? .nothing : .something) }
}
