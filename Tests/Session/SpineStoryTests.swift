import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// The main use of the program, in a real terminal against a real server.
@Suite(.usesSystem) struct SpineStoryTests {
  private static let books: String = {
    let rows = (1...60).map { "{\"id\":\($0),\"title\":\"Volume \($0)\"}" }
    let body = "{\"total\":60,\"books\":[\(rows.joined(separator: ","))]}"
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)"
      + "\r\n\r\n\(body)"
  }()

  @Test func `a request is composed, sent, and its response folded and searched`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(response: Self.books)
      let session = try TmuxSession.open(try WeirHome(), width: 200)
      try session.typeURL("\(server.url)/books")
      try session.press("m")
      try session.expect("╭─ Method")
      try session.press("/")
      try session.type("pos")
      try session.press("Enter")
      try session.expect("POST http")
      try session.press("j", "i")
      try session.type("shelf")
      try session.press("Tab")
      try session.type("two words")
      try session.expect("?shelf=two%20words")
      try session.stopTyping()
      try session.press("]")
      try session.expect(tab: "Headers")
      try session.press("i")
      try session.type("X-Trial")
      try session.press("Tab")
      try session.type("yes")
      try session.stopTyping()
      try session.press("]")
      try session.expect(tab: "Body")
      try session.press("Enter", "Down", "Enter")
      try session.expect("‹json›")
      try session.type(#"{"name": "lamp", "tags": ["a", "b"]}"#)
      try session.expect(#"["a", "b"]}"#)
      try session.keys("M-Enter")
      try session.expect("200 OK")

      let sent = try #require(server.requests.first)
      #expect(server.requests.count == 1)
      #expect(sent.method == "POST")
      #expect(sent.target == "/books?shelf=two%20words")
      #expect(sent.header("x-trial") == "yes")
      #expect(sent.header("content-type") == "application/json")
      #expect(
        String(decoding: sent.body, as: UTF8.self) == #"{"name": "lamp", "tags": ["a", "b"]}"#)

      try session.expect("books: [60]")
      try session.expect(1, "succeeded")
      try session.press("3", "-")
      try session.expect("▸ books: [{")
      #expect(try !session.screen().contains(" 0: {"))
      try session.press("j", "j", "Space")
      try session.expect("▾ books: [60]")
      try session.expect(" 0: {")
      #expect(try !session.screen().contains("id: 1"))
      try session.press("*")
      try session.expect("title: \"Volume 1\"")
      #expect(try !session.screen().contains("title: \"Volume 57\""))
      try session.press("/")
      try session.type("volume 57")
      try session.press("Enter")
      try session.expect("title: \"Volume 57\"")
    }
  }

  @Test func `a paused lane shows what waits; resumed it runs everything once`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let session = try TmuxSession.open(home)
      try session.typeURL("\(server.url)/job")
      try session.press("s")
      try session.expect(1, "succeeded")
      try session.press("2", "p")
      try session.expect("PAUSED")
      try session.press("1")
      for number in 1...3 {
        try session.typeOnURL("\(number)")
        try session.press("a")
        try session.expect(number, "waiting")
      }
      try session.expect("3 waiting")
      #expect(server.ledger.count == 1, "a paused lane sent something")
      #expect(
        try home.jobs().map(\.state).sorted() == ["succeeded", "waiting", "waiting", "waiting"])
      try session.press("2", "p")
      try session.expect(4, "succeeded")
      try session.expectNoRunningJob()
      #expect(
        try server.ledger.counts() == ["job": 1, "job1": 1, "job12": 1, "job123": 1])
    }
  }

  @Test func `a session killed at work finds every job again`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let killed = try TmuxSession.open(home)
      try home.add("GET", "\(server.url)/get?hold=gate")
      try home.add("POST", "\(server.url)/post?hold=gate", "a=b")
      try home.add("GET", "\(server.url)/next")
      try home.add("POST", "\(server.url)/last", "a=b")
      try killed.expect(2, "running")
      try killed.expect(2, "waiting")
      try #require(poll(for: .seconds(60)) { server.held == 2 ? true : nil } == true)
      try killed.kill(SIGKILL)
      try killed.expect("EXIT=137")

      let session = try TmuxSession.open(home, width: 200)
      try session.expect("PAUSED by restart")
      try session.expect(3, "waiting")
      try session.expect(1, "interrupted")
      #expect(server.ledger.count == 2, "something was sent before the user resumed")
      server.release("gate")
      try session.press("2")
      try session.keys("p")
      try session.expect(3, "succeeded")
      try session.expect(1, "interrupted")
      // The GET that was cut off may run again; nothing else came twice.
      #expect(try server.ledger.counts() == ["get": 2, "post": 1, "next": 1, "last": 1])
      let jobs = try home.jobs()
      #expect(jobs.first { $0.ledgerID == "post" }?.state == "interrupted")
      #expect(jobs.count == 4)
    }
  }
}
