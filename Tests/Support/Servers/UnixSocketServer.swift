import Synchronization

/// Answers 200 on a unix socket and records the requests.
package final class UnixSocketServer: Sendable {
  private let folder: TemporaryFolder
  private let server: ConnectionServer
  private let record = Record()

  package init() throws(RigError) {
    folder = try TemporaryFolder()
    let record = self.record
    server = try ConnectionServer(unixSocket: folder.path("socket")) { connection in
      while let request = connection.takeRequest() {
        record.requests.withLock { $0.append(request) }
        guard connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nlocal") else { return }
      }
    }
  }

  /// The socket's path.
  package var path: String { folder.path("socket") }
  package var requests: [HTTPRequest] { record.requests.withLock { $0 } }
  package func stop() { server.stop() }

  private final class Record: Sendable {
    let requests = Mutex<[HTTPRequest]>([])
  }
}
