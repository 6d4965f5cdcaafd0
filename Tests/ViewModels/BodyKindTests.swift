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
}
