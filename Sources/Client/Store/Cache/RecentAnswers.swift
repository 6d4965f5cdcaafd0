import ClientCore
import ClientModel

/// The recently used responses, in memory, so that most hits need no query. A write by another process
/// invalidates all of them.
struct RecentAnswers: Sendable {
  struct Answer: Sendable {
    var response: StoredResponse
    /// Nil for one whose body is a file.
    var body: [UInt8]?
  }

  private var answers: [[UInt8]: [Answer]] = [:]
  private var bodies: [CacheEntryID: [UInt8]] = [:]
  private var order: [[UInt8]] = []
  private var weight: Int64 = 0
  /// SQLite's count of what others committed.
  private var version: Int64 = -1
  private let cap: Int64 = 16 << 20

  subscript(key: [UInt8]) -> [Answer]? { answers[key] }

  func body(of id: CacheEntryID) -> [UInt8]? { bodies[id] }

  /// Removes everything if another process has written since.
  mutating func see(version: Int64) {
    if version != self.version { forgetAll() }
    self.version = version
  }

  mutating func remember(_ found: [Answer], key: [UInt8]) {
    forget(key)
    answers[key] = found
    for answer in found { bodies[answer.response.id] = answer.body }
    order.append(key)
    weight += Self.weight(of: found)
    // Evicts the older half of the entries; their next query loads those still in use again.
    if weight > cap {
      for key in order.prefix(order.count / 2 + 1) { forget(key) }
      order.removeAll { answers[$0] == nil }
    }
  }

  mutating func forget(_ key: [UInt8]) {
    guard let gone = answers.removeValue(forKey: key) else { return }
    for answer in gone { bodies[answer.response.id] = nil }
    weight -= Self.weight(of: gone)
    if order.last == key { order.removeLast() }
    if order.count > 2 * answers.count + 64 { order.removeAll { answers[$0] == nil } }
  }

  mutating func forgetAll() {
    answers = [:]
    bodies = [:]
    order = []
    weight = 0
  }

  private static func weight(of answers: [Answer]) -> Int64 {
    answers.reduce(64) { $0 + $1.response.weight }
  }
}
