import Foundation
import TestSupport
import TestTraits
import Testing

/// What people do with a value of a response, by keys and by commands, against a server.
@Suite(.usesSystem(minutes: 3)) struct UseStoryTests {
  private let body = #"{"id":7,"items":[{"id":1},{"id":2},{"id":3}]}"#

  private func server() throws(RigError) -> RecorderServer {
    try RecorderServer(
      response: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  private func request(_ text: String, in home: WeirHome) throws {
    try home.folder.write("data/weir/scratch/requests/get.yaml", text)
  }

  @Test func `a value is asserted by a key and checked at the next run`() async throws {
    try await onOwnThread {
      let server = try server()
      let home = try WeirHome()
      try request("method: GET\nurl: \(server.url)/a\n", in: home)
      #expect(try home.run("run", "get").code == 0)
      let session = try TmuxSession.open(home)
      try session.press("2", "Enter", "3")
      try session.expect("id: 7")
      try session.press("j", "u", "a")
      try session.expect("Assert: .id == 7")
      try session.press("BSpace")
      try session.type("8")
      try session.press("Enter")
      try session.expect("The assertion was added to the saved request get.")
      #expect(try home.run("run", "get", "--check").code == 1)
      try session.expect(1, "failed")
      try session.press("2", "g", "Enter")
      try session.expect(".id == 8: got 7")
      let file = home.folder.path("data") + "/weir/scratch/requests/get.yaml"
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains(".id == 8"))
    }
  }

  @Test func `a failing assertion is an exit code and a sentence`() async throws {
    try await onOwnThread {
      let server = try server()
      let home = try WeirHome()
      try request(
        "method: GET\nurl: \(server.url)/a\nassert:\n  - status 2xx\n"
          + "  - '.items | map(.id) | add == 7'\n  - .id == 7\n", in: home)
      let checked = try home.run("run", "get", "--check")
      #expect(checked.code == 1)
      #expect(
        checked.errorOutput.contains(
          "Assertion failed: .items | map(.id) | add == 7: got false"), "\(checked.errorOutput)")
      #expect(try home.run("run", "get").code == 0)
      let shown = try home.run("show", "1")
      #expect(shown.output.contains("assertion held: .id == 7"), "\(shown.output)")
      let listed = try home.run("queue", "list")
      #expect(listed.output.contains("1 of 3 assertions failed"), "\(listed.output)")
      let history = try home.run("history")
      #expect(history.output.contains("1 of 3 assertions failed"), "\(history.output)")
      #expect(try home.run("send", "--assert", "status 404", server.url).code == 1)
      #expect(try home.run("send", "--assert", ".id > 6", server.url).code == 0)
      let wrong = try home.run("send", "--assert", "time 2", server.url)
      #expect(wrong.code == 2 && wrong.errorOutput.contains("It has no limit."))
    }
  }

  @Test func `a filter that is not a program is refused before anything is sent`() async throws {
    try await onOwnThread {
      let server = try server()
      let home = try WeirHome()
      let sent = try home.run("send", "--filter", ".items[", "POST", server.url, "a=1")
      #expect(sent.code == 2)
      #expect(sent.errorOutput.contains("Nothing was sent: jq cannot read the filter."))
      #expect(sent.errorOutput.contains("syntax error"), "\(sent.errorOutput)")
      #expect(server.requests.isEmpty)
      #expect(try home.run("send", "--filter", "length + 1", "-r", server.url).code == 0)
    }
  }

  @Test func `an assertion that is not a program is refused before anything is sent, at its place`()
    async throws
  {
    try await onOwnThread {
      let server = try server()
      let home = try WeirHome()
      try request(
        "method: GET\nurl: \(server.url)/a\nassert:\n  - status 2xx\n  - '.id >'\n", in: home)
      let run = try home.run("run", "get")
      #expect(run.code == 2)
      #expect(
        run.errorOutput.contains("requests/get.yaml:5:5: `.id >` cannot be checked.")
          && run.errorOutput.contains("jq reported: syntax error"), "\(run.errorOutput)")
      let sent = try home.run("send", "--assert", ".id == 7", "--assert", "foo", server.url)
      #expect(sent.code == 2)
      #expect(
        sent.errorOutput.contains("`foo` cannot be checked.")
          && sent.errorOutput.contains("foo/0 is not defined"), "\(sent.errorOutput)")
      let added = try home.run("queue", "add", "--assert", "length |", server.url)
      #expect(added.code == 2 && added.errorOutput.contains("`length |` cannot be checked."))
      #expect(server.requests.isEmpty)
      #expect(try home.jobs().isEmpty)
      #expect(try home.run("send", "--assert", "length == 2", server.url).code == 0)
    }
  }

  @Test func `a typed assertion that jq cannot read stays to be corrected`() async throws {
    try await onOwnThread {
      let server = try server()
      let home = try WeirHome()
      try request("method: GET\nurl: \(server.url)/a\n", in: home)
      #expect(try home.run("run", "get").code == 0)
      let session = try TmuxSession.open(home)
      try session.press("2", "Enter", "3")
      try session.expect("id: 7")
      try session.press("j", "u", "a")
      try session.expect("Assert: .id == 7")
      try session.type(" |")
      try session.press("Enter")
      try session.expect("This is not an assertion.")
      try session.expect("Assert: .id == 7 |")
      try session.type(" not | not")
      try session.press("Enter")
      try session.expect("The assertion was added to the saved request get.")
      let file = home.folder.path("data") + "/weir/scratch/requests/get.yaml"
      #expect(try String(contentsOfFile: file, encoding: .utf8).contains(".id == 7 | not | not"))
    }
  }

  @Test func `a status that says no is shown, and a job's number may have its sign`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(
        response: "HTTP/1.1 500 Broken\r\nContent-Length: 2\r\n\r\nno")
      let home = try WeirHome()
      let sent = try home.run("send", "--check", server.url)
      #expect(sent.code == 1 && sent.output == "no")
      #expect(sent.errorOutput == "The response is a failure: 500 Broken.\n")
      let judged = try home.run("send", "--assert", "status 500", server.url)
      #expect(judged.code == 0 && judged.errorOutput == "")
      #expect(try home.run("show", "#1", "--body").output == "no")
      #expect(try home.run("queue", "again", "#1").output == "3\n")
      #expect(try home.run("queue", "move", "#3", "--first").code == 0)
    }
  }

  @Test func `what may take effect twice is retried only on request`() async throws {
    try await onOwnThread {
      let server = try RecorderServer(
        response: "HTTP/1.1 500 Broken\r\nContent-Length: 2\r\n\r\nno")
      let home = try WeirHome()
      #expect(try home.run("send", server.url).code == 0)
      #expect(try home.run("send", "POST", server.url, "a=1").code == 0)
      let retried = try home.run("queue", "retry", "--failed")
      #expect(retried.output == "1 job retried.\n")
      #expect(retried.errorOutput.contains("1 failed job was not retried"))
      let session = try TmuxSession.open(home)
      try session.expect("500")
      try session.press("2", "R")
      try session.expect("Retry a request that got a response?")
      try session.press("Enter")
      eventually("It was not sent again.") { server.requests.count { $0.method == "POST" } == 2 }
      _ = try home.run("queue", "wait", "1", "2")
      let all = try home.run("queue", "retry", "--failed", "--with-response")
      #expect(all.output == "2 jobs retried.\n" && all.errorOutput == "")
    }
  }

  @Test func `elements become jobs once the user has seen how many`() async throws {
    try await onOwnThread {
      let server = try server()
      let home = try WeirHome()
      try request("method: GET\nurl: \(server.url)/item/{{id}}\n", in: home)
      #expect(try home.run("send", "\(server.url)/list").code == 0)
      let session = try TmuxSession.open(home)
      try session.press("2", "Enter", "3")
      try session.expect("id: 7")
      try session.press("j", "j", "u", "j")
      try session.expect("Saved request to send for each element:")
      try session.type("get")
      try session.press("Enter")
      try session.expect("Queue 3 jobs, one for each element of #1 .items?")
      try session.expect("GET \(server.url)/item/1")
      #expect(server.requests.count == 1)
      try session.press("Enter")
      try session.expect("✓ 3")
      let asked = server.requests.map {
        String(decoding: $0.raw.prefix { $0 != 13 }, as: UTF8.self)
      }
      #expect(Set(asked.dropFirst()) == Set((1...3).map { "GET /item/\($0) HTTP/1.1" }))
    }
  }

  @Test func `a value is saved byte for byte, and never over a file`() async throws {
    try await onOwnThread {
      let server = try server()
      let home = try WeirHome()
      #expect(try home.run("send", "\(server.url)/list").code == 0)
      let session = try TmuxSession.open(home)
      try session.press("2", "Enter", "3")
      try session.expect("id: 7")
      let target = home.folder.path("items.json")
      for proposal in ["", "-1"] {
        try session.press("g", "j", "j", "u", "w")
        try session.expect("Save the value to: items.json")
        try session.press("C-u")
        try session.type(target)
        try session.press("Enter")
        if !proposal.isEmpty {
          try session.expect("items-1.json")
          try session.press("Enter")
        }
        try session.expect("Saved 28 B in")
        let saved = try String(
          contentsOfFile: home.folder.path("items\(proposal).json"), encoding: .utf8)
        #expect(saved == #"[{"id":1},{"id":2},{"id":3}]"#)
      }
    }
  }

  @Test func `an editor sees a value in a private file that is gone afterwards`() async throws {
    try await onOwnThread {
      let server = try server()
      let home = try WeirHome()
      #expect(try home.run("send", "\(server.url)/list").code == 0)
      let seen = home.folder.path("seen")
      try home.folder.write(
        "editor", "#!/bin/sh\nstat -c '%a %n' \"$1\" > \(seen)\ncat \"$1\" >> \(seen)\n")
      chmod(home.folder.path("editor"), 0o755)
      let session = try TmuxSession.open(
        home, environment: ["EDITOR": home.folder.path("editor"), "VISUAL": ""])
      try session.press("2", "Enter", "3")
      try session.expect("id: 7")
      try session.press("j", "j", "u", "e")
      try session.untilIdle()
      let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
      #expect(lines.last == #"[{"id":1},{"id":2},{"id":3}]"#)
      let facts = try #require(lines.first).split(separator: " ")
      #expect(facts.first == "600")
      #expect(!FileManager.default.fileExists(atPath: String(facts.last ?? "")))
    }
  }
}
