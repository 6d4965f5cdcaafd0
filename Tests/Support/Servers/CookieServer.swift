import Foundation
import Synchronization

/// A server whose URLs set and delete cookies, and which notes the `Cookie` field of each request.
///
/// | path | what the response does |
/// | --- | --- |
/// | `/set/NAME/VALUE` | sets a cookie for every path |
/// | `/end/NAME` | deletes it |
/// | `/hop/set/NAME/VALUE` | sets a cookie and redirects to `/look` |
/// | `/slow/set/NAME/VALUE` | as `/set`, once `release` was called |
/// | anything else | nothing |
package final class CookieServer: Sendable {
  package struct Seen: Sendable, Equatable {
    package let target: String
    /// The cookies that came along, in alphabetical order.
    package let cookies: [String]

    package init(target: String, cookies: [String]) {
      self.target = target
      self.cookies = cookies
    }
  }

  private let seen: SeenRequests
  private let server: ConnectionServer
  private let gate: DispatchSemaphore

  package init() throws(RigError) {
    let seen = SeenRequests()
    let gate = DispatchSemaphore(value: 0)
    self.seen = seen
    self.gate = gate
    server = try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        seen.add(request)
        var words = request.path.split(separator: "/").map(String.init)
        var head = "HTTP/1.1 200 OK\r\n"
        if words.first == "slow" {
          gate.wait()
          words.removeFirst()
        }
        if words.first == "hop" {
          head = "HTTP/1.1 303 See Other\r\nLocation: /look\r\n"
          words.removeFirst()
        }
        if words.first == "set", words.count == 3 {
          head += "Set-Cookie: \(words[1])=\(words[2]); Path=/; Max-Age=9999\r\n"
        }
        if words.first == "end", words.count == 2 {
          head += "Set-Cookie: \(words[1])=; Path=/; Max-Age=0\r\n"
        }
        guard connection.send(head + "Content-Length: 2\r\n\r\nok"), request.keepsAlive else {
          return
        }
      }
    }
  }

  deinit { stop() }

  package var port: Int { server.port }
  package var url: String { "http://127.0.0.1:\(server.port)" }
  package var last: Seen? { seen.all.last }

  package func first(_ target: String) -> Seen? { seen.all.first { $0.target == target } }

  /// Lets one `/slow` request be answered.
  package func release() { gate.signal() }

  package func stop() {
    for _ in 0..<64 { gate.signal() }
    server.stop()
  }
}

private final class SeenRequests: Sendable {
  private let requests = Mutex<[CookieServer.Seen]>([])
  var all: [CookieServer.Seen] { requests.withLock { $0 } }

  func add(_ request: HTTPRequest) {
    let cookies = (request.header("Cookie") ?? "").split(separator: ";").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    requests.withLock {
      $0.append(CookieServer.Seen(target: request.target, cookies: cookies.sorted()))
    }
  }
}
