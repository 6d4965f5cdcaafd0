import Foundation
import Glibc
import TestSupport
import Testing

/// What Weir stores about its user is the user's alone, and goes where it belongs.
@Suite struct PrivateFilesTests {
  private func mode(_ path: String) throws -> mode_t {
    var facts = stat()
    try #require(lstat(path, &facts) == 0, "\(path)")
    return facts.st_mode & 0o777
  }

  @Test func `the list of accepted workspaces is for its user alone`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      #expect(try home.run("init").code == 0)
      let accepted = try home.run("trust")
      #expect(accepted.code == 0, "\(accepted.errorOutput)")
      #expect(try mode(home.stateFolder + "/trust") == 0o600)
      #expect(try mode(home.stateFolder + "/trusted") == 0o700)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: home.stateFolder + "/trusted")
      for name in names { #expect(try mode(home.stateFolder + "/trusted/" + name) == 0o600) }
      #expect(try mode(home.workingFolder + "/weir.yaml") == 0o644)
    }
  }

  @Test(arguments: ["bodies", "snapshots", "owners"])
  func `a folder of the store that is a link is refused`(_ name: String) async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      #expect(try home.run("send", server.url).code == 0)
      let path = home.stateFolder + "/" + name
      if access(path, F_OK) == 0 { try FileManager.default.removeItem(atPath: path) }
      let elsewhere = home.folder.path("elsewhere")
      #expect(mkdir(elsewhere, 0o700) == 0 && symlink(elsewhere, path) == 0)
      let refused = try home.run("send", server.url)
      #expect(refused.code == 25 && refused.errorOutput.contains(path), "\(refused.errorOutput)")
      #expect(server.requests.count == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == [])
    }
  }

  @Test(arguments: [
    ["show", "999\u{1B}[2J"], ["queue", "cancel", "\u{1B}]0;x\u{7}"], ["\u{1B}[2J"],
    ["send", "--limit", "\u{9B}2J", "localhost"], ["queue", "list", "--state", "\u{1B}c"],
    ["help", "\u{1B}[2J"], ["--workspace", "/nowhere\u{1B}[2J", "queue", "list"],
  ])
  func `no complaint brings a control character of its words to the terminal`(
    _ words: [String]
  ) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let ended = try home.run(words)
      #expect(ended.code != 0 && !ended.errorOutput.isEmpty)
      for text in [ended.output, ended.errorOutput] {
        let controls = text.unicodeScalars.filter {
          $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value)
        }
        #expect(controls.isEmpty, "\(words): \(text.debugDescription)")
      }
    }
  }

  @Test func `the message of a limit names how it is raised, and that way raises it`() async throws
  {
    try await onOwnThread {
      let many = (0..<600).map { "X-\($0): a\r\n" }.joined()
      let server = try AnsweringServer { _ in
        AnsweringServer.response(200, "{}", type: "text/plain", many)
      }
      let home = try WeirHome()
      let refused = try home.run("send", server.url)
      #expect(refused.errorOutput.contains("--limit header-count=N"), "\(refused.errorOutput)")
      let raised = try home.run("send", server.url, "--limit", "header-count=700")
      #expect(raised.code == 0 && raised.output == "{}", "\(raised.errorOutput)")
      let unknown = try home.run("send", server.url, "--limit", "headers=7")
      #expect(unknown.code == 2 && unknown.errorOutput.contains("decoded-ratio"))
    }
  }
}
