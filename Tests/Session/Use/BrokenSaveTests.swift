import Foundation
import TestSupport
import TestTraits
import Testing

/// Saves that are killed, or find no room.
@Suite(.serialized, .usesSystem(minutes: 3)) struct BrokenSaveTests {
  private static let body =
    "[" + (0..<90_000).map { "\($0)" }.joined(separator: ",") + "]"

  private func server() throws -> AnsweringServer {
    try AnsweringServer { _ in AnsweringServer.response(200, Self.body, type: "application/json") }
  }

  private func saved(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func `a name that is taken is refused before anything is sent`() async throws {
    try await onOwnThread {
      let server = try server()
      let home = try WeirHome()
      let taken = try home.folder.write("list.json", "mine")
      let refused = try home.run("send", "POST", server.url, "a=1", "-o", taken)
      #expect(refused.code == 2)
      #expect(refused.errorOutput.contains("Nothing was sent."), "\(refused.errorOutput)")
      #expect(try home.run("queue", "list").output.contains("POST") == false)
      #expect(try String(contentsOfFile: taken, encoding: .utf8) == "mine")
    }
  }

  @Test func `a save that was killed goes on from there, and the file is complete`() async throws {
    try await onOwnThread {
      let server = try server()
      let shim = try FaultShim()
      let home = try WeirHome()
      let folder = home.folder.path("saved")
      let target = folder + "/list.json"
      let (torn, _) = try shim.arm(.tear(call: 3), below: folder)
      let killed = try home.run("send", server.url, "-o", target, environment: torn)
      #expect(killed.ending == .signalled(SIGKILL), "\(killed.errorOutput)")
      let left = try saved(in: folder)
      #expect(left.count == 1 && left.first?.hasSuffix(".part") == true, "\(left)")
      let again = try home.run("send", server.url, "-o", target)
      #expect(again.code == 0)
      #expect(
        again.errorOutput.contains("resumed at 526 kB of 528 kB."), "\(again.errorOutput)")
      #expect(try String(contentsOfFile: target, encoding: .utf8) == Self.body)
      #expect(try saved(in: folder) == ["list.json"])
    }
  }

  @Test func `without room the screen says what was written, and saving again goes on`()
    async throws
  {
    try await onOwnThread {
      let server = try server()
      let shim = try FaultShim()
      let home = try WeirHome()
      #expect(try home.run("send", server.url).code == 0)
      let folder = home.folder.path("saved")
      let (full, _) = try shim.arm(.failOnce(call: 2, .noSpace), below: folder)
      let session = try TmuxSession.open(home, environment: full)
      try session.press("2", "Enter", "3")
      try session.expect("90000")
      for words in ["was not written", "resumed at 262 kB"] {
        try session.press("w")
        try session.expect("Save")
        try session.press("C-u")
        try session.type(folder + "/b.json")
        try session.press("Enter")
        try session.expect(words)
      }
      #expect(
        try String(contentsOfFile: folder + "/b.json", encoding: .utf8) == Self.body)
      #expect(try saved(in: folder) == ["b.json"])
    }
  }
}
