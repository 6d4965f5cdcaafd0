import ViewModels

/// Decides which effects may be carried out now: each waits for the earlier ones that its claims meet,
/// and for no others.
struct EffectSchedule: Sendable {
  /// Numbers effects in the order in which the user asked for them.
  struct Ticket: Hashable, Comparable, Sendable {
    fileprivate let number: Int
    static func < (one: Ticket, other: Ticket) -> Bool { one.number < other.number }
  }

  struct Start: Sendable {
    let ticket: Ticket
    let effect: Effect
  }

  private struct Entry: Sendable {
    let start: Start
    var claims: [EffectClaim]
    var isRunning = false
  }

  /// Waiting and running, in order.
  private var entries: [Entry] = []
  private var number = 0
  /// Effects wait until it is open; none is taken once it is closed.
  private enum Gate { case opening, open, closed }
  private var gate = Gate.opening
  private var lastPauseOfAll: Ticket?

  /// Takes an effect. Returns what may start now.
  mutating func add(_ effect: Effect) -> [Start] {
    guard gate != .closed else { return [] }
    number += 1
    let ticket = Ticket(number: number)
    switch effect {
    case .queue(.pauseAll): lastPauseOfAll = ticket
    case .queue(.resumeAll): lastPauseOfAll = nil
    default: break
    }
    entries.append(Entry(start: Start(ticket: ticket, effect: effect), claims: effect.claims))
    return startable()
  }

  /// What the client shows first has been shown; before that nothing starts.
  mutating func open() -> [Start] {
    if gate == .opening { gate = .open }
    return startable()
  }

  /// Takes no more effects; those taken are still carried out.
  mutating func close() { gate = .closed }

  /// A running effect has read what it needs of an area: later changes need not wait for it.
  mutating func release(_ area: EffectClaim.Area, of ticket: Ticket) -> [Start] {
    guard let index = entries.firstIndex(where: { $0.start.ticket == ticket }) else { return [] }
    entries[index].claims.removeAll { $0.area == area && $0.access == .reads }
    return startable()
  }

  /// An effect was carried out and answered.
  mutating func finish(_ ticket: Ticket) -> [Start] {
    entries.removeAll { $0.start.ticket == ticket }
    return startable()
  }

  /// Whether all lanes were paused after an effect was asked for: what it adds to a lane that did not
  /// exist then must not start.
  func pausesAdditions(of ticket: Ticket) -> Bool { lastPauseOfAll.map { $0 > ticket } ?? false }

  private mutating func startable() -> [Start] {
    guard gate != .opening else { return [] }
    var started: [Start] = []
    for index in entries.indices where !entries[index].isRunning {
      let waits = entries[..<index].contains { earlier in
        entries[index].claims.contains { claim in
          earlier.claims.contains { claim.waits(for: $0) }
        }
      }
      guard !waits else { continue }
      entries[index].isRunning = true
      started.append(entries[index].start)
    }
    return started
  }
}
