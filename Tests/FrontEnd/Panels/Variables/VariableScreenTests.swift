import ClientModel
import Panels
import Terminal
import Testing
import ViewModels

struct VariableScreenTests {
  static let sizes = [Size(width: 80, height: 24), Size(width: 120, height: 36)]

  private func model() -> AppModel {
    var environment = Environment(name: "dev")
    for (name, text) in [
      ("base", "https://{{host}}:{{port:-8443}}"), ("host", "staging.bookshop.example"),
      ("loop", "{{loop}}"), ("password", "env:SHOP_PASSWORD"),
    ] {
      environment.define(name, VariableValue(inFile: text), in: .shared)
    }
    environment.define("host", .fixed("dev.bookshop.example"), in: .environment("dev"))
    environment.define("token", .fixed(.secret("t0ken")), in: .file(".env.dev"))
    environment.folders["books"] = FolderDefaults(
      variables: ["base": VariableValue(inFile: "https://{{host}}/v2")],
      headers: [DraftField("X-Team", "books")])
    var model = AppModel()
    _ = model.receive(.place(WorkspaceStatus(workspace: "shop", isScratch: false)))
    _ = model.receive(
      .composer(
        .loaded(Draft(method: "GET", url: "{{base}}/books"), name: "books/list")))
    _ = model.receive(.environments(.list(["dev"], chosen: environment)))
    return model
  }

  private func check(_ model: AppModel, _ size: Size, _ name: String) throws {
    var model = model
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    try GoldenScreen.check(Screen.draw(model, keys: KeyReader(), size: size), name)
  }

  @Test(arguments: sizes) func `the table of variables looks as it was approved`(size: Size) throws
  {
    var model = model()
    _ = model.perform(.feature(.variables))
    try check(model, size, "variables")
  }

  @Test(arguments: sizes) func `the list of words that complete a template looks as approved`(
    size: Size
  ) throws {
    var model = model()
    _ = model.perform(.composer(.edit))
    for text in ["/", "{", "{"] { _ = model.perform(.insert(text)) }
    _ = model.perform(.typing(.down))
    try check(model, size, "completion-variables")
  }

  @Test func `the list of header names looks as it was approved`() throws {
    var model = model()
    _ = model.perform(.point(.composerTab(ComposerTab.headers.rawValue)))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("co"))
    try check(model, Self.sizes[0], "completion-headers")
  }

  @Test func `the preview names the folder of a header`() {
    var model = model()
    _ = model.perform(.app(.zoom))
    _ = model.perform(.composer(.reveal))
    let text = Screen.draw(model, keys: KeyReader(), size: Self.sizes[1]).text
    #expect(text.contains("X-Team: books   ← folder.yaml"))
    #expect(text.contains("dev.bookshop.example/v2/books"))
  }
}
