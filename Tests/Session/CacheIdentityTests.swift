import Foundation
import TestSupport
import TestTraits
import Testing

/// Which request is the same as another to the cache, and for how long.
@Suite(.serialized, .usesSystem(minutes: 5)) struct CacheIdentityTests {
  private func server() throws -> RecorderServer {
    try RecorderServer(response: written(200, "{}", "Cache-Control: max-age=600\r\n"))
  }

  @Test func `J21 a response is taken from the cache only when that is allowed, and says so`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = (try server(), try WeirHome())
      func source(_ words: String...) throws -> String {
        let sent = try home.run(["send", "--format", "json", server.url + "/a"] + words)
        let record = try JSONSerialization.jsonObject(with: Data(sent.output.utf8))
        return (record as? [String: Any])?["source"] as? String ?? sent.errorOutput
      }
      #expect(try source("--cache", "fresh") == "network")
      #expect(try source("--cache", "fresh").hasPrefix("cache "))
      #expect(try source() == "network")
      #expect(try source("--cache", "off") == "network")
      #expect(server.takeAll().count == 3)
    }
  }

  @Test func `J22 a response is stored for the seconds that the request names, and none for 0`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = (try RecorderServer(response: written()), try WeirHome())
      func send(_ path: String, _ seconds: String) throws {
        let words = ["--cache", "fresh", "--store-for", seconds, server.url + path]
        for _ in 0..<2 { #expect(try home.run(["send"] + words).code == 0) }
      }
      try send("/none", "0")
      #expect(server.takeAll().map(\.path) == ["/none", "/none"])
      try send("/kept", "300")
      #expect(server.takeAll().map(\.path) == ["/kept"])
      let shown = try home.run("cache", "list", "--format", "json").output
      #expect(shown.contains("/kept"), "\(shown)")
    }
  }

  @Test
  func
    `J23 method, path and query name a response, or a key of one's own, and a listed POST's body`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = (try server(), try WeirHome())
      func count(_ words: String...) throws -> Int {
        let sent = try home.run(["send", "--cache", "fresh"] + words)
        #expect(sent.code == 0, "\(sent.errorOutput)")
        return server.takeAll().count
      }
      let url = server.url + "/a"
      #expect(try count(url, "q==1") == 1)
      #expect(try count(url, "q==1") == 0)
      #expect(try count(url, "q==2") == 1)
      #expect(try count(server.url + "/b", "q==1") == 1)
      #expect(try count("DELETE", server.url + "/c") == 1)
      #expect(try count("DELETE", server.url + "/c") == 1, "only GET is served")
      let key = ["--cache-key", "header:X-Tenant"]
      #expect(try count(url, "X-Tenant:a", key[0], key[1]) == 1)
      #expect(try count(url, "X-Tenant:b", key[0], key[1]) == 1)
      #expect(try count(url, "X-Tenant:a", key[0], key[1]) == 0)
      let own = ["--cache-key", "name:lamps"]
      #expect(try count(url, "q==3", own[0], own[1]) == 1)
      #expect(try count(server.url + "/other", "q==4", own[0], own[1]) == 0)
      let search = ["POST", server.url + "/search"]
      for _ in 0..<2 { #expect(try count(search[0], search[1], "q=lamp") == 1) }
      let listed = ["--cache-method", "POST"]
      #expect(try count(search[0], search[1], "q=lamp", listed[0], listed[1]) == 1)
      #expect(try count(search[0], search[1], "q=lamp", listed[0], listed[1]) == 0)
      #expect(try count(search[0], search[1], "q=bed", listed[0], listed[1]) == 1)
      #expect(try count(search[0], search[1], "q=lamp", listed[0], listed[1]) == 0)
    }
  }

  @Test func `a gateway lets the responses to a POST be cached, and a refresh asks again`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = (try server(), try WeirHome())
      try home.folder.write(
        "work/weir.yaml",
        """
        gateways:
          api:
            url: \(server.url)
            cache: {read: fresh, methods: [POST], key: "search {{word}}"}
        """)
      func send(_ word: String) throws -> [String] {
        let sent = try home.run(
          "send", "--gateway", "api", "--var", "word=\(word)", "POST", "/search", "q={{word}}",
          "page=\(word.utf8.count)")
        #expect(sent.code == 0 && sent.errorOutput.isEmpty, "\(sent.errorOutput)")
        return server.takeAll().map(\.method)
      }
      #expect(try send("lamp") == ["POST"])
      #expect(try send("lamp") == [])
      #expect(try send("bed") == ["POST"])
      let list = try home.run("cache", "list")
      #expect(list.output.contains("POST    \(server.url)/search"), "\(list.output)")
      let refreshed = try home.run("cache", "refresh", "1")
      #expect(refreshed.code == 0, "\(refreshed.errorOutput)")
      #expect(server.takeAll().map(\.method) == ["POST"])
    }
  }

  @Test
  func
    `T-J6 equal queries in another order meet one response in every process, other paths another`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = (try server(), try WeirHome())
      func send(_ path: String, _ items: [String]) throws {
        let words = ["send", "--cache", "fresh", "--cache-key", "sorted", server.url + path]
        #expect(try home.run(words + items).code == 0)
      }
      for items in [
        ["b==2", "a==1", "c==3"], ["c==3", "b==2", "a==1"], ["a==1", "c==3", "b==2"],
      ] {
        try send("/a", items)
      }
      #expect(server.takeAll().map(\.target) == ["/a?b=2&a=1&c=3"])
      try send("/b", ["a==1", "b==2", "c==3"])
      try send("/a", ["a==1", "b==2", "c==4"])
      #expect(server.takeAll().map(\.path) == ["/b", "/a"])
    }
  }
}
