import Glibc
import Synchronization

/// A proxy for HTTP (absolute form and CONNECT) and SOCKS5, on one port, that records its use.
///
/// Whatever host it is asked for, it connects to 127.0.0.1: nothing leaves this machine.
package final class ProxyServer: Sendable {
  /// One use of the proxy.
  package struct Use: Sendable, Equatable {
    package enum Kind: Sendable { case forward, connect, socks5 }
    package let kind: Kind
    /// `host:port` as the client named it.
    package let target: String
    /// The Proxy-Authorization value, or for SOCKS5 `user:password`.
    package let credentials: String?

    package init(kind: Kind, target: String, credentials: String?) {
      self.kind = kind
      self.target = target
      self.credentials = credentials
    }
  }

  private let server: ConnectionServer
  private let record: Record

  /// - Parameter wantsCredentials: Refuses those that bring none (407, or SOCKS5 method 2).
  package enum Admission: Sendable { case allNames, withCredentials }

  package init(_ admission: Admission = .allNames) throws(RigError) {
    let record = Record()
    self.record = record
    server = try ConnectionServer { connection in
      if connection.peek() == 5 {
        Self.socks(connection, admission, record)
      } else {
        Self.http(connection, admission, record)
      }
    }
  }

  package var port: Int { server.port }
  package var uses: [Use] { record.uses.withLock { $0 } }
  package func stop() { server.stop() }

  private final class Record: Sendable {
    let uses = Mutex<[Use]>([])
    func add(_ kind: Use.Kind, _ target: String, _ credentials: String?) {
      uses.withLock { $0.append(Use(kind: kind, target: target, credentials: credentials)) }
    }
  }

  private static func http(_ client: Connection, _ admission: Admission, _ record: Record) {
    while let request = client.takeRequest() {
      let credentials = request.header("proxy-authorization")
      if admission == .withCredentials && credentials == nil {
        client.send(
          "HTTP/1.1 407 Who Are You\r\nProxy-Authenticate: Basic realm=\"rig\"\r\n"
            + "Content-Length: 0\r\n\r\n")
        continue
      }
      if request.method == "CONNECT" {
        record.add(.connect, request.target, credentials)
        guard let port = port(in: request.target), let server = reach(port) else {
          client.send("HTTP/1.1 502 Nobody There\r\nContent-Length: 0\r\n\r\n")
          return
        }
        client.send("HTTP/1.1 200 Connected\r\n\r\n")
        pump(client, server)
        return
      }
      let words = request.target.split(
        separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
      let authority = words.count > 1 ? String(words[1]) : ""
      record.add(.forward, authority, credentials)
      guard let server = reach(port(in: authority) ?? 80) else {
        client.send("HTTP/1.1 502 Nobody There\r\nContent-Length: 0\r\n\r\n")
        return
      }
      let path = words.count > 2 ? "/" + words[2] : "/"
      var head = "\(request.method) \(path) HTTP/1.1\r\n"
      for (name, value) in request.headers where !name.lowercased().hasPrefix("proxy-") {
        head += "\(name): \(value)\r\n"
      }
      server.send(Array((head + "\r\n").utf8) + request.body)
      pump(client, server)
      return
    }
  }

  // RFC 1928 and, for the name and password, RFC 1929.
  private static func socks(_ client: Connection, _ admission: Admission, _ record: Record) {
    guard let hello = client.take(2), let methods = client.take(Int(hello[1])) else { return }
    var credentials: String?
    if methods.contains(2) {
      client.send([5, 2])
      guard let head = client.take(2), let user = client.take(Int(head[1])),
        let size = client.take(1), let password = client.take(Int(size[0]))
      else { return }
      credentials = String(decoding: user + [58] + password, as: UTF8.self)
      client.send([1, 0])
    } else {
      guard admission == .allNames else {
        client.send([5, 255])
        return
      }
      client.send([5, 0])
    }
    guard let request = client.take(4) else { return }
    let host: String
    switch request[3] {
    case 1:
      guard let bytes = client.take(4) else { return }
      host = bytes.map(String.init).joined(separator: ".")
    case 3:
      guard let size = client.take(1), let name = client.take(Int(size[0])) else { return }
      host = String(decoding: name, as: UTF8.self)
    default:
      client.send([5, 8, 0, 1, 0, 0, 0, 0, 0, 0])
      return
    }
    guard let digits = client.take(2) else { return }
    let port = Int(digits[0]) << 8 | Int(digits[1])
    record.add(.socks5, "\(host):\(port)", credentials)
    guard let server = reach(port) else {
      client.send([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])
      return
    }
    client.send([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])
    pump(client, server)
  }

  private static func port(in authority: String) -> Int? {
    authority.split(separator: ":").last.flatMap { Int($0) }
  }

  private static func reach(_ port: Int) -> Connection? {
    // A failure to make a socket is for the client the same as nobody listening.
    let descriptor: Int32?
    do { descriptor = try ListeningSocket.connect(port: port) } catch { descriptor = nil }
    return descriptor.map { Connection(descriptor: $0, number: 0, localPort: port) }
  }

  /// Copies both ways until one side ends, for a minute at most. Closes `server`.
  private static func pump(_ client: Connection, _ server: Connection) {
    defer { close(server.descriptor) }
    let pairs = [(client, server), (server, client)]
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      var waiting = pairs.map { pollfd(fd: $0.0.descriptor, events: Int16(POLLIN), revents: 0) }
      guard Glibc.poll(&waiting, 2, 1000) >= 0 else { return }
      for (index, (from, to)) in pairs.enumerated() where waiting[index].revents != 0 {
        guard let bytes = from.takeSome(), to.send(bytes) else { return }
      }
    }
  }
}
