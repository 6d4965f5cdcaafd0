import Foundation
import TestSupport
import TestTraits
import Testing

/// One cookie jar that several processes change. `WEIR_COOKIE_CHANGES=1000` makes the random run long.
@Suite(.serialized, .usesSystem) struct SharedCookieTests {
  private static let changes =
    ProcessInfo.processInfo.environment["WEIR_COOKIE_CHANGES"].flatMap { Int($0) } ?? 60

  /// A queue runner of a user, at work until the value goes.
  private final class Runner: Sendable {
    let home: WeirHome
    private let child: ChildProcess

    init() throws {
      home = try WeirHome()
      child = try home.start("queue", "run")
      let running = child
      eventually("the queue runner has the queue") {
        running.output.count > 0 || running.errorOutput.count > 0
          || FileManager.default.fileExists(atPath: home.stateFolder + "/runner.lock")
      }
    }

    deinit { child.kill(SIGKILL) }

    /// Runs a request through the queue, to its end.
    func queue(_ url: String) throws {
      let id = try home.add(url)
      #expect(try home.run("queue", "wait", "\(id)").code == 0)
    }

    /// Sends a request in a process of its own.
    func send(_ url: String) throws { #expect(try home.run("send", url).code == 0) }

    /// The names in the jar, as the program lists them.
    func names() throws -> Set<String> {
      let listed = try home.run("cookies")
      return Set(
        listed.lines.compactMap { line in
          let words = line.split(separator: " ")
          return words.count > 2 && words[2] == "=" ? String(words[1]) : nil
        })
    }
  }

  @Test func `what one process sets, the next request of another sends`() async throws {
    try await onOwnThread {
      let server = try CookieServer()
      let runner = try Runner()
      try runner.queue(server.url + "/set/a/1")
      try runner.send(server.url + "/set/sid/42")
      #expect(try runner.names() == ["a", "sid"])
      try runner.queue(server.url + "/set/b/1")
      #expect(server.last?.cookies == ["a=1", "sid=42"])
      #expect(try runner.names() == ["a", "b", "sid"])
      #expect(try runner.home.run("cookies", "--clear").code == 0)
      try runner.queue(server.url + "/set/c/1")
      #expect(server.last?.cookies == [], "no process sends what was cleared")
      #expect(try runner.names() == ["c"], "no process brings back what was cleared")
    }
  }

  @Test func `what a request from before a clearing brings is not stored`() async throws {
    try await onOwnThread {
      let server = try CookieServer()
      let runner = try Runner()
      let id = try runner.home.add(server.url + "/slow/set/late/1")
      eventually("the request is on the wire") { server.first("/slow/set/late/1") != nil }
      #expect(try runner.home.run("cookies", "--clear").code == 0)
      server.release()
      #expect(try runner.home.run("queue", "wait", "\(id)").code == 0)
      #expect(try runner.names() == [])
      try runner.queue(server.url + "/set/fresh/1")
      #expect(try runner.names() == ["fresh"])
    }
  }

  @Test func `a cookie of a redirect goes with the request that it leads to`() async throws {
    try await onOwnThread {
      let server = try CookieServer()
      let runner = try Runner()
      try runner.queue(server.url + "/hop/set/sid/7")
      #expect(server.last == CookieServer.Seen(target: "/look", cookies: ["sid=7"]))
    }
  }

  @Test(.usesSystem(minutes: 60))
  func `after random changes by two processes the jar is what a model says`() async throws {
    try await onOwnThread {
      let server = try CookieServer()
      let runner = try Runner()
      var model: [String: String] = [:]
      var random = SeededGenerator(seed: 5)
      for step in 0..<Self.changes {
        let name = "c\(Int.random(in: 0..<12, using: &random))"
        let expected = model.map { "\($0)=\($1)" }.sorted()
        let asks: String?
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<12:
          model[name] = "\(step)"
          asks = "/set/\(name)/\(step)"
        case 12..<16:
          model[name] = nil
          asks = "/end/\(name)"
        case 16..<18:
          model[name] = "\(step)"
          asks = "/hop/set/\(name)/\(step)"
        case 18:
          model[name] = nil
          asks = nil
          #expect(try runner.home.run("cookies", "--delete", name).code == 0)
        default:
          model = [:]
          asks = nil
          #expect(try runner.home.run("cookies", "--clear").code == 0)
        }
        guard let path = asks else { continue }
        let url = "\(server.url)\(path)?\(step)"
        if Bool.random(using: &random) { try runner.queue(url) } else { try runner.send(url) }
        #expect(server.first("\(path)?\(step)")?.cookies == expected, "step \(step)")
      }
      #expect(try runner.names() == Set(model.keys))
      try runner.send(server.url + "/end")
      #expect(server.last?.cookies == model.map { "\($0)=\($1)" }.sorted())
      print("cookie changes \(Self.changes), cookies left \(model.count)")
    }
  }
}
