import Glibc

/// A client that sends given bytes as they are: for testing the test servers themselves.
package final class RawClient {
  private let connection: Connection

  package init(port: Int, patience: Duration = .seconds(10)) throws(RigError) {
    guard let descriptor = try ListeningSocket.connect(port: port) else {
      throw RigError("Nobody listens on port \(port).", why: String(cString: strerror(errno)))
    }
    connection = Connection(
      descriptor: descriptor, number: 1, localPort: port, patience: patience)
  }

  deinit { close(connection.descriptor) }

  /// Sends text as it is.
  package func send(_ text: String) { connection.send(text) }

  /// Everything the server sends until it closes, at most `limit` bytes.
  package func rest(limit: Int = 1 << 20) -> [UInt8] {
    var all: [UInt8] = []
    while all.count < limit, let some = connection.takeSome() { all += some }
    return all
  }

  /// Sends a request and reads one response with a Content-Length.
  package func exchange(_ request: String) throws(RigError) -> (status: Int, body: [UInt8]) {
    send(request)
    guard let head = connection.take(through: Array("\r\n\r\n".utf8)) else {
      throw RigError("No response came.", why: "The server closed the connection.")
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    let words = lines[0].split(separator: " ")
    let length = lines.compactMap { line in
      line.lowercased().hasPrefix("content-length: ") ? Int(line.dropFirst(16)) : nil
    }.first
    guard words.count > 1, let status = Int(words[1]), let body = connection.take(length ?? 0)
    else {
      throw RigError("The response is broken.", why: String(lines[0]))
    }
    return (status, body)
  }
}
