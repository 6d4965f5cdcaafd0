import ClientDocuments

/// Programs that bodies were filtered with, and the walk through them while one is being typed.
package struct FilterHistory: Equatable, Sendable {
  package static let most = 200

  /// The newest last; each once.
  package private(set) var programs: [String] = []
  /// The place of the one that stands in the prompt; nil for the user's own text.
  private var place: Int?
  /// What was typed before the walk began.
  private var typed = ""
  /// The keys that tab goes through, and what stands before them.
  private var cycle: (head: String, keys: [String], next: Int)?

  init() {}

  package static func == (one: FilterHistory, other: FilterHistory) -> Bool {
    one.programs == other.programs && one.place == other.place && one.typed == other.typed
  }

  mutating func load(_ programs: [String]) { self.programs = Array(programs.suffix(Self.most)) }

  /// Takes a program that was used; true when that is news.
  mutating func note(_ program: String) -> Bool {
    stopWalking()
    guard !program.allSatisfy(\.isWhitespace), programs.last != program else { return false }
    programs.removeAll { $0 == program }
    programs.append(program)
    if programs.count > Self.most { programs.removeFirst() }
    return true
  }

  mutating func stopWalking() {
    place = nil
    cycle = nil
  }

  /// The program before (-1) or after (1) the one in the prompt; nil at either end.
  mutating func walk(_ step: Int, from text: String) -> String? {
    cycle = nil
    if place == nil { typed = text }
    let next = (place ?? programs.count) + step
    guard next >= 0, next <= programs.count, next != place ?? programs.count else { return nil }
    place = next == programs.count ? nil : next
    return place.map { programs[$0] } ?? typed
  }

  /// The text before the cursor with a key at its end: the next one at each call.
  mutating func complete(_ head: String, _ completion: KeyCompletion?) -> String? {
    if let cycle,
      head == cycle.head + cycle.keys[(cycle.next + cycle.keys.count - 1) % cycle.keys.count]
    {
      self.cycle?.next = (cycle.next + 1) % cycle.keys.count
      return cycle.head + cycle.keys[cycle.next]
    }
    guard let completion, let first = completion.keys.first, head.hasSuffix(completion.fragment)
    else { return nil }
    let rest = String(head.unicodeScalars.dropLast(completion.fragment.unicodeScalars.count))
    cycle = (rest, completion.keys, 1 % completion.keys.count)
    return rest + first
  }
}
