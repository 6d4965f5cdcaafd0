import Synchronization

/// Answers 200 on a unix socket and keeps the requests.
package final class UnixSocketServer: Sendable {
  private let folder: TemporaryFolder
  private let server: ConnectionServer
  private let kept = Kept()

  package init() throws(RigError) {
    folder = try TemporaryFolder()
    let kept = self.kept
    server = try ConnectionServer(unixSocket: folder.path("socket")) { connection in
      while let request = connection.takeRequest() {
        kept.requests.withLock { $0.append(request) }
        guard connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nlocal") else { return }
      }
    }
  }

  /// The socket's path.
  package var path: String { folder.path("socket") }
  package var requests: [HTTPRequest] { kept.requests.withLock { $0 } }
  package func stop() { server.stop() }

  private final class Kept: Sendable {
    let requests = Mutex<[HTTPRequest]>([])
  }
}
