import TestSupport
import TestTraits
import Testing

/// The filter of a body, by command and by keys.
@Suite(.usesSystem(minutes: 5)) struct FilterTests {
  private static let body =
    #"{"items":[{"id":7,"name":"caf\u00e9 \"one\""},{"id":8,"name":"two"},{"id":9,"name":"three"}]}"#

  private static func rig(_ body: String = body) throws -> (AnsweringServer, WeirHome) {
    let server = try AnsweringServer { _ in
      AnsweringServer.response(200, body, type: "application/json")
    }
    return (server, try WeirHome())
  }

  @Test func `results are printed as jq prints them, strings also raw`() async throws {
    try await onOwnThread {
      let (server, home) = try Self.rig()
      let sent = try home.run("send", server.url, "--filter", ".items[] | select(.id > 7) | .id")
      #expect(sent.code == 0 && sent.lines == ["8", "9"])
      let quoted = try home.run("show", "1", "--filter", ".items[].name")
      #expect(quoted.lines == [#""caf\u00e9 \"one\"""#, #""two""#, #""three""#])
      let raw = try home.run("show", "1", "--filter", ".items[].name", "-r")
      #expect(raw.code == 0 && raw.lines == [#"café "one""#, "two", "three"])
      let computed = try home.run("show", "1", "--filter", "[.items[].id] | add", "-r")
      #expect(computed.lines == ["24"])
      let alone = try home.run("show", "1", "-r")
      #expect(
        alone.code == 2 && alone.errorOutput.contains("It applies to the results of a filter."))
      let wrong = try home.run("show", "1", "--filter", ".items[")
      #expect(wrong.code == 2 && wrong.errorOutput.contains("was not filtered."))
    }
  }

  @Test func `a deep body is filtered into an output of about its size`() async throws {
    try await onOwnThread {
      let depth = 100_000
      let body = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let (server, home) = try Self.rig(body)
      let sent = try home.run("send", server.url, "--filter", ".")
      #expect(sent.code == 0)
      #expect(sent.output.utf8.count < 2 * depth + 20_000)
      #expect(sent.output.filter { !$0.isWhitespace } == body)
    }
  }

  @Test func `of a body that breaks off the beginning is filtered, and the place is shown`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = try Self.rig(#"{"items":[{"id":7},{"id":8},{"id":]}"#)
      #expect(try home.run("send", server.url).code == 0)
      let shown = try home.run("show", "1", "--filter", ".items[].id")
      #expect(shown.code == 1)
      #expect(shown.lines.prefix(2) == ["7", "8"])
      #expect(shown.errorOutput.contains("Line 1, column 35: expected a value, found `]`."))
    }
  }

  @Test func `numbers that jq rounds and keys that stand twice are reported`() async throws {
    try await onOwnThread {
      let (server, home) = try Self.rig(#"{"n":12345678901234567890,"k":1,"k":2}"#)
      #expect(try home.run("send", server.url).code == 0)
      let rounded = try home.run("show", "1", "--filter", "[.n]")
      #expect(rounded.code == 0)
      #expect(
        rounded.errorOutput.contains("the body contains 12345678901234567890"),
        "\(rounded.errorOutput)")
      let path = try home.run("show", "1", "--filter", ".n")
      #expect(path.lines == ["12345678901234567890"] && path.errorOutput == "")
      let twice = try home.run("show", "1", "--filter", ".k")
      #expect(twice.lines == ["2"])
      #expect(twice.errorOutput.contains("The key \"k\" occurs more than once"))
    }
  }

  @Test func `a program is typed, shows its result, is saved, and removed again`()
    async throws
  {
    try await onOwnThread {
      let (server, home) = try Self.rig()
      #expect(try home.run("send", server.url).code == 0)
      let session = try TmuxSession.open(home)
      try session.press(",", "h")
      try session.expect("127.0.0.1")
      try session.press("Enter")
      try session.expect("200 Reported")
      try session.press("|")
      try session.type(".it")
      try session.expect("tab: .items")
      try session.press("Tab")
      try session.expect(".items")
      try session.type("[] | select(.id == 8) | .name")
      try session.expect("the one result") { screen in
        screen.contains(#""two""#) && !screen.contains(#""three""#)
      }
      try session.press("Enter")
      // `yq` on what stays on show leads into the unfiltered body.
      try session.keys("y", "q")
      try session.expect(".items[1].name")
      try session.press("Escape")
      try session.expect("the unfiltered body") { $0.contains("items") && !$0.contains("select(") }
      // What cannot be a program says so and leaves the field open.
      try session.press("|")
      try session.type(".items | frobnicate")
      try session.expect("frobnicate/0 is not defined")
    }
  }
}
