import Foundation
import TestSupport
import TestTraits
import Testing

/// Environments that are made, edited and chosen in the interface alone.
@Suite(.usesSystem) struct EnvironmentListTests {
  @Test func `an environment is made, filled in, chosen, used, and chosen again at the next start`()
    async throws
  {
    try await onOwnThread {
      let server = try AnsweringServer { _ in AnsweringServer.response(200, "{}") }
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "name: Shop\n")
      #expect(try home.run("trust").code == 0)
      let editor = try home.folder.write(
        "editor", "#!/bin/sh\nsed -i 's|^  dev:$|  dev: {base: \"\(server.url)\"}|' \"$1\"\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: editor)
      let session = try TmuxSession.open(home, environment: ["EDITOR": editor, "VISUAL": ""])
      try session.press(",", "e", "n")
      try session.expect("Name of the environment")
      try session.type("dev")
      try session.press("Enter")
      try session.expect("environments.yaml was saved.")
      let file = try String(
        contentsOfFile: home.workingFolder + "/environments.yaml", encoding: .utf8)
      #expect(file.contains("dev: {base: \"\(server.url)\"}"))
      // The cursor is on the new one.
      try session.press("Enter")
      try session.expect("env dev")
      try session.press("1", "i")
      try session.type("{{base}}/here")
      try session.press("Enter")
      try session.expect("200")
      #expect(server.requests.map(\.target) == ["/here"])
      // The lane counts the job as running for a moment longer, and quitting would ask.
      try session.expectNoRunningJob()
      try session.untilIdle()
      try session.press("q")
      try session.expect("EXIT=0")
      let next = try TmuxSession.open(home)
      try next.expect("env dev")
    }
  }

  @Test func `an environment whose template is not changed in the editor is not added`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      try home.folder.write("work/weir.yaml", "name: Shop\n")
      #expect(try home.run("trust").code == 0)
      let session = try TmuxSession.open(home, environment: ["EDITOR": "true", "VISUAL": ""])
      try session.press(",", "e", "n")
      try session.expect("Name of the environment")
      try session.type("dev")
      try session.press("Enter")
      try session.expect("The environment dev was not added.")
      #expect(
        !FileManager.default.fileExists(atPath: home.workingFolder + "/environments.yaml"))
    }
  }

  @Test func `a request of the history is changed and sent`() async throws {
    try await onOwnThread {
      let server = try AnsweringServer { _ in AnsweringServer.response(200, "{}") }
      let home = try WeirHome()
      #expect(try home.run("send", "POST", server.url + "/one", "a=b", "X-A:c").code == 0)
      let session = try TmuxSession.open(home)
      try session.press(",", "h")
      try session.expect("/one")
      try session.press("e")
      try session.expect("This is the request of job 1.")
      try session.press("i")
      try session.type("?two=2")
      try session.press("Enter")
      try session.expect("Response · #2")
      try session.expect("200 Reported")
      let sent = server.requests.last
      #expect(sent?.target == "/one?two=2" && sent?.header("X-A") == "c")
      #expect(sent.map { String(decoding: $0.body, as: UTF8.self) } == #"{"a": "b"}"#)
    }
  }
}
