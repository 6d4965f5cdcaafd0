import Foundation
import Synchronization

/// Many origins that send a client from one to the next, and remember what it brought along.
///
/// A chain's secret is `secret(of:)`: a client that is given it for the first origin must not show
/// it to another one, and not show it again when it is sent back.
package final class RedirectServer: Sendable {
  package struct Origin: Hashable, Sendable, CustomStringConvertible {
    package let scheme: String
    package let host: String
    package let port: Int
    package var description: String { "\(scheme)://\(host):\(port)" }
  }

  package struct Hop: Sendable {
    package let origin: Origin
    /// The redirect's status; nil at the end, which answers 200.
    package let status: Int?
  }

  /// A request that arrived, with the names of the headers (or `target`, `body`) that held a secret.
  package struct Arrival: Sendable {
    package let chain: Int
    package let hop: Int
    package let origin: Origin
    package let method: String
    package let secretsIn: [String]
  }

  /// The names that stand for hosts; a client needs each pointed at 127.0.0.1 (`--resolve`).
  package static let hosts = ["127.0.0.1", "localhost", "a.weir.test", "b.weir.test"]

  /// Everything a chain may pass.
  package let origins: [Origin]
  private let server: ConnectionServer
  private let front: TLSFront?
  private let memory: Memory

  private final class Memory: Sendable {
    let chains = Mutex<[[Hop]]>([])
    let arrivals = Mutex<[Arrival]>([])
  }

  /// - Parameter identity: With one, half of the ports speak TLS; its names must cover `hosts`.
  package init(ports count: Int = 4, _ identity: CertificateAuthority.Identity? = nil) throws {
    let memory = Memory()
    self.memory = memory
    let known = Places()
    server = try ConnectionServer(listeners: identity == nil ? count : count * 2) { connection in
      while let request = connection.takeRequest() {
        let response = Self.response(request, at: known.place(connection.localPort), memory)
        guard connection.send(response), request.keepsAlive else { return }
      }
    }
    let behind = Array(server.ports.dropFirst(count))
    front = try identity.map { try TLSFront(before: behind, $0, speaking: .http1) }
    var places = server.ports.prefix(count).map { ($0, (scheme: "http", port: $0)) }
    if let front {
      places += zip(behind, front.ports).map { ($0, (scheme: "https", port: $1)) }
    }
    for (listener, place) in places { known.set(listener, place) }
    origins = places.flatMap { _, place in
      Self.hosts.map { Origin(scheme: place.scheme, host: $0, port: place.port) }
    }
  }

  /// Makes a chain of 1 to 8 redirects.
  ///
  /// - Returns: Its number and where it begins.
  package func addChain(using random: inout some RandomNumberGenerator) -> (chain: Int, url: String)
  {
    let length = Int.random(in: 1...8, using: &random)
    let hops = (0...length).map { index in
      Hop(
        origin: origins.randomElement(using: &random)!,
        status: index == length ? nil : [301, 302, 303, 307, 308].randomElement(using: &random))
    }
    let number = memory.chains.withLock { chains in
      chains.append(hops)
      return chains.count - 1
    }
    return (number, "\(hops[0].origin)/\(number)/0")
  }

  package func hops(of chain: Int) -> [Hop] { memory.chains.withLock { $0[chain] } }

  /// What a client gives as credential to the first origin of a chain.
  package static func secret(of chain: Int) -> String { "s3cr3t-\(chain)-end" }

  package var arrivals: [Arrival] { memory.arrivals.withLock { $0 } }

  /// Arrivals that showed a secret where it must not be shown: at an origin other than the chain's
  /// first, or anywhere after the chain has once left it.
  package var leaks: [Arrival] {
    let chains = memory.chains.withLock { $0 }
    return arrivals.filter { arrival in
      let hops = chains[arrival.chain].prefix(arrival.hop + 1)
      return !arrival.secretsIn.isEmpty && hops.contains { $0.origin != hops[0].origin }
    }
  }

  package func stop() { server.stop() }

  private static func response(
    _ request: HTTPRequest, at place: (scheme: String, port: Int)?, _ memory: Memory
  ) -> String {
    let numbers = request.path.split(separator: "/").compactMap { Int($0) }
    guard let place, numbers.count == 2,
      let hops = memory.chains.withLock({ numbers[0] < $0.count ? $0[numbers[0]] : nil }),
      numbers[1] < hops.count
    else { return "HTTP/1.1 404 No Such Chain\r\nContent-Length: 0\r\n\r\n" }
    let needle = secret(of: numbers[0])
    var found = request.headers.filter { contains($0.value, needle) }.map(\.name)
    if contains(request.target, needle) { found.append("target") }
    if contains(String(decoding: request.body, as: UTF8.self), needle) { found.append("body") }
    let named = request.header("host") ?? ""
    let origin = Origin(
      scheme: place.scheme, host: String(named.prefix { $0 != ":" }), port: place.port)
    memory.arrivals.withLock {
      $0.append(
        Arrival(
          chain: numbers[0], hop: numbers[1], origin: origin, method: request.method,
          secretsIn: found))
    }
    let hop = hops[numbers[1]]
    guard let status = hop.status else {
      return "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nend"
    }
    let next = "\(hops[numbers[1] + 1].origin)/\(numbers[0])/\(numbers[1] + 1)"
    return "HTTP/1.1 \(status) Over There\r\nLocation: \(next)\r\nContent-Length: 0\r\n\r\n"
  }

  /// Finds a secret as it is, and in Basic credentials.
  private static func contains(_ text: String, _ needle: String) -> Bool {
    if text.contains(needle) { return true }
    guard text.hasPrefix("Basic "), let data = Data(base64Encoded: String(text.dropFirst(6))) else {
      return false
    }
    return String(decoding: data, as: UTF8.self).contains(needle)
  }

  /// Which origin stands at which listener; filled in after the listeners are there.
  private final class Places: Sendable {
    private let places = Mutex<[Int: (scheme: String, port: Int)]>([:])
    func place(_ listener: Int) -> (scheme: String, port: Int)? {
      places.withLock { $0[listener] }
    }
    func set(_ listener: Int, _ place: (scheme: String, port: Int)) {
      places.withLock { $0[listener] = place }
    }
  }
}
