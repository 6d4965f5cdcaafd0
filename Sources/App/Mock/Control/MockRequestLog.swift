/// The requests that a mock received, in order of arrival, with the number of simultaneous
/// requests.
struct MockRequestLog: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let number: Int
    /// The request, with its body cut to `bodyLimit`.
    let request: MockRequest
    let bodyBytes: Int
    let bodyDigest: String
    let arrived: Duration
    /// The number of requests in progress, including this one.
    let concurrency: Int
    var ended: Duration?
    var status: Int?
  }

  /// The maximum number of entries. When it is reached, the older half is removed.
  static let longest = 100_000
  /// The maximum number of bytes of each body that are logged.
  static let bodyLimit = 4096

  private(set) var entries: [Entry] = []
  private(set) var mostAtOnce = 0
  private var running = 0
  private var count = 0

  mutating func begin(_ request: MockRequest, at time: Duration) -> Int {
    running += 1
    count += 1
    mostAtOnce = max(mostAtOnce, running)
    if entries.count == Self.longest { entries.removeFirst(Self.longest / 2) }
    let logged = MockRequest(
      request.method, request.target, fields: request.fields,
      body: Array(request.body.prefix(Self.bodyLimit)))
    entries.append(
      Entry(
        number: count, request: logged, bodyBytes: request.body.count,
        bodyDigest: Self.digest(request.body), arrived: time, concurrency: running))
    return count
  }

  mutating func end(_ number: Int, status: Int?, at time: Duration) {
    // The entry is missing if the journal was emptied meanwhile.
    guard let index = entries.lastIndex(where: { $0.number == number }) else { return }
    running -= 1
    entries[index].ended = time
    entries[index].status = status
  }

  var json: MockJSON {
    [
      "count": .integer(count), "mostAtOnce": .integer(mostAtOnce),
      "requests": .list(entries.map(Self.json)),
    ]
  }

  private static func json(_ entry: Entry) -> MockJSON {
    let request = entry.request
    return [
      "number": .integer(entry.number), "method": .text(request.method),
      "path": .text(String(request.path)),
      "query": request.query.map { .text(String($0)) } ?? .null,
      "headers": .list(
        request.fields.map { ["name": .text($0.name), "value": .text($0.value)] }),
      "bodyBytes": .integer(entry.bodyBytes), "bodyDigest": .text(entry.bodyDigest),
      "body": .text(String(decoding: request.body, as: UTF8.self)),
      "arrived": milliseconds(entry.arrived),
      "ended": entry.ended.map(milliseconds) ?? .null,
      "status": entry.status.map { .integer($0) } ?? .null,
      "concurrency": .integer(entry.concurrency),
    ]
  }

  private static func milliseconds(_ time: Duration) -> MockJSON {
    .number(Double((time / .microseconds(1)).rounded()) / 1000)
  }

  /// Returns the FNV-1a hash in 16 hexadecimal digits. Equal bodies have equal digests.
  static func digest(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
