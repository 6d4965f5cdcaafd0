import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// How the interface behaves in a terminal while it works: sizes, pastes, colours, the mouse.
@Suite(.usesSystem) struct TerminalMannersTests {
  @Test func `every size is drawn completely while jobs run`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let session = try TmuxSession.open(home, width: 80, height: 24)
      try home.add("\(server.url)/one?hold=gate")
      try home.add("\(server.url)/two?hold=gate")
      try session.expect("  2/2")
      for (width, height) in [(200, 60), (50, 15), (10, 3), (80, 24), (200, 60), (80, 24)] {
        try session.resize(width: width, height: height)
        switch width {
        case 10: try session.expect("Too small")
        case 50: try session.expect("one panel") { Self.panels(in: $0) == 1 }
        default:
          try session.expect("three panels of \(width) columns") { screen in
            let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
            return Self.panels(in: screen) == 3 && lines.count >= height
              && lines[1].count == width && lines[height - 1].contains("send")
          }
        }
      }
      server.release("gate")
      try session.untilIdle { () throws(RigError) in try session.expect(2, "succeeded") }
      try session.expectNoRunningJob()
      // What lies on the screen is what a fresh one shows: no rest of another size.
      let before = try session.screen()
      try session.press("C-l")
      try session.expect("the same screen, drawn anew") { $0 == before }
    }
  }

  private static func panels(in screen: String) -> Int {
    ["1 Request", "2 Queue", "3 Response"].count { screen.contains($0) }
  }

  /// What follows an escape is waited for, and will never come.
  @Test func `a terminal that goes in the midst of a key takes its program along`() async throws {
    try await onOwnThread {
      for _ in 0..<5 {
        let session = try TmuxSession.open(try WeirHome())
        #expect(try session.hangUp(after: "Escape"))
      }
    }
  }

  @Test func `a paste is text, whatever it holds`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let session = try TmuxSession.open(try WeirHome())
      // Enter, quit, Ctrl+C, a cursor key, a window title and a coloured letter, as keys would send.
      let evil = "x\r\nq\u{3}\u{1b}[A\u{1b}:quit\r\u{1b}]2;evil\u{7}\u{1b}[31mred"
      func paste(_ text: String) throws(RigError) {
        try session.untilIdle { () throws(RigError) in
          try session.send(bytes: Array("\u{1b}[200~\(text)\u{1b}[201~".utf8))
        }
      }
      for panel in ["1", "2", "3"] {
        try session.press(panel)
        try paste(evil)
        try session.expect("The pasted text was not used.")
      }
      try session.press("1", "i")
      try session.type(server.url + "/")
      try paste(evil)
      try session.expect("/x")
      try session.expect("red")
      try session.expect("esc done")
      try session.stopTyping()
      #expect(try session.pane("pane_title") != "evil")
      // In a body, lines stay lines.
      try session.press("]", "]", "Enter", "Down", "Down", "Enter")
      try session.expect("‹text›")
      try paste("first\nsecond")
      try session.expect("two lines") {
        $0.split(separator: "\n").contains { $0.contains("1 first") && !$0.contains("second") }
      }
      #expect(server.requests.count == 0, "a paste sent a request")
      #expect(kill(try session.pid(), 0) == 0)
    }
  }

  @Test func `a click focuses the panel below it`() async throws {
    try await onOwnThread {
      let session = try TmuxSession.open(try WeirHome(), width: 100, height: 30)
      try session.expect(focused: "1 Request")
      try session.click(column: 10, row: 20)
      try session.expect(focused: "2 Queue")
      try session.click(column: 70, row: 20)
      try session.expect(focused: "3 Response")
      try session.click(column: 10, row: 5)
      try session.expect(focused: "1 Request")
    }
  }

  @Test func `a theme is chosen while jobs run, and stored`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let session = try TmuxSession.open(home, terminal: "tmux-direct")
      try home.add("\(server.url)/one?hold=gate")
      try session.expect(1, "running")
      #expect(try session.styledScreen().contains("48;2;22;24;29"), "not the dark theme")
      try session.keys(",", "t")
      try session.expect("Themes")
      try session.keys("/")
      try session.type("light")
      try session.keys("Enter")
      try session.expect("no list") { !$0.contains("Themes") }
      let light = try session.styledScreen()
      #expect(!light.contains("48;2;22;24;29"))
      server.release("gate")
      try session.expect(1, "succeeded")
      session.close()
      #expect(
        FileManager.default.contents(atPath: home.configFolder + "/config.yaml")
          .map { String(decoding: $0, as: UTF8.self) }?.contains("theme: light") == true)
      let again = try TmuxSession.open(home, terminal: "tmux-direct")
      #expect(try !again.styledScreen().contains("48;2;22;24;29"))
    }
  }

  @Test(arguments: ["NO_COLOR", "xterm", "screen", "xterm-256color"])
  func `colours stay within what the terminal has`(kind: String) async throws {
    try await onOwnThread {
      let isPlain = kind == "NO_COLOR"
      let session = try TmuxSession.open(
        try WeirHome(), ["demo"], width: 100,
        terminal: isPlain ? "tmux-256color" : kind, environment: isPlain ? ["NO_COLOR": "1"] : [:])
      try session.expect("DEMO")
      try session.expect(tab: "Params")
      let styled = try session.styledScreen()
      let codes = styled.matches(of: /\u{1b}\[([0-9;:]*)m/).flatMap { match in
        match.1.split { $0 == ";" || $0 == ":" }.compactMap { Int($0) }
      }
      #expect(!codes.isEmpty, "nothing is styled")
      if isPlain { #expect(!codes.contains { (30...49).contains($0) && $0 % 10 != 9 || $0 >= 90 }) }
      let extended = codes.contains(38) || codes.contains(48)
      #expect(extended == (kind == "xterm-256color"))
    }
  }
}
