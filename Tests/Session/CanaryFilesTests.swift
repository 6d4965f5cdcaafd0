import Foundation
import TestSupport
import TestTraits
import Testing

/// Secrets from files, from rows and from responses of servers: none stays in clear.
@Suite(.usesSystem(minutes: 5)) struct CanaryFilesTests {
  /// Runs commands that must succeed, and looks for secrets in what they print.
  private func look(
    at commands: [[String]], of home: WeirHome, _ search: inout SecretSearch
  ) throws {
    for words in commands {
      let shown = try home.run(words)
      #expect(shown.code == 0, "\(words) \(shown.errorOutput)")
      search.look(at: shown.output + shown.errorOutput, "\(words)")
    }
  }

  @Test func `a redirect to an address with a token shows and stores no token`() async throws {
    try await onOwnThread {
      var search = SecretSearch()
      let (given, cookie) = (search.secret("in Location"), search.secret("in Set-Cookie"))
      let server = try AnsweringServer { request in
        request.target == "/in"
          ? AnsweringServer.response(
            302, "", type: "text/plain",
            "Location: /next?access_token=\(given)&n=1\r\nSet-Cookie: s=\(cookie)\r\n")
          : AnsweringServer.response(200, "{}")
      }
      let home = try WeirHome()
      let debug = ["WEIR_LOG": "debug"]
      let sent = try home.run("send", "-v", "\(server.url)/in", environment: debug)
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(server.requests.last?.target == "/next?access_token=\(given)&n=1")
      #expect(server.requests.last?.header("Cookie") == "s=\(cookie)")
      search.look(at: sent.output + sent.errorOutput, "send -v")
      try look(
        at: [
          ["show", "1.1", "--headers"], ["show", "1", "--wire"], ["show", "1", "--format", "json"],
          ["history", "--format", "json"], ["queue", "list", "--format", "json"],
        ], of: home, &search)
      #expect(search.look(atFilesOf: home) > 2)
      #expect(search.hits == [])
      // The way to see them is one that says so.
      let revealed = try home.run("show", "1.1", "--headers", "--reveal").output
      #expect(revealed.contains(given) && revealed.contains(cookie))
    }
  }

  @Test func `a response shows and stores no credential that only the workspace names`()
    async throws
  {
    try await onOwnThread {
      var search = SecretSearch()
      let (location, head) = (search.secret("in Location"), search.secret("in X-Own"))
      let server = try AnsweringServer { request in
        request.target == "/in"
          ? AnsweringServer.response(
            302, "", type: "text/plain", "Location: /next?own=\(location)\r\nX-Own: \(head)\r\n")
          : AnsweringServer.response(
            200, "{}", "X-Own: \(head)\r\nCache-Control: max-age=600\r\n")
      }
      let home = try WeirHome()
      try "secrets:\n  names: [own, X-Own]\n".write(
        toFile: home.workingFolder + "/weir.yaml", atomically: true, encoding: .utf8)
      for number in 1...2 {
        let sent = try home.run(
          "send", "-v", "--cache", "fresh", "\(server.url)/in", environment: ["WEIR_LOG": "debug"])
        #expect(sent.code == 0, "\(sent.errorOutput)")
        search.look(at: sent.output + sent.errorOutput, "send \(number)")
      }
      // The second time the response behind the redirect came from the cache.
      #expect(server.requests.map(\.target) == ["/in", "/next?own=\(location)", "/in"])
      try look(
        at: [
          ["show", "1.1", "--headers"], ["show", "1.2", "--headers"],
          ["show", "2.2", "--headers"], ["show", "1", "--wire"], ["show", "1", "--format", "json"],
          ["history", "--format", "json"],
        ], of: home, &search)
      #expect(search.look(atFilesOf: home) > 2)
      #expect(search.hits == [])
      let revealed = try home.run("show", "1.1", "--headers", "--reveal").output
      #expect(revealed.contains(location) && revealed.contains(head))
    }
  }

  @Test func `a body that repeats a cookie of the jar is stored in no file in clear`() async throws
  {
    try await onOwnThread {
      var search = SecretSearch()
      let cookie = search.secret("in Set-Cookie")
      let server = try AnsweringServer { request in
        request.target == "/in"
          ? AnsweringServer.response(200, "{}", "Set-Cookie: s=\(cookie)\r\n")
          : AnsweringServer.response(200, "{\"got\":\"\(request.header("Cookie") ?? "")\"}")
      }
      let home = try WeirHome()
      for path in ["/in", "/echo"] {
        #expect(try home.run("send", server.url + path).code == 0)
      }
      #expect(server.requests.last?.header("Cookie") == "s=\(cookie)")
      #expect(try home.run("show", "2").output.contains(cookie))
      #expect(search.look(atFilesOf: home) > 2)
      #expect(search.hits == [])
    }
  }

  @Test func `an imported curl line stores no credential in its file, and sends them all`()
    async throws
  {
    try await onOwnThread {
      var search = SecretSearch()
      let server = try RecorderServer()
      let home = try WeirHome()
      let secrets = (0..<5).map { search.secret("curl \($0)") }
      let line =
        "curl '\(server.url)/x?api_key=\(secrets[0])&page=2' -H 'X-Api-Key: \(secrets[1])' "
        + "-H 'Private-Token: \(secrets[2])' -d 'client_secret=\(secrets[3])&a=b' "
        + "-u 'u:\(secrets[4])'"
      let imported = try home.run("import", "curl", "-", "--as", "kept", input: Array(line.utf8))
      #expect(imported.code == 0, "\(imported.errorOutput)")
      search.look(at: imported.output + imported.errorOutput, "the import")
      #expect(search.look(atFilesOf: home) > 0)
      let words = zip(
        ["api_key", "x-api-key", "private-token", "client_secret", "password"], secrets
      ).flatMap { ["--var", "\($0)=\($1)"] }
      let run = try home.run(["run", "kept"] + words)
      #expect(run.code == 0, "\(run.errorOutput)")
      let raw = try #require(server.requests.last.map { String(decoding: $0.raw, as: UTF8.self) })
      for secret in secrets.dropLast() { #expect(raw.contains(secret), "\(secret)") }
      #expect(raw.hasPrefix("POST /x?api_key=\(secrets[0])&page=2 HTTP/1.1"))
      #expect(search.look(atFilesOf: home) > 2)
      #expect(search.hits == [])
    }
  }

  @Test func `the cells of rows that go into credentials stand nowhere in clear`() async throws {
    try await onOwnThread {
      var search = SecretSearch()
      let server = try RecorderServer()
      let home = try WeirHome()
      let secrets = (0..<6).map { search.secret("row \($0)") }
      let rows = stride(from: 0, to: 6, by: 2).map { "\(secrets[$0]),\(secrets[$0 + 1]),\($0)" }
      let own = try TemporaryFolder()
      let file = try own.write("rows.csv", (["key,pass,n"] + rows).joined(separator: "\n") + "\n")
      let added = try home.run(
        "queue", "add", "--each", file, "POST", "\(server.url)/{{n}}?api_key={{key}}",
        "password={{pass}}")
      #expect(added.code == 0, "\(added.errorOutput)")
      let ran = try home.run("queue", "run", "--until-idle")
      #expect(ran.code == 0 && server.requests.count == 3, "\(ran.errorOutput)")
      let raw = server.requests.map { String(decoding: $0.raw, as: UTF8.self) }.joined()
      for secret in secrets { #expect(raw.contains(secret), "\(secret) was not sent") }
      for words in [
        ["queue", "list"], ["queue", "list", "--format", "json"], ["show", "g1"],
        ["show", "g1", "--rows"], ["show", "g1", "--format", "json"], ["history"],
      ] {
        let shown = try home.run(words)
        search.look(at: shown.output + shown.errorOutput, "\(words)")
      }
      #expect(search.look(atFilesOf: home) > 2)
      #expect(search.hits == [])
    }
  }

  @Test func `a request file takes no credential by name, and weir yaml can say what is none`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      func add(_ secrets: String) throws {
        let text = "gateways:\n  g:\n    url: \(server.url)\n    query:\n      key: red\n" + secrets
        try text.write(
          toFile: home.workingFolder + "/weir.yaml", atomically: true, encoding: .utf8)
      }
      try add("")
      let refused = try home.run("send", "/x", "--gateway", "g")
      #expect(refused.code != 0 && refused.errorOutput.contains("plain"), "\(refused.errorOutput)")
      try add("secrets:\n  names: [X-Own]\n  plain: [key]\n")
      #expect(try home.run("trust").code == 0)
      let sent = try home.run("send", "-v", "/x", "X-Own:mine", "--gateway", "g")
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(server.requests.last?.target == "/x?key=red")
      #expect(sent.output.contains("key=red") && !sent.output.contains("mine"))
    }
  }
}
