import Foundation
import TestSupport
import TestTraits
import Testing

/// Trust that is asked for again: what changed since the files were accepted.
@Suite(.usesSystem(minutes: 2)) struct TrustDifferenceTests {
  private func accepted() throws -> WeirHome {
    let home = try WeirHome()
    try home.folder.write("work/weir.yaml", "name: Shop\n")
    try home.folder.write(
      "work/requests/pay.yaml", "method: POST\nurl: http://127.0.0.1:9/pay\n")
    #expect(try home.run("trust").code == 0)
    return home
  }

  @Test func `weir trust prints what changed, and --diff prints it alone`() async throws {
    try await onOwnThread {
      let home = try accepted()
      try home.folder.write(
        "work/requests/pay.yaml", "method: POST\nurl: http://evil.example/\u{1B}[2Jpay\n")
      try home.folder.write("work/requests/new.yaml", "url: http://127.0.0.1:9/new\n")
      let shown = """
        Changed since they were accepted: 1 added, 1 changed.
        added  requests/new.yaml
          line 1
          + url: http://127.0.0.1:9/new
        changed  requests/pay.yaml
          line 2
          - url: http://127.0.0.1:9/pay
          + url: http://evil.example/\\u{1B}[2Jpay

        """
      let read = try home.run("trust", "--diff")
      #expect(read.code == 0 && read.output == shown)
      #expect(try home.run("trust", "--diff").output == shown, "nothing was accepted")
      let trusted = try home.run("trust")
      #expect(trusted.code == 0 && trusted.output.hasPrefix(shown))
      #expect(trusted.output.hasSuffix("with its current files.\n"))
      #expect(try home.run("trust", "--diff").output.contains("is already trusted"))
    }
  }

  @Test func `on a terminal weir trust asks first`() async throws {
    try await onOwnThread {
      let home = try accepted()
      try home.folder.write("work/requests/pay.yaml", "url: http://127.0.0.1:9/other\n")
      let session = try TmuxSession(home, ["trust"])
      try session.expect("+ url: http://127.0.0.1:9/other")
      try session.expect("with its current files? [y/N]")
      try session.keys("Enter")
      try session.expect("is not trusted.")
      try session.expect("EXIT=32")
      let agreed = try TmuxSession(home, ["trust", "--yes"])
      try agreed.expect("Trusted:")
      try agreed.expect("EXIT=0")
    }
  }

  @Test func `the question of the interface shows the difference, and the pager all of it`()
    async throws
  {
    try await onOwnThread {
      let home = try accepted()
      let pager = try home.folder.write("pager", "#!/bin/sh\ncp \"$1\" \"$HOME/seen\"\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: pager)
      let session = try TmuxSession.open(home, environment: ["PAGER": pager])
      try home.folder.write(
        "work/requests/pay.yaml",
        "method: POST\nurl: http://127.0.0.1:9/pay\nauth: {bearer: \"env:HOME\"}\n")
      try session.expect("Trust this folder?")
      try session.expect("changed  requests/pay.yaml")
      try session.expect("+ auth: {bearer: \"env:HOME\"}")
      try session.press("Left")
      try session.expect("> Read the difference")
      try session.press("Enter")
      try session.expect("> Not now")
      let seen = try String(contentsOfFile: home.folder.path("home/seen"), encoding: .utf8)
      #expect(
        seen == "changed  requests/pay.yaml\n  line 3\n  + auth: {bearer: \"env:HOME\"}\n")
      try session.press("Right", "Enter")
      try session.expect("trusted") { !$0.contains("NOT TRUSTED") }
    }
  }
}
