import Glibc
import Terminal
import Testing

@testable import NcursesTerminal

@Suite struct TerminalKindTests {
  private let all: (String) -> Bool = { _ in true }

  private func name(_ environment: [String: String], _ isKnown: (String) -> Bool) -> String {
    TerminalKind(environment: environment, isKnown: isKnown).name
  }

  @Test func `true colour needs the terminal's word and an installed description`() {
    let truecolor = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    #expect(name(truecolor, all) == "xterm-direct")
    #expect(name(truecolor) { $0 == "xterm-256color" } == "xterm-256color")
    #expect(name(["TERM": "xterm-256color"], all) == "xterm-256color")
  }

  @Test func `tmux gets tmux's description, screen keeps its own`() {
    #expect(name(["TERM": "tmux-256color", "COLORTERM": "24bit"], all) == "tmux-direct")
    let screen = ["TERM": "screen-256color", "COLORTERM": "truecolor"]
    #expect(name(screen, all) == "screen-256color")
    #expect(name(screen.merging(["TMUX": "x"]) { $1 }, all) == "tmux-direct")
  }

  @Test func `a terminal without a description of its own borrows xterm's`() {
    let foot = ["TERM": "foot", "COLORTERM": "truecolor"]
    #expect(name(foot, all) == "foot-direct")
    #expect(name(foot) { $0 != "foot-direct" } == "xterm-direct")
  }

  @Test func `an unusable terminal is not replaced`() {
    let dumb = ["TERM": "dumb", "COLORTERM": "truecolor"]
    #expect(name(dumb) { $0 == "xterm-direct" } == "dumb")
    #expect(name(["COLORTERM": "truecolor"], all) == "")
  }

  @Test func `NO_COLOR leaves attributes only, unless it is empty`() {
    let colorful = ["TERM": "xterm", "COLORTERM": "truecolor"]
    let none = TerminalKind(environment: colorful.merging(["NO_COLOR": "1"]) { $1 }, isKnown: all)
    #expect(none.limit == ColorDepth.none)
    #expect(none.name == "xterm")
    let empty = TerminalKind(environment: colorful.merging(["NO_COLOR": ""]) { $1 }, isKnown: all)
    #expect(empty.limit == nil)
  }

  @Test(arguments: [
    ("xterm-256color", true), ("xterm", true), ("tmux-direct", true), ("vte-256color", true),
    ("vt100", false), ("vt220-w", false), ("linux", false), ("linux-16color", false),
    ("dumb", false), ("", false),
  ])
  func `only a terminal that reports its background is asked for it`(term: String, asks: Bool) {
    #expect(TerminalKind(environment: ["TERM": term], isKnown: all).reportsBackground == asks)
    let plain = TerminalKind(environment: ["TERM": term, "NO_COLOR": "1"], isKnown: all)
    #expect(!plain.reportsBackground)
  }

  @Test(arguments: [
    TerminalError.notATerminal, .termNotSet, .unknownTerm("x\u{1B}c"), .cannotMoveCursor("dumb"),
    .cannotStart("xterm"),
  ])
  func `each error says what, why and what to do, and holds no control byte`(error: TerminalError) {
    for sentence in [error.what, error.why, error.whatToDo] {
      #expect(sentence.count > 20)
      #expect(SafeText(sentence).string == sentence)
    }
  }

  @Test func `without a terminal there is an error instead of a crash`() throws {
    // Standard input of a test run is a terminal only when a person runs it by hand.
    guard isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 else { return }
    #expect(throws: TerminalError.notATerminal) {
      try NcursesTerminal(environment: ["TERM": "xterm"])
    }
  }
}
