import Foundation
import TestSupport
import TestTraits
import Testing

@Suite(.usesSystem) struct LedgerServerTests {
  @Test func `a request stands in the ledger before its response arrives`() throws {
    let server = try LedgerServer()
    let client = try RawClient(port: server.port)
    let response = try client.exchange(
      "POST /job-1?body=100 HTTP/1.1\r\nIdempotency-Key: k\r\nContent-Length: 3\r\n\r\nabc")
    #expect(response.status == 200)
    #expect(response.body == LedgerServer.pattern(100))
    let entry = try #require(try server.ledger.entries().first)
    #expect(entry.id == "job-1")
    #expect(entry.method == "POST")
    #expect(entry.key == "k")
    #expect(entry.bodyLength == 3)
    #expect(entry.bodyDigest == digest(Array("abc".utf8)))
    #expect(entry.responseDigest == digest(LedgerServer.pattern(100)))
  }

  @Test func `a dropped request is in the ledger only if it was processed`() throws {
    let server = try LedgerServer()
    for drop in ["before", "after"] {
      let client = try RawClient(port: server.port)
      client.send("GET /\(drop)?drop=\(drop) HTTP/1.1\r\n\r\n")
      #expect(client.rest() == [])
    }
    #expect(try server.ledger.counts() == ["after": 1])
  }

  @Test func `one connection carries many requests and keeps its number`() throws {
    let server = try LedgerServer(.written)
    let client = try RawClient(port: server.port)
    for id in 1...50 {
      #expect(try client.exchange("GET /\(id) HTTP/1.1\r\n\r\n").status == 200)
    }
    #expect(try server.ledger.entries().map(\.connection) == Array(repeating: 1, count: 50))
    #expect(server.connections == 1)
  }

  @Test func `a held response leaves when it is released`() throws {
    let server = try LedgerServer()
    let client = try RawClient(port: server.port)
    client.send("GET /a?hold=x HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(poll { server.held == 1 })
    #expect(try server.ledger.counts() == ["a": 1])
    server.release("x")
    #expect(String(decoding: client.rest(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
  }

  @Test func `a chunked body is recorded decoded and raw`() throws {
    let server = try RecorderServer()
    let client = try RawClient(port: server.port)
    let sent =
      "PUT /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    #expect(try client.exchange(sent).status == 200)
    let request = try #require(server.requests.first)
    #expect(request.body == Array("abcde".utf8))
    #expect(request.raw == Array(sent.utf8))
  }

  @Test func `four clients at once lose no request and double none`() async throws {
    let server = try LedgerServer(.written)
    let clock = ContinuousClock()
    let time = try await clock.measure {
      try await withThrowingTaskGroup { group in
        for lane in 0..<4 {
          group.addTask {
            try await onOwnThread {
              let client = try RawClient(port: server.port)
              for each in 0..<1000 {
                _ = try client.exchange("GET /\(lane)-\(each) HTTP/1.1\r\n\r\n")
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    let counts = try server.ledger.counts()
    #expect(counts.count == 4000)
    #expect(counts.values.allSatisfy { $0 == 1 })
    // No bar: how fast depends on who else runs on this machine.
    print("ledger: \(Int(4000 / (time / .seconds(1)))) requests a second, client included")
  }
}
