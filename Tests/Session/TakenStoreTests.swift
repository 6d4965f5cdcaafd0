import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// What stands in the way on disk: a store that another process drains, files that cannot be read.
///
/// Tests may run as root, whom no mode stops: a folder in the file's place and a link to itself are
/// unreadable for everybody.
@Suite(.usesSystem) struct TakenStoreTests {
  private static let nowhere = "http://127.0.0.1:1/"

  /// A message says what, why and what to do, and names no type.
  private func expectMessage(_ finished: WeirHome.Finished, code: Int, naming name: String) {
    #expect(finished.code == code, "\(finished.ending): \(finished.errorOutput)")
    let text = finished.errorOutput
    #expect(text.matches(of: /[.:!]\s/).count >= 2, "too short: \(text)")
    #expect(!text.contains("Error(") && !text.contains("Optional("), "\(text)")
    #expect(text.contains(name), "\(text)")
  }

  @Test func `a store that is drained is looked at, added to, and reported`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let runner = try home.start("queue", "run")
      let id = try home.add("\(server.url)/one")
      #expect(try home.run("queue", "wait", "\(id)").code == 0)
      // The screen says who drains, and what can be done here.
      let viewer = try TmuxSession.open(home, width: 200)
      try viewer.expect("VIEWER of process \(runner.pid)")
      try viewer.expect("Process \(runner.pid) runs this queue.")
      try viewer.expect("You can still add, pause and cancel.")
      // A second `queue run` says so, and takes over when the first has ended.
      let second = try home.start("queue", "run")
      try #require(
        poll(for: .seconds(60)) {
          String(decoding: second.errorOutput, as: UTF8.self).contains("\(runner.pid)")
            ? true : nil
        } == true)
      #expect(second.isRunning)
      viewer.close()
      runner.kill(SIGTERM)
      #expect(try runner.wait() == .exited(130))
      let next = try home.add("\(server.url)/two")
      #expect(try home.run("queue", "wait", "\(next)").code == 0)
      second.kill(SIGTERM)
      #expect(try second.wait() == .exited(130))
    }
  }

  @Test(arguments: ["weir.yaml", "environments.yaml", "requests/one.yaml"])
  func `a workspace's file that cannot be read is named`(name: String) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      #expect(try home.run("init").code == 0)
      let file = URL(fileURLWithPath: name).lastPathComponent
      let path = home.workingFolder + "/" + name
      if access(path, F_OK) == 0 { try FileManager.default.removeItem(atPath: path) }
      try #require(symlink(file, path) == 0)
      expectMessage(try home.run("run", "one"), code: 2, naming: file)
      // A request is read when it is opened; the others are needed at once.
      guard !name.hasPrefix("requests/") else { return }
      let session = try TmuxSession(home, width: 140)
      try session.expect(file)
      try session.expect("EXIT=2")
    }
  }

  @Test func `a request whose file is not text is reported when it is opened`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      #expect(try home.run("init").code == 0)
      try home.folder.write("work/requests/odd.yaml", [0xff, 0xfe, 0x00])
      expectMessage(try home.run("run", "odd"), code: 2, naming: "odd.yaml")
      let session = try TmuxSession(home, width: 140)
      // It was written from outside, so the workspace is asked about first.
      try session.expect("Trust this folder?")
      try session.press("Enter", ",", "r")
      try session.expect(focused: "b Requests")
      try session.press("/")
      try session.type("odd")
      try session.press("Enter")
      try session.expect("odd.yaml")
      try session.expect("GET https://…")
    }
  }

  @Test func `a body's file that cannot be read fails in words, before and after it is queued`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      try #require(mkdir(home.workingFolder + "/folder", 0o700) == 0)
      try #require(symlink("loop", home.workingFolder + "/loop") == 0)
      for name in ["folder", "loop"] {
        expectMessage(
          try home.run("send", "POST", server.url, "--body", name), code: 2, naming: name)
        expectMessage(
          try home.run("queue", "add", "POST", server.url, "--body", name), code: 2, naming: name)
      }
      // It becomes unreadable while the job waits: the job says so, and nothing is sent.
      let path = try home.folder.write("work/body.txt", "text")
      let id = try home.add("POST", "\(server.url)/gone", "--body", "body.txt")
      try FileManager.default.removeItem(atPath: path)
      try #require(mkdir(path, 0o700) == 0)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      let job = try #require(try home.jobs().first { $0.id == id })
      #expect(job.state == "failed")
      #expect(job.detail?.contains("body.txt") == true, "\(job.detail ?? "")")
      #expect(server.ledger.count == 0)
      let session = try TmuxSession.open(home)
      try session.expect(1, "failed")
      try session.press("2", "Enter")
      try session.expect("body.txt")
    }
  }
}
