import Foundation
import TestSupport
import TestTraits
import Testing

/// What `weir send` says while a person waits, and how it ends what it prints.
@Suite(.usesSystem) struct SendCommandTests {
  /// Answers 503 so many times, then 200.
  private func server(failing: Int) throws -> ConnectionServer {
    let left = SharedQueue(Array(0..<failing))
    return try ConnectionServer { connection in
      while connection.takeRequest() != nil {
        let status = left.take() == nil ? "200 OK" : "503 Busy"
        let body = "no line end"
        connection.send(
          "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            + body)
      }
    }
  }

  @Test func `send says on standard error that it tries again, why, and when`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try self.server(failing: 2)
      let sent = try home.run("send", "http://127.0.0.1:\(server.port)/")
      #expect(sent.code == 0 && sent.output == "no line end")
      let lines = sent.errorOutput.split(separator: "\n")
      #expect(lines.count == 2, "\(sent.errorOutput)")
      for (number, line) in zip(1..., lines) {
        #expect(line.hasPrefix("Attempt \(number) of "))
        #expect(line.contains(": The server responded with 503 Busy. Retry "))
      }
      let program = try self.server(failing: 1)
      let json = try home.run("send", "--format", "json", "http://127.0.0.1:\(program.port)/")
      #expect(json.code == 0 && json.errorOutput.isEmpty)
    }
  }

  @Test func `what is said after a body begins a line of its own and ends it`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let server = try self.server(failing: 0)
      let url = "http://127.0.0.1:\(server.port)/"
      let timed = try home.run("send", "--print", "bm", url).output
      #expect(
        timed.hasPrefix("no line end\nname lookup: ") || timed.hasPrefix("no line end\nconnected: ")
      )
      #expect(timed.hasSuffix("\n"))
      #expect(try home.run("send", "--print", "m", url).output.hasSuffix("source: network\n"))
      let shown = try home.run("show", "1").output
      #expect(shown.contains("\nno line end\n") && shown.hasSuffix("\n"))
      // A body alone is what the server sent, byte for byte.
      #expect(try home.run("show", "1", "--body").output == "no line end")
    }
  }
}
