import Foundation
import TestSupport
import TestTraits
import Testing

/// A process that is killed while it follows a redirect.
@Suite(.usesSystem) struct RedirectRecoveryTests {
  private static let secret = "sup3rs3cretvalue99"

  @Test func `a redirect that repeats a secret is followed as it stands after a kill`()
    async throws
  {
    try await onOwnThread {
      let server = try RedirectingServer()
      let home = try WeirHome()
      let variables = ["SECRETVALUE": Self.secret]
      let id = try home.add("POST", server.url + "/pay", "X-Token:env:SECRETVALUE", "a=b")
      let runner = try home.start("queue", "run", environment: variables)
      eventually("the redirect is followed") { server.targets.count == 2 }
      runner.kill(SIGKILL)
      try runner.wait()

      let own = try #require(try home.jobs().first)
      #expect(own.method == "POST" && own.url.hasSuffix("/pay"))
      let curl = try home.run("show", "\(id)", "--curl")
      #expect(curl.output.contains("/pay") && !curl.output.contains("/done"))

      server.open()
      let recovered = try home.run("queue", "run", "--until-idle", environment: variables)
      #expect(recovered.code == 0, "\(recovered.errorOutput)")
      #expect(
        server.targets == [
          "POST /pay", "GET /done?t=\(Self.secret)", "GET /done?t=\(Self.secret)",
        ])
      let job = try #require(try home.jobs().first)
      #expect(job.state == "succeeded" && job.method == "POST" && job.url.hasSuffix("/pay"))
      let shown = try home.run("show", "\(id)", "--format", "json")
      #expect(!shown.output.contains(Self.secret), "\(shown.output)")
      #expect(try !StateSearch(home).holds(Self.secret))
    }
  }
}

/// Every file of a user's state.
private struct StateSearch {
  let home: WeirHome

  init(_ home: WeirHome) { self.home = home }

  func holds(_ text: String) throws -> Bool {
    let walk = FileManager.default.enumerator(atPath: home.stateFolder)
    while let name = walk?.nextObject() as? String {
      guard let bytes = FileManager.default.contents(atPath: home.stateFolder + "/" + name) else {
        continue
      }
      if bytes.range(of: Data(text.utf8)) != nil { return true }
    }
    return false
  }
}

/// Answers a POST by a redirect that repeats its `X-Token`, and what that leads to once it was opened.
private final class RedirectingServer: Sendable {
  private let recorder: RequestList
  private let server: ConnectionServer

  init() throws {
    let recorder = RequestList()
    self.recorder = recorder
    server = try ConnectionServer { connection in
      while let request = connection.takeRequest() {
        recorder.add("\(request.method) \(request.target)")
        if request.path == "/done" {
          recorder.waitUntilOpen()
          guard connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone") else { return }
        } else {
          let token = request.header("X-Token") ?? ""
          connection.send(
            "HTTP/1.1 303 See Other\r\nLocation: /done?t=\(token)\r\nContent-Length: 0\r\n\r\n")
        }
      }
    }
  }

  deinit {
    open()
    server.stop()
  }

  var url: String { "http://127.0.0.1:\(server.port)" }
  var targets: [String] { recorder.all }
  func open() { recorder.open() }
}

/// `@unchecked`: every access to its state happens under `condition`.
private final class RequestList: @unchecked Sendable {
  private let condition = NSCondition()
  private var targets: [String] = []
  private var isOpen = false

  var all: [String] { condition.withLock { targets } }
  func add(_ target: String) { condition.withLock { targets.append(target) } }

  func open() {
    condition.withLock { isOpen = true }
    condition.broadcast()
  }

  func waitUntilOpen() {
    let end = Date(timeIntervalSinceNow: 60)
    condition.withLock { while !isOpen, condition.wait(until: end) {} }
  }
}
