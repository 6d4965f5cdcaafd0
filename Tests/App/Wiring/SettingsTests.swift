import ClientCore
import ClientModel
import ClientWorkspace
import ClientYAML
import Foundation
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
      store: {postgres: env:WEIR_STORE}
      """)
    #expect(settings.store == StoreSetting("env:WEIR_STORE"))
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
    "retention: {megabytes: 2000000}", "own_edits: on", "store: weir.db",
  ])
  func `what cannot be used is refused with its place`(text: String) throws {
    try folder.write("config.yaml", "# Mine.\n\(text)\n")
    let (settings, problem) = Settings.read(in: folder.path)
    #expect(problem?.place.line == 2 && problem?.place.file == folder.path("config.yaml"))
    #expect(problem?.whatToDo.isEmpty == false)
    #expect(settings.connections == ConnectionPool())
  }

  @Test func `own edits are asked about, unless a file without an error says otherwise`() throws {
    #expect(Settings.read(in: folder.path).settings.ownEdits == .asked)
    try folder.write("config.yaml", "own_edits: trusted\n")
    #expect(Settings.read(in: folder.path).settings.ownEdits == .trusted)
    try folder.write("config.yaml", "own_edits: trusted\nretention: {days: 0}\n")
    #expect(Settings.read(in: folder.path).settings.ownEdits == .asked)
  }

  @Test func `a file without the wanted word is not read as YAML`() throws {
    try folder.write("config.yaml", "theme: [")
    #expect(Settings.read(in: folder.path, mentioning: "retention").problem == nil)
    #expect(Settings.read(in: folder.path, mentioning: "retention", "theme").problem != nil)
  }

  @Test(arguments: [String.Encoding.utf8, .utf16LittleEndian])
  func `a changed setting leaves the rest of the file and its encoding`(encoding: String.Encoding)
    throws
  {
    let path = URL(fileURLWithPath: folder.path("config.yaml"))
    let text = "\u{FEFF}# Mine.\r\ntheme: dark # now\r\nlog: info"
    try #require(text.data(using: encoding)).write(to: path)
    #expect(Settings.read(in: folder.path).settings.theme == "dark")
    try Settings.change(in: folder.path) { (file) throws(YAMLProblem) in
      try file.set([.key("theme")], to: .text("light"))
      try file.set([.key("sidebar")], to: .text("hidden"))
    }
    let wanted = "\u{FEFF}# Mine.\r\ntheme: light # now\r\nlog: info\r\nsidebar: hidden"
    #expect(try Data(contentsOf: path) == wanted.data(using: encoding))
  }

  @Test(arguments: [
    ("{theme: dark, log: info}  # all\n", "{theme: light, log: info}  # all\n"),
    ("\"theme\" : 'dark'\t# tab\nlog: info\n", "\"theme\" : 'light'\t# tab\nlog: info\n"),
    ("%YAML 1.2\n---\ntheme: dark # now\n...\n", "%YAML 1.2\n---\ntheme: light # now\n...\n"),
    (
      "connections:\n    idle: 5   # few\n\ntheme:\n  dark\n# end",
      "connections:\n    idle: 5   # few\n\ntheme:\n  light\n# end"
    ),
    ("# 注\rtheme: dark\rlog: info\r", "# 注\rtheme: light\rlog: info\r"),
    (
      "retention: {days: 7}\ntheme: >-  # why\n  dark\nlog: info\n",
      "retention: {days: 7}\ntheme: light  # why\nlog: info\n"
    ),
  ])
  func `a setting changes where it stands, whatever the layout`(old: String, new: String) throws {
    try folder.write("config.yaml", old)
    try Settings.change(in: folder.path) { (file) throws(YAMLProblem) in
      try file.set([.key("theme")], to: .text("light"))
    }
    let changed = try Data(contentsOf: URL(fileURLWithPath: folder.path("config.yaml")))
    #expect(changed == Data(new.utf8), "\(String(decoding: changed, as: UTF8.self))")
  }

  @Test(arguments: [
    Data("theme: dark\n---\n# more\nlog: info\n".utf8), Data("theme: [dark\n".utf8),
    // Comments in Latin-1, and half a unit of UTF-16.
    Data(Array("# f".utf8) + [0xFC] + Array("r mich\ntheme: dark\n".utf8)),
    Data([0xFF, 0xFE, 0x74, 0x00, 0x3A]),
  ])
  func `settings that cannot be read are not changed`(text: Data) throws {
    let path = URL(fileURLWithPath: folder.path("config.yaml"))
    try text.write(to: path)
    #expect(throws: YAMLProblem.self) {
      try Settings.change(in: folder.path) { (file) throws(YAMLProblem) in
        try file.set([.key("theme")], to: .text("light"))
      }
    }
    #expect(try Data(contentsOf: path) == text)
  }

  @Test func `the limits of connections are written where they were`() throws {
    try folder.write("config.yaml", "# one\nconnections: {idle: 5}  # few\nlog: info\n")
    try ConnectionSettings.write(ConnectionPool(perHost: 4, idle: 6), in: folder.path)
    let path = folder.path("config.yaml")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == "# one\nconnections: {idle: 6, per-host: 4}  # few\nlog: info\n")
    try ConnectionSettings.write(ConnectionPool(), in: folder.path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "# one\nlog: info\n")
  }

  @Test func `a setting makes the check of responses the default`() throws {
    #expect(StatusCheck.asSet.resolved(in: folder.path) == .nothing)
    try folder.write("config.yaml", "check: on\n")
    #expect(StatusCheck.asSet.resolved(in: folder.path) == .statuses)
    #expect(StatusCheck.nothing.resolved(in: folder.path) == .nothing)
  }
}
