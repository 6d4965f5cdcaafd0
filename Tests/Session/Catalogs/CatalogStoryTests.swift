import Foundation
import TestSupport
import TestTraits
import Testing

/// From an API description to a response, by keys and by what is on the screen.
@Suite(.usesSystem) struct CatalogStoryTests {
  private static func workspace(_ server: String) throws -> WeirHome {
    try .bookShop(
      at: server,
      """
      paths:
        /books/{id}:
          get:
            tags: [books]
            operationId: oneBook
            summary: One book
            parameters:
              - {name: id, in: path, required: true, schema: {type: string}}
              - {name: lang, in: query, required: true, schema: {type: string, enum: [de, en, nb]}}
            responses: {"200": {description: The book.}}
      """)
  }

  @Test func `an endpoint is found, filled in, sent, saved, and is a form again`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.workspace(server.url)
      let session = try TmuxSession.open(home)
      try session.press(",", "k")
      try session.expect("▾ shop  Book Shop  2")
      try session.expect("▸ Services that come with Weir")
      try session.press("/")
      try session.type("onebook")
      try session.expect("shop · One book")
      try session.press("Enter")
      try session.expect(tab: "Form")
      try session.press("s")
      try session.expect("`id` is missing.")
      try session.press("Enter")
      try session.type("a/b")
      try session.stopTyping()
      try session.press("j", "Enter")
      try session.expect("nb")
      try session.press("/")
      try session.type("nb")
      try session.press("Enter")
      try session.expect("= \(server.url)/books/a%2Fb?lang=nb")
      try session.press("s")
      try session.expect("200 OK")
      // The status in the catalog's own words.
      try session.expect("The book.")
      #expect(server.takeAll().map(\.target) == ["/books/a%2Fb?lang=nb"])

      try session.press("1", "C-s")
      try session.expect("Save the request as")
      try session.type("seven")
      try session.press("Enter")
      try session.expect("saved as seven")
      let path = home.workingFolder + "/requests/seven.yaml"
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("shop#oneBook"))

      try session.press("C-n")
      try session.expect("type a URL")
      try session.press(",", "r")
      try session.expect("seven")
      try session.press("Enter")
      try session.expect(tab: "Form")
      // The catalog goes: the request stays, and says what it lacks.
      #expect(unlink(home.workingFolder + "/catalogs/shop.yaml") == 0)
      try session.expect("There is no form for shop#oneBook.")
      try session.press("s")
      try session.expect("#2 ")
      #expect(server.takeAll().map(\.target) == ["/books/a%2Fb?lang=nb"])
    }
  }

  @Test func `a form that is not saved outlives the program`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.workspace(server.url)
      do {
        let session = try TmuxSession.open(home)
        try session.press(",", "k")
        try session.expect("oneBook")
        try session.press("/")
        try session.type("onebook")
        try session.press("Enter")
        try session.expect(tab: "Form")
        try session.press("Enter")
        try session.type("timber")
        try session.stopTyping()
        try session.untilIdle()
        // Its terminal goes, as when a window is closed.
      }
      let session = try TmuxSession.open(home)
      try session.expect(tab: "Form")
      try session.expect("timber")
    }
  }

  @Test func `a job of a form is edited in the same form, also by another process`() async throws {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.workspace(server.url)
      let sent = try home.run(
        "send", "--endpoint", "shop#oneBook", "id=a/b {{tail}}", "lang=nb", "X-Key:env:KEY",
        "--var", "tail=c", environment: ["KEY": "canary"])
      #expect(sent.code == 0, "\(sent.errorOutput)")
      #expect(server.takeAll().map(\.target) == ["/books/a%2Fb%20c?lang=nb"])
      let session = try TmuxSession.open(home)
      try session.press("2")
      try session.expect("#1 ")
      try session.press("e")
      try session.expect(tab: "Form")
      try session.expect("This is the request of job 1.")
      try session.expect("a/b {{tail}}")
      try session.expect("env:KEY")
      try session.expect("nb")
    }
  }

  @Test func `a saved request is run by name, with and without its catalog`() throws {
    let server = try RecorderServer()
    let home = try Self.workspace(server.url)
    try home.folder.write(
      "work/requests/seven.yaml", "endpoint: shop#oneBook\nmethod: GET\nurl: \(server.url)/7\n")
    #expect(try home.run("trust").code == 0)
    let run = try home.run("run", "seven")
    #expect(run.code == 0 && run.errorOutput.isEmpty, "\(run.errorOutput)")
    #expect(unlink(home.workingFolder + "/catalogs/shop.yaml") == 0)
    let alone = try home.run("run", "seven")
    #expect(alone.code == 0)
    #expect(
      alone.errorOutput.contains("The response rules of the endpoint shop#oneBook were not found."))
    #expect(server.requests.map(\.target) == ["/7", "/7"])
  }
}
