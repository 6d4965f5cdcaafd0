import Foundation
import TestSupport
import TestTraits
import Testing

/// What was exchanged, looked through by command and by keys.
@Suite(.usesSystem(minutes: 5)) struct HistoryTests {
  private static func rig() throws -> (AnsweringServer, WeirHome) {
    let server = try AnsweringServer { request in
      let isGone = request.target.hasPrefix("/gone")
      return AnsweringServer.response(
        isGone ? 404 : 200, #"{"at":"\#(request.target)"}"#, type: "application/json",
        "X-Request-Id: id-\(request.target.dropFirst())\r\n")
    }
    return (server, try WeirHome())
  }

  @Test func `words narrow the history, headers are looked through, and failures are in it`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = try Self.rig()
      for path in ["one", "gone", "two"] {
        #expect(try home.run("send", "\(server.url)/\(path)", "X-Mark:m-\(path)").code == 0)
      }
      #expect(try home.run("send", "POST", "http://127.0.0.1:1/").code != 0)
      func urls(_ words: String...) throws -> [String] {
        struct Row: Decodable {
          let url: String
          let end: String
        }
        let printed = try home.run(["history", "--format", "json"] + words)
        #expect(printed.code == 0, "\(printed.errorOutput)")
        return try JSONDecoder().decode([Row].self, from: Data(printed.output.utf8)).map {
          "\($0.end) \($0.url.replacing(server.url, with: ""))"
        }
      }
      // Each attempt is an exchange of its own.
      let failed = try urls("end:failed")
      #expect(failed.count > 1 && failed.allSatisfy { $0 == "failed http://127.0.0.1:1/" })
      #expect(try urls() == failed + ["answered /two", "answered /gone", "answered /one"])
      #expect(try urls("--limit", "2", "end:answered") == ["answered /two", "answered /gone"])
      #expect(try urls("status:4xx") == ["answered /gone"])
      #expect(try urls("x-request-id:id-two") == ["answered /two"])
      #expect(try urls("m-one", "since:1h") == ["answered /one"])
      #expect(try urls("since:1h", "before:1h") == [])
      let table = try home.run("history", "status:404")
      #expect(table.lines.count == 2 && table.output.contains("404     GET"), "\(table.output)")
      let first = try home.run("show", "2.1", "--headers")
      #expect(first.code == 0 && first.output.contains("id-gone"))
      let none = try home.run("show", "2.7")
      #expect(none.code == 2 && none.errorOutput.contains("There is no attempt 2.7."))
      let wrong = try home.run("history", "status:some")
      #expect(wrong.code == 2 && wrong.errorOutput.contains("`status:some` cannot be read"))
    }
  }

  @Test func `--all and --limit list more exchanges than are read at once`() async throws {
    try await onOwnThread {
      let (server, home) = try Self.rig()
      let rows = (1...230).map { $0.isMultiple(of: 50) ? "gone\($0)" : "\($0)" }
      try home.folder.write("work/rows.csv", (["id"] + rows).joined(separator: "\n") + "\n")
      #expect(
        try home.run("queue", "add", "--each", "rows.csv", "--retry", "1", "\(server.url)/{{id}}")
          .code == 0)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      func count(_ words: String...) throws -> Int {
        try home.run(["history"] + words).lines.count - 1
      }
      #expect(try count() == 50)
      #expect(try count("--limit", "215") == 215)
      #expect(try count("--all") == 230)
      #expect(try count("--all", "status:404") == 4)
      struct Row: Decodable { let id: Int }
      let json = try home.run("history", "--all", "--format", "json")
      #expect(try JSONDecoder().decode([Row].self, from: Data(json.output.utf8)).count == 230)
    }
  }

  @Test func `what is old or too much is deleted at a word, and unfinished jobs never`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = try Self.rig()
      for path in ["one", "two"] {
        #expect(try home.run("send", "\(server.url)/\(path)").code == 0)
      }
      try home.add("\(server.url)/waits")
      #expect(try home.run("history", "--prune").output == "0 finished jobs deleted.\n")
      #expect(try home.run("history", "--days", "1").code == 2)
      #expect(try home.run("history", "--prune", "status:404").code == 2)
      let pruned = try home.run("history", "--prune", "--days", "0")
      #expect(pruned.code == 0 && pruned.output == "2 finished jobs deleted.\n")
      #expect(try home.jobs().map(\.state) == ["waiting"])
      #expect(try home.run("doctor").output.contains("The store has no errors."))
    }
  }

  @Test func `an exchange is found while its filter is typed, opened, and sent again`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = try Self.rig()
      for path in ["one", "gone", "two"] {
        #expect(try home.run("send", "\(server.url)/\(path)").code == 0)
      }
      let session = try TmuxSession.open(home)
      try session.press(",", "h")
      try session.expect("/two")
      try session.press("/")
      try session.type("status:4")
      try session.expect("1 of 1")
      try session.stopTyping()
      try session.press("A")
      try session.expect("#4")
      try session.press("Enter")
      try session.expect("404 Reported")
      try session.expect("/gone")
      eventually("The request was sent again.") { server.lines.count == 4 }
      // Beside the run before, and beside any other.
      try session.press("=")
      try session.expect("The bodies are equal.")
      try session.press(",", "h")
      try session.expect("/two")
      try session.press("/")
      try session.type("/one")
      try session.expect("1 of 1")
      try session.stopTyping()
      try session.press("=")
      try session.expect("id-one")
      try session.expect("404 Reported")
    }
  }
}
