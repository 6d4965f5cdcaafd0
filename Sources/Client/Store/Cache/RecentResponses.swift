import ClientCore
import ClientModel

/// The most recently used responses, stored in memory so that most hits need no query. A write by
/// another process invalidates all of them.
struct RecentResponses: Sendable {
  struct Entry: Sendable {
    var response: StoredResponse
    /// The body, or nil if the body is in a file.
    var body: [UInt8]?
  }

  private struct Body {
    var revision: Int
    var bytes: [UInt8]
  }

  private var responses: [[UInt8]: [Entry]] = [:]
  private var bodies: [CacheEntryID: Body] = [:]
  private var order: [[UInt8]] = []
  private var weight: Int64 = 0
  /// SQLite's counter of commits by other connections.
  private var version: Int64 = -1
  private let cap: Int64 = 16 << 20

  subscript(key: [UInt8]) -> [Entry]? { responses[key] }

  func body(of response: StoredResponse) -> [UInt8]? {
    bodies[response.id].flatMap { $0.revision == response.revision ? $0.bytes : nil }
  }

  /// Removes all entries if another process has written since the last call.
  mutating func see(version: Int64) {
    if version != self.version { removeAll() }
    self.version = version
  }

  mutating func remember(_ found: [Entry], key: [UInt8]) {
    remove(key)
    responses[key] = found
    for entry in found {
      bodies[entry.response.id] = entry.body.map {
        Body(revision: entry.response.revision, bytes: $0)
      }
    }
    order.append(key)
    weight += Self.weight(of: found)
    // Evicts the older half of the entries. Entries that are still in use are read again later.
    if weight > cap {
      for key in order.prefix(order.count / 2 + 1) { remove(key) }
      order.removeAll { responses[$0] == nil }
    }
  }

  mutating func remove(_ key: [UInt8]) {
    guard let gone = responses.removeValue(forKey: key) else { return }
    for response in gone { bodies[response.response.id] = nil }
    weight -= Self.weight(of: gone)
    if order.last == key { order.removeLast() }
    if order.count > 2 * responses.count + 64 { order.removeAll { responses[$0] == nil } }
  }

  mutating func removeAll() {
    responses = [:]
    bodies = [:]
    order = []
    weight = 0
  }

  private static func weight(of responses: [Entry]) -> Int64 {
    responses.reduce(64) { $0 + $1.response.weight }
  }
}
