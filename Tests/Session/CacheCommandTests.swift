import Foundation
import TestSupport
import TestTraits
import Testing

/// The cache as a person uses it from the command line.
@Suite(.usesSystem) struct CacheCommandTests {
  private func server(_ fields: String, body: String = "{\"a\":1}") throws -> RecorderServer {
    try RecorderServer(
      response: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(fields)"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  private func source(_ finished: WeirHome.Finished) throws -> String? {
    let object = try JSONSerialization.jsonObject(with: Data(finished.output.utf8))
    return (object as? [String: Any])?["source"] as? String
  }

  @Test func `J21 a fresh response is served without the server, and says so`() async throws {
    try await onOwnThread {
      let server = try server("Cache-Control: max-age=600\r\n")
      let home = try WeirHome()
      func send(_ words: String...) throws -> WeirHome.Finished {
        try home.run(["send"] + words + [server.url + "/x"])
      }
      #expect(try send().output == "{\"a\":1}")
      #expect(!FileManager.default.fileExists(atPath: home.folder.path("cache") + "/weir"))
      #expect(try source(send("--cache", "fresh", "--format", "json")) == "network")
      let second = try source(send("--cache", "fresh", "--format", "json"))
      #expect(second?.hasPrefix("cache ") ?? false)
      #expect(server.requests.count == 2)
      let printed = try send("--cache", "fresh", "-v")
      #expect(printed.output.contains("(source: cache "))
      #expect(printed.output.contains("\nAge: "))
      let shown = try home.run("show", "3", "--format", "json")
      #expect(try source(shown)?.hasPrefix("cache ") ?? false)
      // Read only when it is asked for.
      #expect(try source(send("--format", "json")) == "network")
      server.stop()
      #expect(try send("--cache", "only").output == "{\"a\":1}")
      #expect(try send("--cache", "refresh").code == 21)
    }
  }

  @Test func `only without a response fails by name`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let finished = try home.run("send", "--cache", "only", "http://127.0.0.1:1/x")
      #expect(finished.code == 21)
      #expect(finished.errorOutput.contains("has no usable response for the request"))
      #expect(finished.errorOutput.contains("It contains no response for this request."))
    }
  }

  @Test func `a fresh response is served to a paused lane when a job is added`() async throws {
    try await onOwnThread {
      let server = try server("Cache-Control: max-age=600\r\n")
      let home = try WeirHome()
      #expect(try home.run("send", "--cache", "fresh", server.url + "/x").code == 0)
      #expect(try home.run("queue", "pause").code == 0)
      let id = try home.add("--cache", "fresh", server.url + "/x")
      #expect(try home.jobs().first { $0.id == id }?.state == "succeeded")
      #expect(server.requests.count == 1)
    }
  }

  @Test func `a request that asks for the cache and cannot use it says so, and is sent`()
    async throws
  {
    try await onOwnThread {
      let server = try server("Cache-Control: max-age=600\r\n")
      let home = try WeirHome()
      let words = [
        ["PUT", server.url, "a=1"]: "Only GET and HEAD are cached.",
        ["POST", server.url, "a=1"]: "If POST only reads, add --cache-method POST",
        ["GET", server.url, "a=1"]: "Add --cache-key body",
        ["--multipart", "POST", "--cache-method", "POST", server.url, "a=1"]:
          "A multipart body is different each time.",
        ["GET", server.url, "Range:bytes=0-1"]: "Remove the header Range",
      ]
      for (words, said) in words {
        let sent = try home.run(["send", "--cache", "fresh"] + words)
        #expect(sent.code == 0 && sent.output == "{\"a\":1}")
        #expect(sent.errorOutput.contains("neither cached nor taken from the cache."))
        #expect(sent.errorOutput.contains(said), "\(sent.errorOutput)")
        let id = try home.run(["queue", "add", "--cache", "fresh"] + words)
        #expect(id.errorOutput.contains(said), "\(id.errorOutput)")
        let plain = words.filter { $0 != "--cache-method" }
        guard plain == words else { continue }
        #expect(try home.run(["send"] + words).errorOutput.isEmpty)
      }
      #expect(try home.run("send", "--cache", "fresh", server.url).errorOutput.isEmpty)
    }
  }

  @Test func `max-age 0 takes a stored response of any age`() async throws {
    try await onOwnThread {
      let server = try server("Cache-Control: max-age=10\r\nAge: 100\r\n")
      let home = try WeirHome()
      func send(_ words: String...) throws -> String? {
        try source(home.run(["send", "--cache", "fresh", "--format", "json", server.url] + words))
      }
      #expect(try send() == "network")
      #expect(try send("--max-age", "0")?.hasPrefix("stale ") ?? false)
      #expect(try send("--max-age", "500") == "network")
    }
  }

  @Test func `J22 the writer's wish never beats no-store`() async throws {
    try await onOwnThread {
      let server = try server("Cache-Control: no-store\r\n")
      let home = try WeirHome()
      for _ in 0..<2 {
        #expect(
          try home.run("send", "--cache", "fresh", "--store-for", "600", server.url).code == 0)
      }
      #expect(server.requests.count == 2)
      #expect(try home.run("cache", "list", "--format", "json").output == "[\n\n]\n")
    }
  }

  @Test func `R32 entries are put in, listed, shown, refreshed, deleted and cleared`() async throws
  {
    try await onOwnThread {
      let server = try server("ETag: \"v1\"\r\n")
      let home = try WeirHome()
      #expect(try home.run("cache", "list").output.hasPrefix("Nothing is cached."))
      for path in ["/a", "/b"] {
        let sent = try home.run("send", "--cache", "fresh", "--store-for", "600", server.url + path)
        #expect(sent.code == 0)
      }
      let list = try home.run("cache", "list").lines
      #expect(list.count == 4)
      #expect(list.first?.hasPrefix("ID  STATUS  AGE") ?? false)
      #expect(list.contains { $0.contains("\"v1\"") && $0.hasSuffix("GET     \(server.url)/b") })
      #expect(list.last?.hasPrefix("The cache uses") ?? false)
      let shown = try home.run("cache", "show", "1")
      #expect(shown.output.contains("by store-for"))
      #expect(try home.run("cache", "show", "1", "--body").output == "{\"a\":1}")
      let refreshed = try home.run("cache", "refresh", "1")
      #expect(refreshed.code == 0, "\(refreshed.errorOutput)")
      #expect(refreshed.output.contains("200, network"))
      #expect(server.requests.last?.header("If-None-Match") == "\"v1\"")
      #expect(try home.run("cache", "delete", "1").output == "1 deleted.\n")
      let put = try home.run("cache", "put", server.url + "/a", "--value", "{\"a\":2}")
      #expect(put.output == "3\n", "\(put.errorOutput)")
      let asked = server.requests.count
      for mode in ["fresh", "only"] {
        let sent = try home.run("send", "--cache", mode, server.url + "/a")
        #expect(sent.output == "{\"a\":2}", "\(sent.errorOutput)")
      }
      #expect(server.requests.count == asked)
      #expect(try home.run("cache", "refresh", "3").code == 21)
      #expect(try home.run("cache", "delete", "2").output == "1 deleted.\n")
      #expect(try home.run("cache", "delete", "2").code == 2)
      #expect(try home.run("cache", "clear").output == "1 deleted.\n")
      #expect(try home.run("cache", "list").output.hasPrefix("Nothing is cached."))
      #expect(try home.run("cache", "show", "1").code == 2)
    }
  }

  @Test func `a value is put in under the key that its request has`() async throws {
    try await onOwnThread {
      let server = try server("")
      let home = try WeirHome()
      let file = try home.folder.write("found.txt", "three")
      let search = ["POST", server.url + "/search", "q=lamp", "--cache-method", "POST"]
      let secret = ["-a", "ann:pw"]
      let put = try home.run(
        ["cache", "put"] + search + secret + [
          "--file", file, "--status", "203", "--store-for", "9",
        ])
      #expect(put.output == "1\n", "\(put.errorOutput)")
      let found = try home.run(["send", "--cache", "only", "-v"] + search + secret)
      #expect(found.output.contains("203") && found.output.hasSuffix("three"), "\(found.output)")
      #expect(found.output.contains("Content-Type: text/plain"))
      #expect(try home.run(["send", "--cache", "only"] + search).code == 21)
      #expect(server.requests.isEmpty)
      let refused = try home.run("cache", "put", "POST", server.url, "q=1", "--value", "x")
      #expect(refused.code == 2 && refused.errorOutput.contains("--cache-method POST"))
      for words in [[], ["--value", "x", "--file", file], ["--value", "x", "--status", "99"]] {
        #expect(try home.run(["cache", "put", server.url] + words).code == 2)
      }
    }
  }

  @Test func `no secret of a cached exchange stands in clear`() async throws {
    try await onOwnThread {
      let server = try server("Cache-Control: max-age=600\r\nVary: Authorization, Cookie\r\n")
      let home = try WeirHome()
      var search = SecretSearch()
      let forms: [(String) -> [String]] = [
        { ["Authorization:Bearer \($0)"] }, { ["Cookie:session=\($0)"] },
        { ["-a", "somebody:\($0)"] },
      ]
      for (number, form) in forms.enumerated() {
        let words = form(search.secret("form \(number)")) + ["--cache", "fresh"]
        for source in ["network", "cache "] {
          let sent = try home.run(["send", "--format", "json", server.url + "/x"] + words)
          #expect(try self.source(sent)?.hasPrefix(source) ?? false, "form \(number)")
          search.look(at: sent.output + sent.errorOutput, "output of send")
        }
      }
      #expect(server.requests.count == forms.count)
      for words in [["list"], ["list", "--format", "json"], ["show", "1"], ["show", "2"]] {
        let shown = try home.run(["cache"] + words)
        #expect(shown.code == 0)
        search.look(at: shown.output + shown.errorOutput, "output of cache \(words)")
      }
      #expect(search.look(atFilesOf: home) > 3)
      #expect(search.hits == [])
    }
  }

  @Test func `a stored response has its Set-Cookie, which neither the files nor a list show`()
    async throws
  {
    try await onOwnThread {
      var search = SecretSearch()
      let (cookie, own) = (search.secret("cookie"), search.secret("own field"))
      let server = try server(
        "Cache-Control: max-age=600\r\nSet-Cookie: sid=\(cookie); Path=/\r\nX-Own: \(own)\r\n")
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "secrets: {names: [X-Own]}\n")
      for source in ["network", "cache "] {
        let words = ["--no-cookies", "--cache", "fresh", "--format", "json"]
        let sent = try home.run(["send", server.url + "/x"] + words)
        #expect(try self.source(sent)?.hasPrefix(source) ?? false, "\(sent.output)")
        search.look(at: sent.output + sent.errorOutput, "output of send")
      }
      for words in [["show", "1"], ["show", "1", "--headers"], ["list", "--format", "json"]] {
        let shown = try home.run(["cache"] + words)
        #expect(shown.code == 0)
        search.look(at: shown.output + shown.errorOutput, "output of cache \(words)")
        if words[0] == "show" {
          #expect(shown.output.contains("Set-Cookie: sid=••••••; Path=/"), "\(shown.output)")
          #expect(shown.output.contains("X-Own: ••••••"), "\(shown.output)")
        }
      }
      #expect(search.look(atFilesOf: home) > 3)
      #expect(search.hits == [])
      // What is shown as dots is stored in full.
      let revealed = try home.run("show", "2", "--reveal", "--headers").output
      #expect(revealed.contains("sid=\(cookie); Path=/"), "\(revealed)")
    }
  }

  @Test func `options that have no effect are refused`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      for words in [
        ["--max-age", "9"], ["--cache-key", "sorted"], ["--cache", "maybe"],
        ["--cache-method", "POST"], ["--cache", "fresh", "--cache-method", "DELETE"],
        ["--cache", "fresh", "--cache-key", "color"], ["--cache", "fresh", "--store-for", "-1"],
      ] {
        let finished = try home.run(["send"] + words + ["http://127.0.0.1:1/x"])
        #expect(finished.code == 2, "\(words)")
      }
    }
  }
}
