import ClientModel
import Testing

@testable import ViewModels

struct ComposerPreviewTests {
  private func lines(_ model: AppModel) -> [String] {
    model.composer.rows.compactMap { row in
      if case .note(let text) = row.kind { text } else { nil }
    }
  }

  @Test func `a line that is longer than the panel goes on in the next row`() {
    var model = AppModel()
    let path = (0..<10).map { "part\($0)" }.joined(separator: "/")
    let draft = Draft(url: "https://a.example/\(path)", headers: [DraftField("X-Note", "abc")])
    _ = model.receive(.composer(.loaded(draft, name: "long")))
    model.composer.show(.preview)
    #expect(lines(model).first == "GET https://a.example/\(path)")
    var viewport = Viewport()
    viewport.composerColumns = 20
    _ = model.receive(.viewport(viewport))
    let rows = lines(model)
    #expect(rows.allSatisfy { $0.count <= 20 })
    #expect(rows.joined().hasPrefix("GET https://a.example/\(path)"))
    #expect(rows.contains("X-Note: abc"))
  }

  @Test func `characters that take two columns are counted so`() {
    var model = AppModel()
    var draft = Draft(url: "https://a.example")
    (draft.method, draft.body) = ("POST", .json("\"東京東京東京東京東京東京\""))
    _ = model.receive(.composer(.loaded(draft, name: "wide")))
    model.composer.show(.preview)
    var viewport = Viewport()
    viewport.composerColumns = 20
    _ = model.receive(.viewport(viewport))
    #expect(lines(model).suffix(2) == ["\"東京東京東京東京東", "京東京\""])
  }

  @Test func `secrets are dots, references and templates are not`() {
    var model = AppModel()
    let draft = Draft(
      url: "https://a.example",
      headers: [DraftField("Authorization", "Bearer hush"), DraftField("Cookie", "env:JAR")],
      authorization: .basic(user: "ada", password: "hush"))
    _ = model.receive(.composer(.loaded(draft, name: "x")))
    #expect(model.composer.shown(.credential("password")) == Secret.mask)
    #expect(model.composer.shown(.cell(.headers, row: 0, .value)) == Secret.mask)
    #expect(model.composer.shown(.cell(.headers, row: 1, .value)) == "env:JAR")
    #expect(model.composer.shown(.credential("user")) == "ada")
    _ = model.perform(.point(.composerTab(ComposerTab.preview.rawValue)))
    var shown = ""
    for row in model.composer.rows {
      if case .note(let text) = row.kind { shown += text }
      shown += row.texts.joined()
    }
    #expect(!shown.contains("hush"))
  }
}
