import Foundation
import Glibc
import TestSupport
import TestTraits
import Testing

/// Types secrets into the interface and looks for them on its screens, in what it copies, in the
/// arguments of every process while it runs its helpers, and in its files.
@Suite(.usesSystem) struct CanaryScreenTests {
  /// A session whose screens are recorded.
  private final class Watched {
    let session: TmuxSession
    private(set) var screens: [(label: String, text: String)] = []

    init(_ session: TmuxSession) { self.session = session }

    func press(_ keys: String...) throws {
      for key in keys {
        try session.press(key)
        try record("after \(key)")
      }
    }

    func type(_ text: String) throws {
      try session.untilIdle { () throws(RigError) in try session.type(text) }
      try record("while typing")
    }

    /// Leaves the field with Escape.
    func stopTyping() throws {
      try session.stopTyping()
      try record("after typing")
    }

    func record(_ label: String) throws { screens.append((label, try session.screen())) }

    func copied(_ label: String) throws -> String {
      let text = try session.copied()
      screens.append((label, text))
      return text
    }
  }

  /// A program that writes down the arguments of all processes, then acts.
  private static func helper(_ name: String, _ act: String, in home: WeirHome) throws -> String {
    let path = try home.folder.write(
      "helpers/\(name)",
      """
      #!/bin/sh
      cat /proc/[0-9]*/cmdline > "\(home.folder.path("seen-by-\(name)"))" 2> /dev/null
      \(act)

      """)
    try #require(chmod(path, 0o700) == 0)
    return path
  }

  @Test func `secrets typed into the interface stand on no screen and in no argument`() async throws
  {
    try await onOwnThread {
      var search = SecretSearch()
      func secret(_ label: String) -> String { search.secret(label, prefix: "scrn") }
      // The server's cookie is shown among its headers, as people ask for; no file holds it in clear.
      var served = SecretSearch()
      let server = try RecorderServer(
        response: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
          + "Set-Cookie: jar=\(served.secret("set-cookie", prefix: "srvd")); Path=/\r\nContent-Length: 11\r\n\r\n{\"ok\":true}"
      )
      let home = try WeirHome()
      let own = try TemporaryFolder()
      let commanded = secret("command")
      let stored = try own.write("stored", commanded)
      let tool = try Self.helper("tool", "cat '\(stored)'", in: home)
      let editor = try Self.helper("editor", "", in: home)
      let pager = try Self.helper("pager", "", in: home)
      let watched = Watched(
        try TmuxSession.open(home, environment: ["EDITOR": editor, "PAGER": pager]))
      let session = watched.session

      // A query field marked secret, and headers that are secret by name and by mark.
      try session.typeURL("\(server.url)/first")
      try watched.press("j", "i")
      try watched.type("key")
      try watched.stopTyping()
      try watched.press("Space", "l", "i")
      let query = secret("query field")
      try watched.type(query)
      try watched.stopTyping()
      try watched.press("]", "i")
      let (bearer, cookie, marked) = (secret("authorization"), secret("cookie"), secret("marked"))
      for text in ["Authorization", "Bearer \(bearer)", "Cookie", "a=\(cookie)", "X-Mine"] {
        try watched.type(text)
        if text != "X-Mine" { try watched.press("Tab") }
      }
      try watched.stopTyping()
      try watched.press("Space", "l", "i")
      try watched.type(marked)
      try watched.stopTyping()
      try session.press("s")
      try session.expect("200 OK")
      try session.press("a")
      try session.expect(2, "succeeded")
      let first = try #require(server.requests.first)
      let raw = String(decoding: first.raw, as: UTF8.self)
      for text in [query, bearer, cookie, marked] {
        #expect(raw.contains(text), "\(text) was not sent")
      }

      // Every tab of the request; copying, saving, and the editor.
      try watched.press("1", "]", "]", "]", "]", "]", "]")
      try session.press("Y")
      #expect(try watched.copied("the request as curl").contains("curl"))
      try watched.press("E")
      try session.press("C-s")
      try session.expect("a question") {
        $0.contains("Save the request as") || $0.contains("Create a workspace")
      }
      try watched.record("saving")
      if try session.screen().contains("Save the request as") {
        try session.type("kept")
        try watched.press("Enter")
      }
      try session.expect("Create a workspace")
      try watched.press("Enter")
      try session.expect("no question") { !$0.contains("Create a workspace") }
      // Every tab of the response, every list.
      try watched.press("3", "]", "]", "]", "]", "]", "]")
      try session.press("y", "c")
      #expect(try watched.copied("the sent request as curl").contains("curl"))
      try session.keys("V")
      // The program may have been idle just now for another key's sake: what counts is that the pager ran.
      let wasPaged = poll { access(home.folder.path("seen-by-pager"), F_OK) == 0 ? true : nil }
      let shown = try session.screen()
      #expect(wasPaged == true, "\(shown)")
      try session.expect("2 Queue")
      try watched.press("2", "G", "Enter")
      for list in ["h", "j", "l", "r"] { try watched.press(",", list, "q") }

      // Credentials of a new request: a password typed, then a token that a program prints.
      try watched.press("C-n")
      if try session.screen().contains("not saved") { try watched.press("Left", "Enter") }
      try session.typeURL("\(server.url)/second")
      try watched.press("]", "]", "]")
      try session.expect(tab: "Auth")
      try watched.press("Enter", "/")
      try watched.type("basic")
      try watched.press("Enter")
      try session.expect("Password")
      try watched.type("somebody")
      try watched.press("Tab")
      let password = secret("password")
      try watched.type(password)
      try session.keys("M-Enter")
      try session.expect(3, "succeeded")
      #expect(server.requests.last?.header("authorization")?.hasPrefix("Basic ") == true)
      try watched.press("]", "]", "]", "]", "]", "]")
      try session.press("Y")
      _ = try watched.copied("basic credentials as curl")
      #expect(
        try home.run(
          "send", "\(server.url)/third", "--auth", "bearer:command:\(tool)"
        ).code == 0)
      #expect(server.requests.last?.header("authorization") == "Bearer \(commanded)")
      try watched.record("the end")
      session.close()

      for name in ["tool", "editor", "pager"] {
        #expect(access(home.folder.path("seen-by-\(name)"), F_OK) == 0, "\(name) was never run")
      }
      for (label, text) in watched.screens { search.look(at: text, "screen \(label)") }
      #expect(search.look(atFilesOf: home) > 5)
      #expect(served.look(atFilesOf: home) > 5)
      #expect(served.hits == [])
      print(
        "canaries \(search.secrets.count), screens \(watched.screens.count), hits \(search.hits.count)"
      )
      #expect(search.hits == [])
    }
  }
}
