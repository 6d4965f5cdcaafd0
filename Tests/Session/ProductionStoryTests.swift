import Foundation
import TestSupport
import TestTraits
import Testing

/// Requests to an environment that is marked as production.
@Suite(.usesSystem(minutes: 3)) struct ProductionStoryTests {
  private func shop(_ url: String) throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/weir.yaml", "name: Shop\nenvironment: live\n")
    try home.folder.write(
      "work/environments.yaml",
      "environments:\n  live:\n    production: true\n    base: \(url)\n  dev:\n    base: \(url)\n")
    for (name, method) in [("list", "GET"), ("pay", "POST")] {
      try home.folder.write(
        "work/requests/\(name).yaml", "method: \(method)\nurl: \"{{base}}/\(name)\"\n")
    }
    try home.folder.write(
      "work/graphs/both.yaml", "steps: {a: {request: list}, b: {request: pay}}\n")
    #expect(try home.run("trust").code == 0)
    return home
  }

  private func open(_ name: String, in session: TmuxSession) throws {
    try session.press(",", "r")
    try session.expect(focused: "b Requests")
    try session.press("/")
    try session.type(name)
    try session.press("Enter")
  }

  @Test func `before a request that is not safe the interface asks, and then sends it once`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let session = try TmuxSession.open(try shop(server.url))
      try session.expect("PRODUCTION")
      try open("list", in: session)
      try session.expect("1 Request · list")
      try session.press("s")
      try session.expect("Response · #1")
      try session.expect("200 OK")
      try open("pay", in: session)
      try session.expect("1 Request · pay")
      for key in ["s", "a"] {
        try session.press(key)
        try session.expect("Send POST /pay to production?")
        try session.expect("> Send nothing")
        try session.press("Enter")
        try session.expect("closed") { !$0.contains("Send POST") }
      }
      #expect(server.requests.map(\.path) == ["/list"])
      try session.press("s")
      try session.expect("Send POST /pay to production?")
      try session.press("Right", "Enter")
      try session.expect("Response · #2")
      try session.expect("200 OK")
      #expect(server.requests.map(\.path) == ["/list", "/pay"])
    }
  }

  @Test func `a graph and a request that is run again are asked about as well`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try shop(server.url)
      #expect(try home.run("run", "pay").code == 0, "a script is not asked")
      let session = try TmuxSession.open(home)
      // The environment in which the job was sent counts, not the current one.
      try session.press(",", "e")
      try session.expect("dev")
      try session.press("j", "j", "Enter")
      try session.expect("env dev")
      try session.press("2", "A")
      try session.expect("Send POST /pay to production?")
      try session.press("Enter")
      try session.expect("closed") { !$0.contains("Send POST") }
      #expect(server.requests.count == 1)
      try session.press(",", "e")
      try session.expect("dev")
      try session.press("k", "Enter")
      try session.expect("PRODUCTION")
      try open("both", in: session)
      try session.expect("Send 2 requests to production?")
      try session.press("Right", "Enter")
      try session.expect("is in the queue.")
    }
  }

  @Test func `on a terminal weir send asks, and --yes or a pipe does not`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try shop(server.url)
      let words = ["send", "POST", "{{base}}/x"]
      #expect(try home.run(words).code == 0)
      #expect(server.takeAll().count == 1)
      let asked = try TmuxSession(home, words)
      try asked.expect("Send POST \(server.url)/x to production (live)? [y/N]")
      try asked.keys("n", "Enter")
      try asked.expect("Nothing was sent.")
      try asked.expect("EXIT=32")
      #expect(server.requests.count == 0)
      let agreed = try TmuxSession(home, words)
      try agreed.expect("[y/N]")
      try agreed.keys("y", "Enter")
      try agreed.expect("EXIT=0")
      #expect(server.takeAll().count == 1)
      let silent = try TmuxSession(home, words + ["--yes"])
      try silent.expect("EXIT=0")
      #expect(server.requests.count == 1)
    }
  }
}
