import ClientModel
import Testing

@testable import ViewModels

struct VariablesListTests {
  private func model(_ environment: String = "dev") -> AppModel {
    var values = Environment(name: environment)
    values.define("base", VariableValue(inFile: "https://{{host}}"), in: .shared)
    values.define("host", .fixed("a.example"), in: .environment("dev"))
    values.define("hidden", .fixed(.secret("s")), in: .file(".env"))
    values.define("given", .fixed("g"), in: .option)
    var model = AppModel()
    _ = model.receive(.environments(.list(["dev"], chosen: values)))
    return model
  }

  private func effects(choosing name: String, in model: AppModel) throws -> [Effect] {
    var list = VariablesList()
    let facts = ListFacts(composer: model.composer, tabs: [], currentTab: 0, bodyKind: nil)
    let row = try #require(list.rows(name, facts).first { $0.title == name })
    return list.choose(row)
  }

  @Test func `the selected variable is described in full`() throws {
    let list = VariablesList()
    let facts = ListFacts(composer: model().composer, tabs: [], currentTab: 0, bodyKind: nil)
    let texts = list.rows("", facts).map(list.description)
    #expect(texts.contains("https://a.example · From shared"), "\(texts)")
  }

  @Test func `a value is edited as its source has it, where its source is`() throws {
    #expect(
      try effects(choosing: "base", in: model())
        == [.ask(Prompt(VariablePrompt(name: "base", environment: nil), text: "https://{{host}}"))])
    #expect(
      try effects(choosing: "host", in: model())
        == [.ask(Prompt(VariablePrompt(name: "host", environment: "dev"), text: "a.example"))])
    for (name, source) in [("hidden", ".env"), ("given", "--var")] {
      guard case .notify(let notice)? = try effects(choosing: name, in: model()).first else {
        return #expect(Bool(false), "\(name) can be edited")
      }
      #expect(notice.why.contains(source))
    }
  }

  @Test func `an accepted value is written, and a secret in plain text is refused`() {
    var model = model()
    #expect(
      VariablePrompt(name: "host", environment: "dev").accept("b", &model)
        == [.environments(.set(EnvironmentValue("host", "b", in: "dev")))])
    let secret = VariablePrompt(name: "password", environment: "dev")
    #expect(secret.fault(in: "hunter2", model)?.whatToDo.contains(".env") == true)
    for text in ["env:PASSWORD", "{{hidden}}", ""] {
      #expect(secret.fault(in: text, model) == nil)
    }
  }

  @Test func `a new variable is added to the chosen environment`() {
    var dev = model()
    let prompt = NewVariablePrompt()
    #expect(
      prompt.accept("a.b=c=d", &dev)
        == [.environments(.set(EnvironmentValue("a.b", "c=d", in: "dev")))])
    var none = model("")
    #expect(
      prompt.accept("a=", &none) == [.environments(.set(EnvironmentValue("a", "", in: nil)))])
    for text in ["a", "=b", "a b=c"] { #expect(prompt.fault(in: text, dev) != nil) }
    #expect(prompt.fault(in: "token=x", dev) != nil && prompt.fault(in: "a=b", dev) == nil)
  }

  // MARK: The completion list

  private func typing(_ text: String, in model: AppModel) -> AppModel {
    var model = model
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert(text))
    return model
  }

  @Test func `arrows choose a word, and Tab or Enter inserts it`() {
    for key in [TypingCommand.nextField, .enter] {
      var model = typing("https://x/{{h", in: model())
      #expect(model.composer.candidates.map(\.word) == ["hidden", "host"])
      #expect(model.composer.completion == "idden}}")
      _ = model.perform(.typing(.down))
      _ = model.perform(.typing(.down))
      #expect(model.composer.candidate == 1 && model.composer.completion == "ost}}")
      let effects = model.perform(.typing(key))
      #expect(model.composer.draft.url == "https://x/{{host}}" && model.composer.isTyping)
      #expect(effects == [] && model.composer.candidates == [])
    }
  }

  @Test func `Enter without a chosen word sends, and typing forgets the choice`() {
    var model = typing("https://x/{{h", in: model())
    _ = model.perform(.typing(.down))
    _ = model.perform(.insert("i"))
    #expect(model.composer.candidate == 0 && model.composer.completion == "dden}}")
    _ = model.perform(.typing(.leave))
    var sent = typing("https://x/", in: AppModel())
    #expect(!sent.perform(.typing(.enter)).isEmpty)
  }

  @Test func `the start of a URL lists gateways and servers`() {
    var model = model()
    let gateways = Gateways(
      all: [
        Gateway(name: "api", url: "https://api.example/v1"),
        Gateway(name: "secret", url: "https://u:pw@api.example"),
      ], servers: ["shop": "https://shop.example"])
    _ = model.receive(.gateways(.list(gateways)))
    #expect(
      typing("ap", in: model).composer.candidates
        == [
          FieldCandidate(
            word: "https://api.example/v1", source: "gateway api", rest: "i.example/v1")
        ])
    #expect(
      typing("@s", in: model).composer.candidates
        == [
          FieldCandidate(
            word: "@shop", value: "https://shop.example", source: "weir.yaml", rest: "hop")
        ])
    #expect(typing("https://u", in: model).composer.candidates == [])
  }
}
