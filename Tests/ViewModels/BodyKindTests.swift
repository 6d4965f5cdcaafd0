import ClientModel
import Testing
import ViewModels

struct BodyKindTests {
  @Test func `a kind is chosen by typing its name`() {
    var model = AppModel()
    for command: Command in [
      .point(.composerTab(ComposerTab.body.rawValue)), .composer(.edit), .typed("multi"),
      .typing(.enter),
    ] { _ = model.perform(command) }
    #expect(model.overlays.isEmpty && model.composer.draft.body == .multipart([]))
  }

  @Test(arguments: [
    ("json", DraftBody.json("x")), ("text", .text("x", mediaType: "text/plain; charset=utf-8")),
  ])
  func `after a kind with a text the text is typed`(kind: String, body: DraftBody) throws {
    var model = AppModel()
    _ = model.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    _ = model.perform(.composer(.edit))
    guard case .list(let list) = model.overlays.last else {
      Issue.record("no kinds to choose from")
      return
    }
    let place = try #require(model.rows(of: list).firstIndex { $0.title == kind })
    for _ in 0..<place { _ = model.perform(.move(.down)) }
    _ = model.perform(.list(.choose))
    _ = model.perform(.insert("x"))
    #expect(model.composer.cursor == .body && model.composer.draft.body == body)
  }

  private func choose(_ kind: String, in model: inout AppModel) {
    for command: Command in [
      .point(.composerTab(ComposerTab.body.rawValue)), .composer(.edit), .typed(kind),
      .typing(.enter),
    ] { _ = model.perform(command) }
  }

  @Test(arguments: ["json", "text", "form", "multi", "file", "graphql"])
  func `a body changes the method of a new request to POST and says so`(kind: String) {
    var model = AppModel()
    _ = model.perform(.insert("https://a.example"))
    choose(kind, in: &model)
    #expect(model.composer.draft.method == "POST")
    #expect(model.notice?.what == "The method is now POST.")
    choose("none", in: &model)
    #expect(model.composer.draft.method == "GET")
  }

  @Test func `a chosen method stays when a body is chosen`() {
    var model = AppModel()
    _ = model.receive(.effects([.list(.setMethod("GET"))]))
    choose("json", in: &model)
    #expect(model.composer.draft.method == "GET" && model.notice == nil)
    // A method that a body changed is chosen again, and stays.
    var other = AppModel()
    choose("json", in: &other)
    _ = other.receive(.effects([.list(.setMethod("GET"))]))
    choose("form", in: &other)
    #expect(other.composer.draft.method == "GET")
  }

  @Test func `the method of an imported or opened request stays when a body is chosen`() {
    var imported = AppModel()
    _ = imported.perform(.insert("curl https://a.example"))
    choose("json", in: &imported)
    #expect(imported.composer.draft.method == "GET")
    var opened = AppModel()
    _ = opened.receive(.composer(.loaded(Draft(url: "https://a.example"), name: "list")))
    choose("json", in: &opened)
    #expect(opened.composer.draft.method == "GET")
  }

  @Test func `GraphQL changes also a chosen GET to POST`() {
    var model = AppModel()
    _ = model.receive(.effects([.list(.setMethod("GET"))]))
    choose("graphql", in: &model)
    #expect(model.composer.draft.method == "POST")
  }
}
