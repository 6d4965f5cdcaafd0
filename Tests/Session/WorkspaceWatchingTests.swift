import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Files that others edit while the interface shows them.
@Suite(.usesSystem) struct WorkspaceWatchingTests {
  /// A workspace with one request, accepted.
  private static func workspace() throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/weir.yaml", "name: Shared\nenvironment: dev\n")
    try home.folder.write(
      "work/environments.yaml", "environments:\n  dev:\n    host: one.example\n")
    try home.folder.write("work/requests/list.yaml", "method: GET\nurl: https://{{host}}/first\n")
    #expect(try home.run("trust").code == 0)
    return home
  }

  private static func text(_ path: String) -> String {
    "method: GET\nurl: https://{{host}}/\(path)\n"
  }

  /// As most editors save: a new file takes the old one's place.
  private static func swap(_ name: String, _ text: String, of home: WeirHome) throws {
    let path = home.workingFolder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + ".tmp"))
    #expect(rename(path + ".tmp", path) == 0)
  }

  @Test func `an edit from outside is read, also when the file is swapped`() async throws {
    try await onOwnThread {
      let home = try Self.workspace()
      let session = try TmuxSession.open(home)
      try session.press(",", "r")
      try session.expect(focused: "b Requests")
      try session.press("Enter")
      try session.expect("= https://one.example/first")

      try home.folder.write("work/requests/list.yaml", Self.text("second"))
      try session.expect("GET https://{{host}}/second")
      // An edit from outside ends the trust; nobody is asked, since nothing here needs it.
      try session.expect("NOT TRUSTED")
      #expect(try !session.screen().contains("Trust this folder?"))

      try Self.swap("requests/list.yaml", Self.text("third"), of: home)
      try session.expect("GET https://{{host}}/third")
      try Self.swap(
        "environments.yaml", "environments:\n  dev:\n    host: two.example\n", of: home)
      try session.expect("= https://two.example/third")

      // A new folder with a file in it, and one that goes.
      try home.folder.write("work/requests/deep/er/new.yaml", Self.text("new"))
      try session.press(",", "r")
      try session.expect("deep")
      try FileManager.default.removeItem(atPath: home.workingFolder + "/requests/deep")
      try session.expect("one request") { !$0.contains("deep") && $0.contains("list") }
    }
  }

  @Test func `an edit from outside never overwrites what is being composed`() async throws {
    try await onOwnThread {
      let home = try Self.workspace()
      let session = try TmuxSession.open(home)
      try session.press(",", "r")
      try session.expect(focused: "b Requests")
      try session.press("Enter")
      try session.expect("= https://one.example/first")
      try session.press("1", "i", "C-e")
      try session.type("-mine")
      try session.expect("first-mine")
      try Self.swap("requests/list.yaml", Self.text("theirs"), of: home)
      try session.expect("was changed outside")
      try session.expect("first-mine")
      #expect(try !session.screen().contains("/theirs"))
    }
  }

  @Test func `a catalog that is changed from outside ends the trust at once`() async throws {
    try await onOwnThread {
      let home = try Self.workspace()
      try home.folder.write("work/catalogs/shop.yaml", "openapi: 3.1.0\n")
      #expect(try home.run("trust").code == 0)
      let session = try TmuxSession.open(home)
      try session.expect("Shared") { !$0.contains("NOT TRUSTED") }
      try home.folder.write("work/catalogs/shop.yaml", "openapi: 3.0.3\n")
      try session.expect("NOT TRUSTED")
    }
  }
}
