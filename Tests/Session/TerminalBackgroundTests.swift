import Foundation
import TestSupport
import TestTraits
import Testing

/// The interface asks the terminal for its background where no theme is configured.
@Suite(.usesSystem) struct TerminalBackgroundTests {
  private static let dark = "48;2;22;24;29"
  private static let light = "48;2;251;251;248"

  private static func expect(_ color: String, in session: TmuxSession) throws {
    try session.expect("1 Request")
    let end = ContinuousClock.now + TmuxSession.patience
    var styled = try session.styledScreen()
    while !styled.contains(color), ContinuousClock.now < end {
      usleep(20_000)
      styled = try session.styledScreen()
    }
    #expect(styled.contains(color), "\(styled)")
  }

  @Test(arguments: [("#ffffff", light), ("#000000", dark), (nil, dark)])
  func `the theme is that of the terminal's background`(
    background: String?, color: String
  ) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let session = try TmuxSession.open(
        home, terminal: "tmux-direct", background: background)
      try Self.expect(color, in: session)
      try session.press(",", "t")
      try session.expect("Themes")
      #expect(!FileManager.default.fileExists(atPath: home.configFolder + "/config.yaml"))
    }
  }

  @Test func `a configured theme wins`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write("config/weir/config.yaml", "theme: dark\n")
      let session = try TmuxSession.open(
        home, terminal: "tmux-direct", background: "#ffffff")
      try Self.expect(Self.dark, in: session)
    }
  }

  @Test func `the list of themes previews, and closing it returns to the theme before`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      let session = try TmuxSession.open(home, terminal: "tmux-direct")
      try Self.expect(Self.dark, in: session)
      try session.press(",", "t")
      try session.expect("Themes")
      try session.press("Down")
      try Self.expect(Self.light, in: session)
      try session.press("Escape")
      try Self.expect(Self.dark, in: session)
      #expect(!FileManager.default.fileExists(atPath: home.configFolder + "/config.yaml"))
    }
  }
}
