import Synchronization
import TestSupport

/// Takes only the token `fresh-token`, which `/token` gives out.
final class TokenServer: Sendable {
  private let server: ConnectionServer
  private let record = Record()

  init() throws {
    let record = record
    server = try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        record.seen.withLock { $0.append("\(request.method) \(request.target)") }
        let (status, body) =
          request.target == "/token"
          ? ("200 OK", #"{"access_token":"fresh-token"}"#)
          : request.header("Authorization") == "Bearer fresh-token"
            ? ("200 OK", "welcome") : ("401 Unauthorized", "")
        let response = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        guard connection.send(response), request.keepsAlive else { return }
      }
    }
  }

  var url: String { "http://127.0.0.1:\(server.port)" }
  /// Method and target of each request, oldest first.
  var seen: [String] { record.seen.withLock { $0 } }

  private final class Record: Sendable {
    let seen = Mutex<[String]>([])
  }
}
