import TestSupport
import TestTraits
import Testing

/// Moving through a response by keys, with a server and a terminal.
@Suite(.serialized, .usesSystem(minutes: 5)) struct TreeMovingTests {
  private static let body = #"""
    {"id": 1, "id": 2,
     "items": [{"name": "first"}, {"name": "line one\nline two \u001b[31mred"}],
     "big": 12345678901234567890}
    """#

  private func server() throws -> ConnectionServer {
    try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        let head =
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(Self.body.utf8.count)\r\n\r\n"
        guard connection.send(head + Self.body), request.keepsAlive else { return }
      }
    }
  }

  @Test func `a path is gone to, a value is viewed, and odd ones are reported`() async throws {
    try await onOwnThread {
      let server = try server()
      let session = try TmuxSession.open(try WeirHome())
      try session.typeURL("http://127.0.0.1:\(server.port)/moving")
      try session.press("s", "3")
      try session.expect("200 OK")
      try session.press("j")
      try session.expect("!id: 1")
      try session.expect("This key occurs more than once")
      try session.press(".")
      try session.expect("Go to: .id")
      try session.type("/items/1/name")
      try session.press("Enter")
      try session.expect(".items[1].name")
      try session.press("v")
      try session.expect("1 line one")
      try session.expect("2 line two ␛[31mred")
      try session.press("Enter")
      try session.expect(#"line one\nline two \u001b[31mred"#)
      // It must have come to rest: a second step up begins at the row to which the first one led.
      try session.press("Escape")
      try session.expect("the tree again") { $0.contains("name: \"line one") }
      try session.press("BSpace", "BSpace", "$")
      try session.expect("No double has this exact value")
      try session.press(".")
      try session.type(".items[7]")
      try session.press("Enter")
      try session.expect("There is no [7] in .items.")
    }
  }
}
