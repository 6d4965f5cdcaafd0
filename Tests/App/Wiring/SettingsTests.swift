import ClientCore
import ClientModel
import TestSupport
import Testing
import ViewModels

@testable import weir

/// What `config.yaml` says.
struct SettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func settings(_ text: String) throws -> Settings {
    try folder.write("config.yaml", text)
    let (settings, problem) = Settings.read(in: folder.path)
    if let problem { throw problem }
    return settings
  }

  @Test func `a file that is not there leaves the defaults`() {
    let (settings, problem) = Settings.read(in: folder.path("none"))
    #expect(problem == nil && settings.theme == nil && settings.log == .info)
    #expect(settings.connections == ConnectionPool())
  }

  @Test func `each key has its effect`() throws {
    let settings = try settings(
      """
      theme: light
      mouse: off
      bell: off
      log: debug
      connections: {per-host: 3, overall: 9, idle: 4}
      immediate: {overall: 5, per-host: 2}
      retention: {days: 7, megabytes: 10}
      """)
    #expect(settings.theme == "light" && settings.mouse == .leftToTerminal)
    #expect(settings.bell == .silent && settings.log == .debug)
    #expect(settings.connections == ConnectionPool(perHost: 3, overall: 9, idle: 4))
    #expect(settings.client.immediateInAll == 5 && settings.client.immediatePerHost == 2)
    #expect(settings.client.retention == .seconds(7 * 86_400))
    #expect(settings.client.retentionSize == ByteCount(10_000_000))
  }

  @Test(arguments: [
    "theem: dark", "mouse: sideways", "log: loud", "connections: {per-host: 0}",
    "connections: {hosts: 1}", "immediate: {overall: -1}", "retention: {days: 0}",
    "retention: {megabytes: 2000000}",
  ])
  func `what cannot be used is refused with its place`(text: String) throws {
    try folder.write("config.yaml", "# Mine.\n\(text)\n")
    let (settings, problem) = Settings.read(in: folder.path)
    #expect(problem?.place.line == 2 && problem?.place.file == folder.path("config.yaml"))
    #expect(problem?.whatToDo.isEmpty == false)
    #expect(settings.connections == ConnectionPool())
  }

  @Test func `a file without the wanted word is not read as YAML`() throws {
    try folder.write("config.yaml", "theme: [")
    #expect(Settings.read(in: folder.path, mentioning: "retention").problem == nil)
    #expect(Settings.read(in: folder.path, mentioning: "retention", "theme").problem != nil)
  }

  @Test func `a value is replaced in its line, and a new one comes last`() {
    let text = "# Mine.\ntheme: dark\nlog: info"
    #expect(
      Settings.text(text, setting: [("theme", "light"), ("bell", "off")])
        == "# Mine.\ntheme: light\nlog: info\nbell: off\n")
    #expect(Settings.text("", setting: [("theme", "light")]) == "theme: light\n")
  }
}
