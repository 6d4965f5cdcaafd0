import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

struct CompletionTests {
  private func typing(_ text: String, in tab: ComposerTab = .headers) -> AppModel {
    var model = AppModel()
    _ = model.receive(
      .environments(
        .list(["e"], chosen: Environment(name: "e", values: ["host": "x", "hotel": "y"]))))
    _ = model.perform(.point(.composerTab(tab.rawValue)))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert(text))
    return model
  }

  @Test func `tab completes a header's name, then goes to its value`() {
    var model = typing("cont")
    #expect(model.composer.completion == "ent-Type")
    _ = model.perform(.typing(.nextField))
    #expect(model.composer.draft.headers.first?.name == "content-Type")
    #expect(model.composer.completion == nil)
    _ = model.perform(.typing(.nextField))
    #expect(model.composer.cursor == .cell(.headers, row: 0, .value))
    _ = model.perform(.insert("appl"))
    _ = model.perform(.typing(.nextField))
    #expect(model.composer.draft.headers == [DraftField("content-Type", "application/json")])
  }

  @Test(arguments: ["", "zzz", "Accept", "accept"])
  func `with nothing to complete tab goes on`(text: String) {
    var model = typing(text)
    #expect(model.composer.completion == nil)
    _ = model.perform(.typing(.nextField))
    #expect(model.composer.cursor != .cell(.headers, row: 0, .name))
  }

  @Test func `a template is completed from the environment`() {
    var model = AppModel()
    _ = model.receive(
      .environments(.list(["e"], chosen: Environment(name: "e", values: ["host": "x"]))))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("https://{{ho"))
    _ = model.perform(.typing(.nextField))
    #expect(model.composer.draft.url == "https://{{host}}" && model.composer.cursor == .url)
  }

  @Test func `nothing is offered in the middle of a word`() {
    var model = typing("Conx")
    _ = model.perform(.typing(.left))
    #expect(model.composer.completion == nil)
  }

  @Test func `the schemes of references are completed in a secret field of the credentials`() {
    var model = AppModel()
    _ = model.perform(.point(.composerTab(ComposerTab.authorization.rawValue)))
    _ = model.receive(.effects([.list(.setField(.authorizationKind, "bearer"))]))
    #expect(model.composer.cursor == .credential("token") && model.composer.candidates.isEmpty)
    _ = model.perform(.insert("va"))
    #expect(model.composer.candidates.map(\.word) == ["value:"])
    _ = model.perform(.typing(.nextField))
    _ = model.perform(.insert("shop"))
    #expect(model.composer.draft.authorization == .bearer("value:shop"))
    #expect(model.composer.candidates.isEmpty)
  }

  @Test func `a secret is never completed`() {
    var model = typing("Authorization")
    _ = model.perform(.typing(.nextField))
    _ = model.perform(.insert("Bea"))
    #expect(model.composer.completion == nil)
  }

  @Test func `a large body is checked when it is left, and before it is sent`() {
    let large = "[\"" + String(repeating: "x", count: 300_000) + "\"]"
    var model = AppModel()
    _ = model.receive(
      .composer(.loaded(Draft(url: "https://a.example", body: .json(large)), name: "x")))
    _ = model.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    _ = model.perform(.move(.down))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("{"))
    #expect(model.composer.typing.isDelayed && model.composer.fault(in: .body) == nil)
    _ = model.perform(.composer(.send))
    #expect(!model.composer.typing.isDelayed && model.composer.fault(in: .body) != nil)
    _ = model.perform(.typing(.deleteForward))
    _ = model.perform(.typing(.leave))
    #expect(!model.composer.typing.isDelayed)
  }

  @Test func `a small body is checked at each key`() {
    var model = AppModel()
    _ = model.receive(
      .composer(.loaded(Draft(url: "https://a.example", body: .json("[]")), name: "x")))
    _ = model.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    _ = model.perform(.move(.down))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("{"))
    #expect(!model.composer.typing.isDelayed && model.composer.fault(in: .body) != nil)
  }

  @Test func `a selection over lines has a part in each`() {
    var buffer = TextBuffer("ab\n\ncd", form: .manyLines)
    buffer.place(line: 0, column: 1)
    var killed = ""
    for _ in 0..<2 { _ = buffer.perform(.selectDown, killed: &killed) }
    #expect(marked(0, buffer) == ["a", "b "])
    #expect(marked(1, buffer) == ["", " "])
    #expect(marked(2, buffer) == nil)
    _ = buffer.perform(.selectLineEnd, killed: &killed)
    #expect(marked(2, buffer) == ["", "cd"])
    #expect(marked(3, buffer) == nil)
  }

  private func marked(_ line: Int, _ buffer: TextBuffer) -> [String]? {
    buffer.line(line)?.marked.map { [$0.before, $0.text] }
  }
}
