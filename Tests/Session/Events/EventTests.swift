import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Events, the log and the word on ends, through the program.
@Suite(.serialized, .usesSystem(minutes: 5)) struct EventTests {
  private func log(of home: WeirHome) -> [String] {
    let bytes = FileManager.default.contents(atPath: home.stateFolder + "/weir.log") ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `R40 R44 what one process does is a line of another's watch`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      let watch = try home.start("queue", "watch", "--format", "json")
      defer { watch.kill(SIGKILL) }
      func lines() -> [[String: Any]] {
        String(decoding: watch.output, as: UTF8.self).split(separator: "\n").compactMap {
          do {
            return try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
          } catch { return nil }
        }
      }
      func has(_ word: String) -> Bool { lines().contains { $0["event"] as? String == word } }
      // Until it listens, nothing reaches it.
      for _ in 0..<200 where !has("own") {
        _ = try home.run("event", "raise", "deployed", "version=1.2")
      }
      #expect(try home.run("send", "\(server.url)/x").code == 0)
      eventually("the end of the job") { has("finished") }
      let found = lines()
      let own = try #require(found.first { $0["event"] as? String == "own" })
      #expect(own["name"] as? String == "deployed")
      let end = try #require(found.first { $0["event"] as? String == "finished" })
      #expect(end["state"] as? String == "succeeded" && end["status"] as? Int == 200)
      #expect(end["id"] as? Int == 1 && end["url"] as? String == "\(server.url)/x")
      #expect(found.contains { $0["event"] as? String == "received" && $0["job"] as? Int == 1 })
    }
  }

  @Test func `R40 R41 the twelve kinds are lines of another's watch, each once`() async throws {
    try await onOwnThread {
      let server = try ConnectionServer { connection in
        while let request = connection.takeRequest() {
          let status = Int(request.path.dropFirst()) ?? 200
          let isKnown = status == 200 && request.header("if-none-match") != nil
          let head =
            "HTTP/1.1 \(isKnown ? 304 : status) Reported\r\nCache-Control: no-cache\r\nETag: \"a\"\r\n"
          let rest = isKnown ? "\r\n" : "Content-Length: 2\r\n\r\n{}"
          guard connection.send(head + rest), request.keepsAlive else { return }
        }
      }
      let url = "http://127.0.0.1:\(server.port)"
      let home = try GraphCommandTests.home(url, ["flow": "serial: [get]\n"])
      let words = [
        "received", "notModified", "failed", "networkFailed", "unavailable", "unauthorized",
        "cacheUpdated", "cacheRemoved", "valueSet", "valueRemoved", "graphFinished", "own",
      ]
      let watch = try home.start(
        ["queue", "watch", "--format", "json", "--value", "city"]
          + words.flatMap { ["--kind", $0] })
      defer { watch.kill(SIGKILL) }
      func lines() -> [[String: Any]] {
        String(decoding: watch.output, as: UTF8.self).split(separator: "\n").compactMap {
          do {
            return try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
          } catch { return nil }
        }
      }
      func reported(_ word: String) -> [[String: Any]] {
        lines().filter { $0["event"] as? String == word }
      }
      // Some of these go by before the watch looks, and some are reported later than the first.
      for _ in 0..<200 where reported("own").isEmpty { _ = try home.run("event", "raise", "ready") }
      func send(_ words: String...) throws {
        _ = try home.run(["send"] + words)
      }
      try send("--cache", "fresh", "\(url)/kept")
      try send("--cache", "fresh", "\(url)/kept")
      for status in [500, 503, 401] { try send("POST", "\(url)/\(status)") }
      try send("http://127.0.0.1:1/x")
      _ = try home.run("cache", "clear")
      _ = try home.run("value", "set", "town", "unwatched")
      _ = try home.run("value", "set", "city", "Ulm")
      eventually("the value") { !reported("valueSet").isEmpty }
      _ = try home.run("value", "remove", "city")
      eventually("the value's end") { !reported("valueRemoved").isEmpty }
      _ = try home.run("run", "flow")
      eventually("the graph's end") { !reported("graphFinished").isEmpty }
      _ = try home.run("event", "raise", "last")
      eventually("the last one") { reported("own").last?["name"] as? String == "last" }
      // The stored response, and the one of the graph's step.
      #expect(reported("received").map { $0["job"] as? Int } == [1, 7])
      #expect(reported("notModified").map { $0["job"] as? Int } == [2])
      #expect(reported("notModified").first?["status"] as? Int == 200)
      #expect(reported("cacheUpdated").map { $0["job"] as? Int } == [1, 2])
      #expect(reported("cacheUpdated").allSatisfy { $0["url"] as? String == "\(url)/kept" })
      #expect(reported("failed").map { $0["status"] as? Int } == [500])
      #expect(reported("unavailable").map { $0["status"] as? Int } == [503])
      #expect(reported("unauthorized").map { $0["status"] as? Int } == [401])
      #expect(reported("networkFailed").map { $0["job"] as? Int } == [6])
      for word in ["cacheRemoved", "valueSet", "valueRemoved", "graphFinished"] {
        #expect(reported(word).count == 1, "\(word): \(reported(word))")
      }
      #expect(reported("valueRemoved").first?["value"] as? String == "Ulm")
      let end = try #require(reported("graphFinished").first)
      #expect(end["name"] as? String == "flow")
      let steps = try #require(end["steps"] as? [[String: Any]])
      #expect(steps.map { $0["outcome"] as? String } == ["done"])
      #expect(steps.first?["job"] as? Int == 7 && steps.first?["result"] == nil)
      #expect(reported("own").count { $0["name"] as? String == "last" } == 1)
      #expect(Set(lines().compactMap { $0["event"] as? String }) == Set(words))
    }
  }

  @Test func `the log has a line for each end, pause and own event, for the user alone`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      _ = try home.run("send", "\(server.url)/one")
      _ = try home.run("event", "raise", "checked", "--job", "1")
      _ = try home.run("queue", "add", "\(server.url)/two")
      _ = try home.run("queue", "pause")
      _ = try home.run("queue", "cancel", "2")
      let lines = log(of: home)
      let parts = [
        "info [", "job 1 succeeded: GET \(server.url)/one, 200", "checked", "paused",
        "job 2 cancelled",
      ]
      for part in parts { #expect(lines.contains { $0.contains(part) }, "\(part) in \(lines)") }
      #expect(lines.count { $0.contains("job 1 ") } == 1, "\(lines)")
      var facts = stat()
      #expect(lstat(home.stateFolder + "/weir.log", &facts) == 0)
      #expect(facts.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `the level is the variable's word, else the settings'`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      _ = try home.run("send", "\(server.url)/x", environment: ["WEIR_LOG": "off"])
      #expect(log(of: home).isEmpty)
      try FileManager.default.createDirectory(
        atPath: home.configFolder, withIntermediateDirectories: true)
      try Data("log: debug\n".utf8).write(
        to: URL(fileURLWithPath: home.configFolder + "/config.yaml"))
      _ = try home.run("send", "\(server.url)/x")
      #expect(log(of: home).contains { $0.contains("debug [") && $0.contains("answered") })
    }
  }

  @Test func `a log that cannot be written is reported once and harms nothing`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      _ = try home.run("queue", "list")
      try FileManager.default.createDirectory(
        atPath: home.stateFolder + "/weir.log", withIntermediateDirectories: false)
      let sent = try home.run("send", "\(server.url)/x")
      #expect(sent.code == 0)
      #expect(sent.errorOutput.split(separator: "\n").count { $0.contains("The log cannot") } == 1)
    }
  }

  @Test func `on_finish of a workspace runs once its files are trusted, with the job as JSON`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      let reported = home.folder.path("told")
      try Data(
        """
        on_finish: {command: [sh, -c, "cat >> \(reported)"], after: 0.01}

        """.utf8
      ).write(to: URL(fileURLWithPath: home.workingFolder + "/weir.yaml"))
      // Nobody listens there: the retries take a while.
      let words = ["send", "http://127.0.0.1:1/x"]
      #expect(try home.run(words).code == 21)
      #expect(!FileManager.default.fileExists(atPath: reported))
      #expect(try home.run("trust").code == 0)
      #expect(try home.run(words).code == 21)
      let text = FileManager.default.contents(atPath: reported) ?? Data()
      let job = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
      #expect(job["event"] as? String == "finished" && job["state"] as? String == "failed")
      #expect(job["id"] as? Int == 2)
      // A changed file is another file.
      let changed =
        (FileManager.default.contents(
          atPath: home.workingFolder + "/weir.yaml") ?? Data()) + Data("# changed\n".utf8)
      try changed.write(to: URL(fileURLWithPath: home.workingFolder + "/weir.yaml"))
      try FileManager.default.removeItem(atPath: reported)
      #expect(try home.run(words).code == 21)
      #expect(!FileManager.default.fileExists(atPath: reported))
    }
  }
}
