import Foundation
import TestSupport
import TestTraits
import Testing

/// Responses that never became complete, from the exit code to the screen.
@Suite(.usesSystem(minutes: 5)) struct CutResponseTests {
  /// Sends these bytes to each request and closes the connection.
  private static func server(_ response: String) throws -> ConnectionServer {
    try ConnectionServer { connection in
      if connection.takeRequest() != nil { connection.send(response) }
    }
  }

  private static let withoutHead = [
    "HTTP/1.1 200 OK\r\nConte", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n",
  ]
  private static let refused = [
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello..",
    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nhello..",
  ]

  @Test(arguments: withoutHead + refused)
  func `no response is taken for complete without a head that says how it ends`(
    response: String
  ) async throws {
    try await onOwnThread {
      let server = try Self.server(response)
      let home = try WeirHome()
      let url = "http://127.0.0.1:\(server.port)/"
      let safe = try home.run("send", url)
      #expect(safe.code == 26, "\(safe)")
      #expect(safe.errorOutput.contains("Attempt 3 of 4: "), "A safe request is sent again.")
      #expect(server.accepted == 4)
      let post = try home.run("send", url, "a=1")
      #expect(post.code == 33, "\(post)")
      #expect(post.errorOutput.contains("whether it took effect is unknown"))
      #expect(server.accepted == 5)
      let states = try home.run("queue", "list").output
      #expect(states.contains("interrupted") && !states.contains("succeeded"))
    }
  }

  @Test(arguments: withoutHead) func `the bytes of a cut head can be viewed`(
    response: String
  ) async throws {
    try await onOwnThread {
      let server = try Self.server(response)
      let home = try WeirHome()
      let sent = try home.run("send", "http://127.0.0.1:\(server.port)/", "a=1")
      #expect(sent.output.isEmpty, "They are no body that a pipe may take for one.")
      #expect(sent.errorOutput.contains("`weir show 1 --body` prints"))
      // Of a line without an end libcurl hands over nothing.
      let lines = response.components(separatedBy: "\r\n").dropLast().map { $0 + "\r\n" }.joined()
      #expect(try home.run("show", "1", "--body").output == lines)
      let line = try #require(lines.split(separator: "\r\n").first)
      #expect(try home.run("show", "1", "--wire").output.contains("< \(line)"))
      let json = try home.run("show", "1", "--format", "json").output
      #expect(json.contains("\"received\"") && !json.contains("\"response\""))
      #expect(json.contains("\"kind\" : \"headIncomplete\""))
      let session = try TmuxSession.open(home)
      try session.press("2", "Enter", "3")
      try session.expect("HTTP/1.1 ")
    }
  }

  @Test(arguments: [withoutHead[1], refused[1]])
  func `assertions on a cut response fail`(response: String) async throws {
    try await onOwnThread {
      let server = try Self.server(response)
      let home = try WeirHome()
      let url = "http://127.0.0.1:\(server.port)/"
      for words in [[url], [url, "a=1"]] {
        let sent = try home.run(
          ["send", "--check", "--assert", "status 200", "--assert", "time < 1 min"] + words)
        #expect(sent.code == (words.count == 1 ? 26 : 33))
        for name in ["status 200", "time < 1 min"] {
          let words = "Assertion failed: \(name): got no complete response"
          #expect(sent.errorOutput.contains(words), "\(sent.errorOutput)")
        }
      }
    }
  }

  @Test func `a body with an unknown coding is printed as received, with a notice`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(
        response: "HTTP/1.1 200 OK\r\nContent-Encoding: sauce\r\nContent-Length: 2\r\n\r\nok")
      let home = try WeirHome()
      let sent = try home.run("send", server.url)
      #expect(sent.code == 0 && sent.output == "ok")
      #expect(
        sent.errorOutput
          == "The body is stored as received: its content coding is unknown (sauce).\n")
      #expect(try home.run("show", "1", "--body").output == "ok")
    }
  }

  @Test func `two cookies of a request both leave`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      #expect(try home.run("send", server.url, "Cookie:a=1", "Cookie:b=2", "X-A:1").code == 0)
      #expect(server.requests.first?.header("Cookie") == "a=1; b=2")
    }
  }
}
