import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// How the interface behaves under a shell: suspended, beside an editor, ended by a signal.
@Suite(.usesSystem) struct ShellMannersTests {
  /// A shell in a terminal, and the program's command as `$W`.
  private static func shell(_ home: WeirHome, _ more: [String: String] = [:]) throws -> TmuxSession
  {
    let command = home.command([]).joined(separator: " ")
    let variables = ["PS1": "READY>", "W": command].merging(more) { $1 }
    let session = try TmuxSession(
      command: ["bash", "--norc", "--noprofile", "--noediting", "-i"],
      environment: home.environment(variables), folder: home.workingFolder, width: 120, of: home)
    try session.expect("READY>")
    try run("stty -a > before", in: session)
    return session
  }

  /// Types a line to the shell.
  private static func run(_ line: String, in session: TmuxSession) throws(RigError) {
    try session.type(line)
    try session.keys("Enter")
  }

  private static func start(in session: TmuxSession) throws -> Int32 {
    try session.untilIdle { () throws(RigError) in
      try run("clear; $W; echo EXIT=$?; stty -a | cmp - before && echo SAME", in: session)
    }
    try session.expect("1 Request")
    #expect(try session.pane("alternate_on") == "1")
    let shell = try session.pid()
    return try #require(ProcessTable.children(of: shell).first, "the shell runs nothing")
  }

  private static func expectShell(_ session: TmuxSession) throws {
    #expect(try session.pane("alternate_on") == "0", "the other screen was left on")
    #expect(try session.pane("cursor_flag") == "1", "the cursor was left hidden")
    #expect(try session.pane("mouse_any_flag") == "0", "the mouse was left reported")
  }

  @Test func `a suspended session gives the shell its terminal and comes back`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let session = try Self.shell(home)
      _ = try Self.start(in: session)
      try home.add("\(server.url)/one?hold=gate")
      try session.expect(1, "running")
      try session.keys("C-z")
      try session.expect("SAME")
      try Self.expectShell(session)
      server.release("gate")
      try Self.run("clear; fg", in: session)
      try session.expect(1, "succeeded")
      #expect(try session.pane("alternate_on") == "1")
      try session.press("2")
      try session.expect(focused: "2 Queue")
      try session.keys("q")
      try session.expect("READY>")
      try Self.run("clear; stty -a | cmp - before && echo SAME", in: session)
      try session.expect("SAME\n")
      try Self.expectShell(session)
    }
  }

  @Test func `the editor has the terminal as the shell had it`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let editor = try home.folder.write(
        "editor",
        """
        #!/bin/sh
        stty -a | cmp - before && echo EDITOR OF $TERM
        read line
        printf %s "$line" > "$1"

        """)
      try #require(chmod(editor, 0o700) == 0)
      let session = try Self.shell(home, ["EDITOR": editor])
      _ = try Self.start(in: session)
      try session.press("1")
      try session.keys("E")
      try session.expect("EDITOR OF tmux-256color")
      try Self.expectShell(session)
      try session.untilIdle { () throws(RigError) in
        try Self.run("https://edited.example/", in: session)
      }
      try session.expect("GET https://edited.example/")
      #expect(try session.pane("alternate_on") == "1")
    }
  }

  @Test func `every signal that ends it restores the terminal`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let session = try Self.shell(home)
      for (signal, code) in [(SIGTERM, 130), (SIGHUP, 130), (SIGINT, 130), (SIGSEGV, 139)] {
        let program = try Self.start(in: session)
        try home.add("\(server.url)/\(signal)?hold=gate")
        _ = try home.run("queue", "resume")
        try session.expect("running")
        #expect(kill(program, signal) == 0)
        try session.expect("EXIT=\(code)")
        try session.expect("SAME")
        try Self.expectShell(session)
      }
      #expect(try home.jobs().count == 4)
      #expect(try home.jobs().allSatisfy { $0.state == "waiting" || $0.isUnderWay })
    }
  }
}
