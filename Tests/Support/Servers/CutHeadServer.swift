import Foundation

/// Heads of responses that a `CutHeadServer` cuts.
package enum CutHead: String, CaseIterable, Sendable {
  /// A body with a length follows.
  case length
  /// A chunked body follows.
  case chunked
  /// The response ends with its head.
  case empty
  /// The final head comes after an interim one.
  case afterContinue
  /// The final head comes after two interim ones; the end of the connection ends the body.
  case afterHints
  /// A redirect whose lines end without carriage returns.
  case bareLines

  package var bytes: [UInt8] {
    let text =
      switch self {
      case .length:
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-A: 1\r\nContent-Length: 2\r\n\r\n"
      case .chunked:
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nSet-Cookie: a=1; Path=/\r\n\r\n"
      case .empty: "HTTP/1.1 204 No Content\r\nETag: \"a\"\r\nServer: raw\r\n\r\n"
      case .afterContinue:
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"
      case .afterHints:
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
      case .bareLines: "HTTP/1.1 302 Found\nLocation: /complete\nContent-Length: 0\n\n"
      }
    return Array(text.utf8)
  }
}

/// Answers with the first bytes of a head and ends the connection; `/complete` gets a response.
package final class CutHeadServer: Sendable {
  /// How the connection ends after the bytes.
  package enum End: String, CaseIterable, Sendable { case close, reset }

  private let server: ConnectionServer

  package init() throws(RigError) {
    server = try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        let words = request.path.split(separator: "/").map(String.init)
        guard words.count == 3, let head = CutHead(rawValue: words[0]), let place = Int(words[1])
        else {
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
          continue
        }
        connection.send(head.bytes.prefix(place))
        if words[2] == End.reset.rawValue { connection.resetOnClose() }
        return
      }
    }
  }

  /// A complete response on a connection that stays open.
  package var complete: String { "http://127.0.0.1:\(server.port)/complete" }

  /// A head of which the first `count` bytes arrive.
  package func url(_ head: CutHead, _ count: Int, _ end: End) -> String {
    "http://127.0.0.1:\(server.port)/\(head.rawValue)/\(count)/\(end.rawValue)"
  }

  package func stop() { server.stop() }
}
