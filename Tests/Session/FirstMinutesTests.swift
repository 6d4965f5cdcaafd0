import Foundation
import TestSupport
import TestTraits
import Testing

/// What people do in their first minutes, as far as only the built program shows it.
@Suite(.usesSystem) struct FirstMinutesTests {
  @Test func `a response without a body is shown on a terminal, not in a pipe`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try WeirHome()
      let url = "\(server.url)/none?status=404"
      let session = try TmuxSession(home, ["send", "HEAD", url])
      try session.expect("404 Reported  empty body in")
      let piped = try home.run("send", "HEAD", url)
      #expect(piped.code == 0 && piped.output.isEmpty && piped.errorOutput.isEmpty)
    }
  }

  @Test func `a renamed request keeps the cursor, and nobody is blamed`() async throws {
    try await onOwnThread {
      let home = try WeirHome()
      for name in ["a", "b", "c"] {
        try home.folder.write(
          "data/weir/scratch/requests/users/\(name).yaml", "method: GET\nurl: https://a.example\n")
      }
      let session = try TmuxSession.open(home)
      try session.press("b", "j", "Enter")
      try session.expect("1 Request · users/b")
      try session.press("b", "c")
      try session.expect("Rename users/b to: users/b")
      try session.type("z")
      try session.press("Enter")
      try session.expect("1 Request · users/bz")
      try session.untilIdle()
      #expect(try !session.screen().contains("changed outside"))
      try session.press("Enter")
      try session.expect(focused: "1 Request")
      try session.expect("1 Request · users/bz")
    }
  }

  @Test func `a form of a catalog in scratch is a form in the workspace that is created for it`()
    async throws
  {
    try await onOwnThread {
      let home = try WeirHome()
      let document = try home.folder.write(
        "shop.yaml",
        """
        openapi: 3.0.3
        info: {title: Shop, version: "1"}
        servers: [{url: "http://127.0.0.1:1"}]
        paths:
          /books/{id}:
            get:
              operationId: oneBook
              parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
              responses: {"200": {description: The book.}}

        """)
      #expect(try home.run("import", "openapi", document).code == 0)
      let session = try TmuxSession.open(home)
      try session.press(",", "k")
      try session.expect("▾ shop")
      try session.press("/")
      try session.type("onebook")
      try session.press("Enter")
      try session.expect(tab: "Form")
      try session.press("C-s")
      try session.expect("Save the request as")
      try session.type("seven")
      try session.press("Enter")
      try session.expect("Create a workspace for this request?")
      try session.press("j", "Enter")
      try session.expect("saved as seven")
      try session.untilIdle()
      try session.expect(tab: "Form")
      #expect(try !session.screen().contains("There is no form"))
      #expect(
        FileManager.default.fileExists(atPath: home.workingFolder + "/catalogs/shop.yaml"))
      try session.press("C-n")
      try session.expect("type a URL")
      try session.press(",", "r")
      try session.expect("seven")
      try session.press("Enter")
      try session.expect(tab: "Form")
    }
  }

  @Test func `an imported password is not in the file, and the request can be sent`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try WeirHome()
      let line = "curl -u ann:hush \(server.url)/x"
      let imported = try home.run(["import", "curl", "-", "--as", "mine"], input: Array(line.utf8))
      #expect(imported.code == 0 && imported.lines == ["Saved mine."])
      #expect(imported.errorOutput.contains("--var password=env:PASSWORD"))
      let file = home.folder.path("data") + "/weir/scratch/requests/mine.yaml"
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(!text.contains("hush") && text.contains("{{password}}"), "\(text)")
      let sent = try home.run(
        "run", "mine", "--var", "password=env:PASSWORD", environment: ["PASSWORD": "hush"])
      #expect(sent.code == 0, "\(sent.errorOutput)")
      let raw = String(decoding: try #require(server.requests.first).raw, as: UTF8.self)
      let account = Data("ann:hush".utf8).base64EncodedString()
      #expect(raw.contains("Basic \(account)"))
    }
  }
}
