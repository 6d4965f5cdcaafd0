import FoundationEssentials
import LoopbackHTTP

/// The requests that a mock received, in order of arrival. For each, the number of simultaneous
/// requests is stored.
struct MockRequestLog: Hashable, Sendable, Encodable {
  struct Entry: Hashable, Sendable, Encodable {
    struct Header: Hashable, Encodable {
      let name: String
      let value: String
    }

    let number: Int
    let method: String
    let path: String
    let query: String?
    let headers: [Header]
    /// The body, truncated to `bodyLimit` bytes.
    let body: String
    let bodyBytes: Int
    let bodyDigest: String
    /// The arrival time in milliseconds since the server started.
    let arrived: Double
    var ended: Double?
    var status: Int?
    /// The number of simultaneous requests, including this one.
    let concurrency: Int
  }

  /// The maximum number of entries. When it is reached, the older half is removed.
  static let longest = 100_000
  /// The maximum number of logged bytes of a body.
  static let bodyLimit = 4096

  private(set) var requests: [Entry] = []
  private(set) var mostAtOnce = 0
  private var count = 0
  private var running = 0

  private enum CodingKeys: CodingKey { case count, mostAtOnce, requests }

  mutating func begin(_ request: LoopbackRequest, at time: Duration) -> Int {
    running += 1
    count += 1
    mostAtOnce = max(mostAtOnce, running)
    if requests.count == Self.longest { requests.removeFirst(Self.longest / 2) }
    requests.append(
      Entry(
        number: count, method: request.method, path: String(request.path),
        query: request.query.map(String.init),
        headers: request.fields.map { Entry.Header(name: $0.name, value: $0.value) },
        body: String(decoding: request.body.prefix(Self.bodyLimit), as: UTF8.self),
        bodyBytes: request.body.count, bodyDigest: Self.digest(request.body),
        arrived: Self.milliseconds(time), concurrency: running))
    return count
  }

  mutating func end(_ number: Int, status: Int?, at time: Duration) {
    // The entry is missing if the journal was emptied meanwhile.
    guard let index = requests.lastIndex(where: { $0.number == number }) else { return }
    running -= 1
    requests[index].ended = Self.milliseconds(time)
    requests[index].status = status
  }

  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  private static func milliseconds(_ time: Duration) -> Double {
    (time / .microseconds(1)).rounded() / 1000
  }

  /// Returns the FNV-1a hash in 16 hexadecimal digits. Equal bodies have equal digests.
  static func digest(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
