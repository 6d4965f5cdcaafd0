import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// `weir mock`: a service on this machine, asked by `weir send`.
@Suite(.usesSystem(minutes: 5)) struct MockCommandTests {
  /// A mock of this user on a free port, until the end of the test.
  private final class Mock {
    let process: ChildProcess
    let url: String

    init(_ home: WeirHome, _ catalog: String) throws {
      let process = try home.start("mock", catalog, "--port", "0")
      self.process = process
      let line: Substring? = poll {
        String(decoding: process.output, as: UTF8.self)
          .firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)?.output
      }
      url = String(try #require(line, "\(String(decoding: process.errorOutput, as: UTF8.self))"))
    }

    deinit { process.kill(SIGKILL) }
  }

  @Test func `it prints its address and its key, and ends in order on Ctrl+C`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let mock = try Mock(home, "haven")
      #expect(
        poll { String(decoding: mock.process.output, as: UTF8.self).contains("HAVEN_APIKEY=") })
      let response = try home.run(
        "send", "\(mock.url)/1/api/sync/autocomplete/v1", "text==weir", "apikey==weir-mock-key")
      #expect(response.output.contains("weird"))
      mock.process.kill(SIGINT)
      #expect(try mock.process.wait() == .exited(0))
    }
  }

  @Test func `H3 H9 H12 what Weir sends as multipart stands before a strict reader`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let mock = try Mock(home, "haven")
      let path = home.workingFolder + "/the \"page\".txt"
      try Data("one line\r\n--\r\nanother".utf8).write(to: URL(fileURLWithPath: path))
      let response = try home.run(
        "send", "--multipart", "POST", "\(mock.url)/1/api/sync/ocrdocument/v1",
        "apikey=weir-mock-key", "mode=document_photo", "file@\(path)", "--check")
      #expect(response.code == 0, "\(response.output)\(response.errorOutput)")
      #expect(response.output.contains("another"))
      let journal = try home.run("send", "\(mock.url)/__mock/journal").output
      #expect(journal.contains("%22page%22.txt"))
      #expect(journal.contains("text/plain"))
    }
  }

  @Test func `H6 H8 repeated fields and booleans as texts arrive as they are typed`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let mock = try Mock(home, "haven")
      let response = try home.run(
        "send", "\(mock.url)/1/api/sync/extractentities/v1", "apikey==weir-mock-key",
        "url==http://a.example", "url==http://b.example", "entity_type==people_eng",
        "entity_type==places_eng", "unique_entities==true", "--check")
      #expect(response.code == 0, "\(response.output)")
      let journal = try home.run("send", "\(mock.url)/__mock/journal").output
      #expect(
        journal.contains(
          "url=http%3A%2F%2Fa.example&url=http%3A%2F%2Fb.example"
            + "&entity_type=people_eng&entity_type=places_eng&unique_entities=true"))
    }
  }

  @Test func `a fault waits for the request it is for`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let mock = try Mock(home, "oxford-v2")
      let set = try home.run(
        "send", "\(mock.url)/__mock/faults", "route=/api/v2/*", "fault=status", "status:=503",
        "headers:={\"Retry-After\": \"0\"}")
      #expect(set.code == 0, "\(set.errorOutput)")
      let entry = try home.run(
        "send", "\(mock.url)/api/v2/entries/en-gb/weir", "app_id:weir-mock-id",
        "app_key:weir-mock-key", "--check")
      #expect(entry.code == 0, "\(entry.output)\(entry.errorOutput)")
      #expect(entry.output.contains("low dam"))
      let journal = try home.run("send", "\(mock.url)/__mock/journal").output
      #expect(journal.contains("503"))
    }
  }

  @Test func `an unknown catalog and a taken port say what to do`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let unknown = try home.run("mock", "heaven")
      #expect(unknown.code == 2)
      #expect(unknown.errorOutput.contains("Did you mean `haven`?"))
      let mock = try Mock(home, "push")
      let port = String(mock.url.split(separator: ":").last ?? "")
      let taken = try home.run("mock", "push", "--port", port)
      #expect(taken.code == 2)
      #expect(taken.errorOutput.contains("Another program listens on port \(port)."))
      #expect(taken.errorOutput.contains("--port"))
    }
  }
}
