import Glibc
import TestSupport
import TestTraits
import Testing

/// `weir mock`: the bookshop on this machine, asked by `weir send`.
@Suite(.usesSystem(minutes: 5)) struct MockCommandTests {
  /// A mock of this user on a free port, until the end of the test.
  private final class Mock {
    let process: ChildProcess
    let url: String

    init(_ home: WeirHome) throws {
      let process = try home.start("mock", "bookshop", "--port", "0")
      self.process = process
      let line: Substring? = poll {
        String(decoding: process.output, as: UTF8.self)
          .firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)?.output
      }
      url = String(try #require(line, "\(String(decoding: process.errorOutput, as: UTF8.self))"))
    }

    deinit { process.kill(SIGKILL) }
  }

  @Test func `it prints its address and its token, and ends in order on Ctrl+C`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let mock = try Mock(home)
      #expect(
        poll { String(decoding: mock.process.output, as: UTF8.self).contains("BOOKSHOP_TOKEN=") })
      let response = try home.run("send", "\(mock.url)/books/7")
      #expect(response.output.contains("Timber"))
      mock.process.kill(SIGINT)
      #expect(try mock.process.wait() == .exited(0))
    }
  }

  @Test func `a fault waits for the request it is for`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let mock = try Mock(home)
      let set = try home.run(
        "send", "\(mock.url)/__mock/faults", "route=/books/*", "fault=status", "status:=503",
        "headers:={\"Retry-After\": \"0\"}")
      #expect(set.code == 0, "\(set.errorOutput)")
      let book = try home.run("send", "\(mock.url)/books/7", "--check")
      #expect(book.code == 0, "\(book.output)\(book.errorOutput)")
      #expect(book.output.contains("Timber"))
      let journal = try home.run("send", "\(mock.url)/__mock/journal").output
      #expect(journal.contains("503"))
    }
  }

  @Test func `an unknown catalog and a taken port say what to do`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let unknown = try home.run("mock", "bakery")
      #expect(unknown.code == 2)
      #expect(unknown.errorOutput.contains("Write `weir mock bookshop`."))
      let mock = try Mock(home)
      let port = String(mock.url.split(separator: ":").last ?? "")
      let taken = try home.run("mock", "bookshop", "--port", port)
      #expect(taken.code == 2)
      #expect(taken.errorOutput.contains("Another program listens on port \(port)."))
      #expect(taken.errorOutput.contains("--port"))
    }
  }
}
