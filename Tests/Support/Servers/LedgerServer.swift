import Foundation
import Glibc
import Synchronization

/// An HTTP/1.1 server that writes every processed request to its ledger before it answers.
///
/// The target's query says how to behave, so that a saved or queued URL carries its own script:
///
/// | query | effect |
/// | --- | --- |
/// | `status=N` | answers N (default 200) |
/// | `body=N` | answers N bytes of a fixed pattern instead of a line of JSON |
/// | `delay=MS` | waits before it answers, after the ledger was written |
/// | `hold=NAME` | answers only after `release(NAME)` |
/// | `drop=before` | closes without processing: no ledger line |
/// | `drop=after` | processes, then closes without a response |
/// | `drop=first` | as `after` for the first request of this id, answers later ones |
/// | `cut=N` | answers, but closes after N bytes of the body |
/// | `retry=S` | adds `Retry-After: S` |
/// | `to=ID` | answers 303, which leads to `/ID` |
/// | `set=NAME` | sets a cookie of that name |
package final class LedgerServer: Sendable {
  package let ledger: Ledger
  private let folder: TemporaryFolder
  private let server: ConnectionServer

  package init(_ durability: Ledger.Durability = .synced) throws(RigError) {
    let folder = try TemporaryFolder()
    let ledger = try Ledger(path: folder.path("ledger"), durability: durability)
    let gate = Gate()
    self.folder = folder
    self.ledger = ledger
    self.gate = gate
    server = try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        guard Self.serve(request, on: connection, ledger, gate), request.keepsAlive else { return }
      }
    }
  }

  private let gate: Gate

  package var port: Int { server.port }
  package var url: String { "http://127.0.0.1:\(port)" }
  /// Connections accepted until now.
  package var connections: Int { server.accepted }

  /// Lets requests with `hold=name` be answered, those to come too.
  package func release(_ name: String) { gate.open(name) }

  /// How many requests wait for `release`.
  package var held: Int { gate.waiting }

  package func stop() {
    gate.openAll()
    server.stop()
  }

  deinit { stop() }

  /// The body of a response of `count` bytes: the same for every request.
  package static func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: 32 + $0 % 95) }
  }

  private static func serve(
    _ request: HTTPRequest, on connection: Connection, _ ledger: Ledger, _ gate: Gate
  ) -> Bool {
    let drop = request.query("drop")
    if drop == "before" { return false }
    let id = request.header("x-ledger-id") ?? String(request.path.dropFirst())
    let target = request.query("to")
    let status = target != nil ? 303 : request.query("status").flatMap { Int($0) } ?? 200
    let body =
      request.query("body").flatMap { Int($0) }.map(pattern)
      ?? Array(
        "{\"id\":\"\(id)\",\"method\":\"\(request.method)\",\"received\":\(request.body.count)}\n"
          .utf8)
    let drops = drop == "after" || (drop == "first" && gate.isFirst(id))
    guard
      ledger.record(
        request, id: id, connection: connection.number, status: drops ? 0 : status, response: body)
    else {
      connection.send("HTTP/1.1 500 Ledger Failed\r\nContent-Length: 0\r\n\r\n")
      return false
    }
    if drops { return false }
    if let delay = request.query("delay").flatMap({ UInt32($0) }) {
      usleep(min(delay, 60_000) * 1000)
    }
    if let name = request.query("hold") { gate.wait(for: name) }
    var head = "HTTP/1.1 \(status) Reported\r\nContent-Type: application/json\r\n"
    if let target { head += "Location: /\(target)\r\n" }
    if let name = request.query("set") { head += "Set-Cookie: \(name)=1; Max-Age=9999\r\n" }
    if let seconds = request.query("retry") { head += "Retry-After: \(seconds)\r\n" }
    head += "Content-Length: \(body.count)\r\n\r\n"
    if let count = request.query("cut").flatMap({ Int($0) }) {
      connection.send(Array(head.utf8) + body.prefix(count))
      return false
    }
    let hasBody = request.method != "HEAD" && status != 204 && status != 304
    return connection.send(Array(head.utf8) + (hasBody ? body : []))
  }
}

/// Where held requests wait, and which ids were seen.
///
/// `@unchecked`: every access to its state happens between `lock()` and `unlock()` of `condition`.
private final class Gate: @unchecked Sendable {
  private let condition = NSCondition()
  private var names: Set<String> = []
  private var seen: Set<String> = []
  private var isWide = false
  private var waiters = 0

  var waiting: Int { condition.withLock { waiters } }

  func isFirst(_ id: String) -> Bool { condition.withLock { seen.insert(id).inserted } }

  func open(_ name: String) {
    condition.withLock { _ = names.insert(name) }
    condition.broadcast()
  }

  func openAll() {
    condition.withLock { isWide = true }
    condition.broadcast()
  }

  /// Returns after a minute at the latest.
  func wait(for name: String) {
    let end = Date(timeIntervalSinceNow: 60)
    condition.withLock {
      waiters += 1
      while !isWide, !names.contains(name), condition.wait(until: end) {}
      waiters -= 1
    }
  }
}
