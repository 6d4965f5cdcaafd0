import ViewModels

/// The schedule that decides which effects may run now. Each effect waits for the earlier effects
/// with conflicting claims, and only for those.
struct EffectSchedule: Sendable {
  /// The number of an effect, in the order in which the user requested effects.
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

  /// The waiting and running effects, in order.
  private var entries: [Entry] = []
  private var number = 0
  /// The state of the schedule. Effects wait until the schedule is open. No effect is accepted
  /// after the schedule is closed.
  private enum Gate { case opening, open, closed }
  private var gate = Gate.opening
  private var lastPauseOfAll: Ticket?

  /// Adds an effect. Returns the effects that may start now.
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

  /// Opens the schedule once the client's first state is displayed. No effect starts earlier.
  /// Returns the effects that may start now.
  mutating func open() -> [Start] {
    if gate == .opening { gate = .open }
    return startable()
  }

  /// Accepts no more effects. Accepted effects are still carried out.
  mutating func close() { gate = .closed }

  /// Releases an area that a running effect has finished reading, so that later changes need not
  /// wait for that effect. Returns the effects that may start now.
  mutating func release(_ area: EffectClaim.Area, of ticket: Ticket) -> [Start] {
    guard let index = entries.firstIndex(where: { $0.start.ticket == ticket }) else { return [] }
    entries[index].claims.removeAll { $0.area == area && $0.access == .reads }
    return startable()
  }

  /// Removes an effect that was carried out and whose reply was sent. Returns the effects that may
  /// start now.
  mutating func finish(_ ticket: Ticket) -> [Start] {
    entries.removeAll { $0.start.ticket == ticket }
    return startable()
  }

  /// Returns whether all lanes were paused after an effect was requested. Jobs that the effect adds
  /// to a lane that did not exist at the pause must not start.
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
