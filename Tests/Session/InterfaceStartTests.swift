import Foundation
import TestSupport
import TestTraits
import Testing

/// How the interface starts, and when it does not.
@Suite(.usesSystem) struct InterfaceStartTests {
  @Test(arguments: [
    (["--workspace", "/nope"], "/nope"), (["--workspace", "/etc/passwd"], "/etc/passwd"),
    (["--var", "x"], "for --var"), (["--env", "nope"], "nope"),
  ])
  func `an option that cannot be used is refused before the interface opens`(
    arguments: [String], name: String
  ) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let session = try TmuxSession(home, arguments, width: 100)
      let screen = try session.expect("EXIT=2")
      #expect(screen.contains(name) && !screen.contains("1 Request"), "\(screen)")
      // The same words for a command that opens no interface.
      let listed = try home.run(["queue", "list"] + arguments)
      guard arguments[0] == "--workspace" else { return }
      #expect(listed.code == 2, "\(listed.errorOutput)")
      #expect(screen.contains(listed.errorOutput.split(separator: "\n")[0]), "\(screen)")
    }
  }

  @Test func `a store that cannot be opened ends the interface with the reason`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try FileManager.default.createDirectory(
        atPath: home.folder.path("state"), withIntermediateDirectories: true)
      // A file in the folder's place is in everybody's way, root's too.
      try home.folder.write("state/weir", "")
      let session = try TmuxSession(home, width: 140)
      let screen = try session.expect("EXIT=25")
      let listed = try home.run("queue", "list")
      #expect(listed.code == 25)
      #expect(screen.contains(listed.errorOutput.split(separator: "\n")[0]), "\(screen)")
    }
  }

  @Test func `an interface on a new store has no thread of Dispatch, whose pool never rests`()
    async throws
  {
    try await onOwnThread {
      let session = try TmuxSession.open(try WeirHome())
      try session.expect("The queue is empty.")
      let tasks = "/proc/\(try session.pid())/task"
      let names = try FileManager.default.contentsOfDirectory(atPath: tasks).map {
        try String(contentsOfFile: "\(tasks)/\($0)/comm", encoding: .utf8)
      }
      #expect(!names.isEmpty && !names.contains { $0.contains("qos") }, "\(names)")
    }
  }

  @Test func `the help shows what more is to be said of a command`() async throws {
    try await onOwnThread {
      let session = try TmuxSession.open(try WeirHome(), ["demo"])
      try session.press("2", "?", "/")
      try session.type("retry every failed")
      try session.expect("already got a response.")
    }
  }

  @Test(arguments: [
    ("xterm-256color", "dark", "1"), ("xterm", "dark", ""), ("xterm", "light", ""),
    ("xterm-16color", "moss", ""), ("xterm-16color", "parchment", ""), ("vt100", "dark", ""),
  ])
  func `the selected row of the queue is distinct from the others`(
    terminal: String, theme: String, noColor: String
  ) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write("config/weir/config.yaml", "theme: \(theme)\n")
      #expect(try home.run("queue", "pause").code == 0)
      for index in 0..<4 {
        #expect(try home.run("queue", "add", "--hold", "http://127.0.0.1:9/\(index)").code == 0)
      }
      let session = try TmuxSession.open(
        home, width: 110, terminal: terminal, environment: ["NO_COLOR": noColor, "COLORTERM": ""])
      try session.press("2", "j", "j")
      let before = try Self.grounds(of: session)
      try session.press("j")
      let after = try Self.grounds(of: session)
      #expect(zip(before, after).filter { $0 != $1 }.count >= 2, "nothing moved")
    }
  }

  /// The rows of the queue without the colours of their text.
  private static func grounds(of session: TmuxSession) throws -> [String] {
    let styled = try session.styledScreen()
    let lines = styled.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.drop { !$0.contains("2 Queue") }.dropFirst().prefix(9)
      .map { String($0).replacing(/\u{1b}\[(3[0-9]|9[0-7]|38;[0-9;]*)m/, with: "") }
  }
}
