import ClientCore
import ClientModel

/// The unacknowledged messages of a connection.
struct PendingMessages {
  struct Entry {
    let id: PublicationID
    let message: BrokerMessage
    let due: ContinuousClock.Instant
    /// The library's number for the message, or nil until the message is passed to the library.
    var number: Int32?
  }

  /// The messages by id.
  private(set) var entries: [PublicationID: Entry] = [:]
  private var unsentIDs: [PublicationID] = []
  private var numbers: [Int32: PublicationID] = [:]

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ message: BrokerMessage, _ id: PublicationID, due: ContinuousClock.Instant) {
    entries[id] = Entry(id: id, message: message, due: due)
    unsentIDs.append(id)
  }

  /// Removes and returns the unsent messages, oldest first.
  mutating func takeUnsent() -> [Entry] {
    defer { unsentIDs = [] }
    return unsentIDs.compactMap { entries[$0] }
  }

  /// Puts messages back at the front of the unsent messages.
  mutating func restore(_ unsent: ArraySlice<Entry>) { unsentIDs = unsent.map(\.id) + unsentIDs }

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
    if let number = entry.number { numbers[number] = nil } else { unsentIDs.removeAll { $0 == id } }
  }

  /// The earliest deadline, or nil if there are no messages.
  var nextDue: ContinuousClock.Instant? { entries.values.map(\.due).min() }

  /// Removes and returns the messages whose deadline has passed.
  mutating func takeLate(at now: ContinuousClock.Instant) -> [Entry] {
    take { $0.due <= now }
  }

  /// Removes and returns the messages that fail when the connection is lost. In a stored session,
  /// these are only the sent messages of quality "at most once": the library delivers other sent
  /// messages again, and unsent messages wait for the next connection.
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
  /// The facts for the end of the attempt. A message that was passed to the library may have
  /// arrived.
  var facts: FinishFacts { FinishFacts(sent: number == nil ? .nothing : .something) }
}
