import ClientModel
import ReadingValues
import Testing

@testable import ViewModels

struct StoreValueTests {
  private let span = NodeSpan(0..<5, generation: 1)

  private func model(_ environment: String) -> AppModel {
    var model = AppModel()
    _ = model.receive(
      .environments(.list(["dev"], chosen: Environment(name: environment, values: ["tenant": "a"])))
    )
    return model
  }

  private func asked(
    _ name: String, in environment: String = "dev"
  ) throws -> ViewModels.Confirmation {
    var model = model(environment)
    guard case .confirm(let question)? = StoreValuePrompt(span: span).accept(name, &model).first
    else { throw QuestionMissing() }
    return question
  }

  @Test func `the value goes to a shared value or to a variable of the environment`() throws {
    let question = try asked("page")
    let key = try #require(SharedKey("page"))
    let secret = SharedRule(secrecy: .secret)
    #expect(
      question.answers == [
        .init("Do not store it"),
        .init(
          "As a shared value, encrypted", [.response(.readValue(span, for: .shared(key, secret)))]),
        .init(
          "As a shared value, in plain text",
          [.response(.readValue(span, for: .shared(key, SharedRule())))]),
        .init(
          "As a variable of the environment dev",
          [.response(.readValue(span, for: .variable("page", environment: "dev")))]),
      ])
  }

  @Test(arguments: [("token", nil), ("mine", "access_token"), ("api-key", "id")])
  func `a credential is offered to be encrypted, and in no other way`(
    name: String, member: String?
  ) throws {
    var model = model("dev")
    let prompt = StoreValuePrompt(span: span, member: member)
    guard case .confirm(let question)? = prompt.accept(name, &model).first else {
      throw QuestionMissing()
    }
    #expect(question.answers.map(\.title) == ["Do not store it", "As a shared value, encrypted"])
  }

  @Test
  func `without an environment, or with a name that no template takes, no variable is offered`()
    throws
  {
    #expect(try asked("page", in: "").answers.count == 3)
    #expect(try asked("a/b").answers.count == 3)
  }

  @Test func `a name that cannot be a key is asked for again`() {
    var model = model("dev")
    let effects = StoreValuePrompt(span: span).accept("a b", &model)
    #expect(effects.first == .ask(Prompt(StoreValuePrompt(span: span), text: "a b")))
  }

  @Test func `Tab completes the names in use`() {
    var model = model("dev")
    var buffer = TextBuffer("te")
    var keys = KeyCycle()
    _ = StoreValuePrompt(span: span).complete(&buffer, &keys, &model)
    #expect(buffer.text == "tenant")
  }

  @Test func `the text is stored where the user chose`() throws {
    let key = try #require(SharedKey("token"))
    #expect(ValueStorage.shared(key, nil).effects(storing: "x") == [.shared(.set(key, "x", nil))])
    #expect(
      ValueStorage.variable("token", environment: "dev").effects(storing: "x")
        == [.environments(.set(EnvironmentValue("token", "x", in: "dev")))])
    // A value of the environment may use others, but a value of a response must not.
    #expect(
      ValueStorage.variable("page", environment: "dev").effects(storing: "a {{token}}")
        == [.environments(.set(EnvironmentValue("page", "a {{\"{{\"}}token}}", in: "dev")))])
  }

  @Test func `a masked value is not stored, and a reference is not made a variable`() throws {
    let key = try #require(SharedKey("token"))
    for (storage, text) in [
      (ValueStorage.shared(key, nil), "Bearer \(Secret.mask)"),
      (.variable("token", environment: "dev"), Secret.mask),
      (.variable("token", environment: "dev"), "command:rm -rf x"),
    ] {
      guard case .notify(let notice)? = storage.effects(storing: text).first else {
        return #expect(Bool(false), "\(text) was stored")
      }
      #expect(notice.what == "The value was not stored.")
    }
  }
}

private struct QuestionMissing: Error {}
