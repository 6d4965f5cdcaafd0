import Foundation
import Panels
import Terminal
import TestSupport
import Testing
import ViewModels

@testable import weir

/// The user's settings, themes and keys over those that Weir comes with.
struct UserSettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var looks: UserSettings { read(from: folder.path) }

  private func read(from settings: String) -> UserSettings {
    UserSettings(folder: settings, state: folder.path)
  }

  @Test func `a folder without files gives the defaults and says nothing`() {
    let looks = read(from: folder.path("none"))
    #expect(looks.theme == "dark" && looks.mouse == .used && looks.bell == .rung)
    #expect(looks.themeNames.contains("light"))
    #expect(looks.notices.isEmpty)
  }

  @Test func `the settings file chooses theme, mouse and bell`() throws {
    try folder.write("config.yaml", "theme: light\nmouse: off\nbell: off\n")
    #expect(looks.theme == "light" && looks.mouse == .leftToTerminal && looks.bell == .silent)
    #expect(looks.palette == chosen("light").palette && looks.palette != chosen("dark").palette)
  }

  private func chosen(_ name: String) -> UserSettings {
    var looks = read(from: folder.path("none"))
    looks.choose(theme: name)
    return looks
  }

  @Test func `a theme that is unknown is not used, and the notice lists the others`() throws {
    try folder.write("config.yaml", "theme: mauve\n")
    #expect(looks.theme == "dark")
    let notice = try #require(looks.notices.first)
    #expect(notice.what == "The theme mauve is not used.")
    #expect(notice.whatToDo.contains("light"))
    var other = looks
    other.choose(theme: "mauve")
    #expect(other.theme == "dark")
  }

  @Test func `a theme of the user replaces the bundled one of its name`() throws {
    try folder.write("themes/mine.yaml", "name: light\nroles: {text: \"#010203\"}\n")
    try folder.write("config.yaml", "theme: light\n")
    #expect(looks.palette != chosen("light").palette)
    #expect(looks.themeNames.filter { $0 == "light" } == ["light"])
    #expect(looks.themeNames.last == "light" && looks.themeNames.first == "dark")
  }

  @Test func `keys that the user changes apply at once and are in the file`() throws {
    var looks = looks
    #expect(looks.carryOut(.ask(of: .queue(.pause))).count == 1)
    let events = looks.carryOut(.set("x or f6", of: .queue(.pause)))
    #expect(looks.keys.keymap.labels(of: .queue(.pause)) == ["x", "f6"])
    // The first notice names the new keys, the second the command that had one of them before.
    #expect(events.count == 2)
    let text = try String(contentsOfFile: folder.path("keymap.yaml"), encoding: .utf8)
    #expect(text == "queue.pause:\n  - x\n  - f6\n")
    #expect(looks.rereadKeys() == nil)
  }

  @Test func `keys that cannot be used stay to be corrected, and nothing is written`() throws {
    var looks = looks
    let events = looks.carryOut(.set("f99", of: .queue(.pause)))
    guard case .notice(let notice)? = events.first, case .effects(let effects)? = events.last,
      case .ask(let prompt)? = effects.last, prompt.buffer.text == "f99"
    else {
      return #expect(Bool(false), "the prompt did not come again")
    }
    #expect(notice.kind == .warning && notice.why.contains("f99"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("keymap.yaml")))
  }

  @Test func `a preview changes the colours alone, and nothing on disk`() throws {
    var looks = looks
    looks.preview(theme: "light")
    #expect(looks.theme == "dark" && looks.palette == chosen("light").palette)
    looks.preview(theme: "mauve")
    #expect(looks.palette == chosen("light").palette)
    looks.preview(theme: "dark")
    #expect(looks.palette == chosen("dark").palette)
    #expect(!FileManager.default.fileExists(atPath: folder.path("config.yaml")))
  }

  @Test func `the background of the terminal chooses the theme where none is configured`() throws {
    let start = ContinuousClock.Instant.now
    try folder.write("config.yaml", "mouse: off\n")
    var free = looks
    let asks = free.asksBackground(at: start)
    #expect(asks)
    free.take(background: .white, at: start + .milliseconds(100))
    #expect(free.theme == "light" && free.palette == chosen("light").palette)
    try folder.write("config.yaml", "theme: dark\n")
    var configured = looks
    let asksAgain = configured.asksBackground(at: start)
    #expect(!asksAgain)
    configured.take(background: .white, at: start)
    #expect(configured.theme == "dark")
  }

  @Test func `a theme chosen in the interface wins over a background that is reported later`() {
    let start = ContinuousClock.Instant.now
    var looks = looks
    _ = looks.asksBackground(at: start)
    #expect(looks.store(.theme("moss")) == nil)
    looks.take(background: .white, at: start)
    #expect(looks.theme == "moss")
  }

  @Test func `a theme of the user may extend another, and one that cannot is reported`() throws {
    try folder.write("themes/a.yaml", "name: a\nextends: b\nroles: {text: \"#ffffff\"}\n")
    try folder.write("themes/b.yaml", "name: b\nextends: dusk\n")
    try folder.write("themes/c.yaml", "name: c\nextends: dusky\n")
    try folder.write("config.yaml", "theme: a\n")
    let looks = looks
    #expect(looks.theme == "a" && looks.themeNames.suffix(2) == ["a", "b"])
    let notice = try #require(looks.notices.first)
    #expect(looks.notices.count == 1 && notice.what == "c.yaml:2:10 cannot be read.")
    #expect(notice.whatToDo.hasPrefix("Did you mean `dusk`?"))
    #expect(
      chosen("dusk").palette[.text, .selected].background
        == looks.palette[.text, .selected].background)
  }

  @Test func `a file that cannot be read as settings leaves the defaults, with a notice`() throws {
    try folder.write("config.yaml", "mouse: sideways\n")
    #expect(looks.mouse == .used && looks.notices.count == 1)
  }

  @Test func `the user's keys replace the standard ones, line by line`() throws {
    try folder.write("keymap.yaml", "queue.cancel: f9\n")
    #expect(looks.keys.keymap.label(of: .queue(.cancel)) == "f9")
    try folder.write("keymap.yaml", "queue.cancel: r\n")
    #expect(looks.keys.keymap.label(of: .queue(.cancel)) == "r")
    #expect(
      looks.losses.map(\.what) == [
        "`r` is now a key of queue.cancel, and is no longer a key of queue.retry."
      ])
    try folder.write("keymap.yaml", "queue.cancel: ctrl+1\nqueue.pause: f8\n")
    #expect(looks.notices.count == 1 && looks.keys.keymap.label(of: .queue(.cancel)) == "x")
    #expect(looks.keys.keymap.label(of: .queue(.pause)) == "f8")
  }

  @Test func `keys that are read again are reported once, also a line that changes no key`() throws
  {
    try folder.write("keymap.yaml", "queue.cancel: f9\n")
    var looks = looks
    #expect(looks.rereadKeys() == nil)
    try folder.write("keymap.yaml", "queue.cancel: f9\nqueue.pase: f8\n")
    #expect(looks.rereadKeys()?.count == 1)
    #expect(looks.rereadKeys() == nil)
    try folder.write("keymap.yaml", "queue.cancel: f9\n")
    #expect(looks.rereadKeys() == [] && looks.notices.isEmpty)
  }

  @Test func `a choice is written, and other lines of the file stay`() throws {
    try folder.write("config.yaml", "# Mine.\nbell: off\ntheme: dark\n")
    var looks = looks
    #expect(looks.store(.theme("light")) == nil)
    #expect(looks.store(.mouse(.leftToTerminal)) == nil)
    let text = try String(contentsOfFile: folder.path("config.yaml"), encoding: .utf8)
    #expect(text == "# Mine.\nbell: off\ntheme: light\nmouse: off\n")
    #expect(self.looks.theme == "light" && self.looks.bell == .silent)
  }

  @Test func `the use of the mouse is stored without a theme that was not chosen`() throws {
    var looks = looks
    #expect(looks.store(.mouse(.leftToTerminal)) == nil)
    let text = try String(contentsOfFile: folder.path("config.yaml"), encoding: .utf8)
    #expect(text == "mouse: off\n")
  }

  @Test func `the sizes of the panels are stored in the state folder`() {
    var splits = PanelSplits()
    splits[ScreenSize(width: 80, height: 24)] = [.response: 40]
    var looks = read(from: folder.path("none"))
    #expect(looks.store(.splits(splits)) == nil)
    let stored = self.looks.events.compactMap { event -> PanelSplits? in
      if case .splits(let splits) = event { splits } else { nil }
    }
    #expect(stored == [splits])
  }

  @Test func `a choice that cannot be written holds for the session`() throws {
    let file = try folder.write("file", "")
    var looks = read(from: file)
    let notice = looks.store(.theme("light"))
    #expect(notice?.what == "Your choice applies to this session only.")
    #expect(looks.theme == "light")
  }
}
