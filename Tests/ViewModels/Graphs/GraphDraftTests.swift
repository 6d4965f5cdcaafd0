import ClientModel
import Testing

@testable import ViewModels

/// A graph that is being assembled, as a value.
@Suite struct GraphDraftTests {
  private func draft(_ requests: String...) -> GraphDraft {
    var draft = GraphDraft()
    for request in requests { draft.add(.request(request)) }
    return draft
  }

  private func variable(_ step: String, _ name: String) -> GraphVariable {
    GraphVariable(step: step, name: name)
  }

  @Test func `a step has the last part of its request's name, or a number behind it`() {
    #expect(
      draft("auth/login", "login", "me", "me").steps.map(\.name) == [
        "login", "login-2", "me", "me-2",
      ])
    #expect(draft("a/b", "c", "a/b").requests == ["a/b", "c"])
  }

  @Test func `steps run in their order: each waits for the one before it`() throws {
    var draft = draft("login", "me", "out")
    draft.set(
      variable("me", "token"),
      to: try draft.input("login /token", for: variable("me", "token")))
    let plan = draft.plan(named: "flow")
    #expect(plan.steps.map(\.after) == [[], [], ["me"]])
    #expect(plan.steps[1].inputs == [.init(name: "token", step: "login", pick: .pointer("/token"))])
    #expect(plan.steps.map(\.work) == ["login", "me", "out"].map { .request($0) })
  }

  @Test(arguments: [
    ("login /token", GraphStep.Input.Pick.pointer("/token")), ("login", .pointer("")),
    (" login  .a | .b ", .jq(".a | .b")), ("login /a~1b/0", .pointer("/a~1b/0")),
  ])
  func `a text is a step and a part of its result`(text: String, pick: GraphStep.Input.Pick) throws
  {
    let draft = draft("login", "me")
    let input = try draft.input(text, for: variable("me", "token"))
    #expect(input == .init(name: "token", step: "login", pick: pick))
    #expect(try draft.input(GraphDraft.text(input), for: variable("me", "token")) == input)
  }

  @Test(arguments: ["", "/token", "me /id", "later", "logi /x", "login /a~2", "loginx /a"])
  func `what names no step before, or no pointer, is refused with a reason`(text: String) {
    let draft = draft("login", "me", "later")
    #expect(throws: GraphDraft.InputProblem.self) {
      try draft.input(text, for: variable("me", "token"))
    }
  }

  @Test func `the longest name of a step wins`() throws {
    let draft = draft("a", "a b", "c")
    #expect(try draft.input("a b /x", for: variable("c", "v")).step == "a b")
    #expect(try draft.input("a /x", for: variable("c", "v")).step == "a")
  }

  @Test func `an input from a later or missing step is named as a problem`() throws {
    var draft = draft("login", "me")
    draft.take(["token", "id"], of: "me")
    let token = variable("me", "token")
    draft.set(token, to: try draft.input("login /token", for: token))
    #expect(draft.obstacle == nil)
    #expect(draft.summary(of: draft.steps[1]) == "token = login /token, id = ?")
    #expect(draft.move("me", .up) == 0 && draft.move("me", .up) == nil)
    #expect(
      draft.summary(of: draft.steps[0]) == "token = login /token, but login is a later step, id = ?"
    )
    #expect(draft.obstacle?.why == "token of me has no value: login is a later step.")
    draft.remove("login")
    #expect(draft.obstacle?.why == "token of me has no value: there is no step named login.")
    draft.clear(token)
    #expect(draft.obstacle == nil && draft.openNames(of: draft.steps[0]) == ["token", "id"])
  }

  @Test
  func `a value of a response is offered to the variables of later steps, the last step first`()
    throws
  {
    var draft = draft("login", "me", "out")
    draft.take(["token"], of: "me")
    draft.take(["id", "token"], of: "out")
    let value = PickedValue(request: "login", pointer: "/token", key: "token")
    let question = try #require(draft.question(about: value))
    #expect(
      question.answers.map(\.title)
        == [
          "Only copy it to the clipboard", "As input token of step out", "As input id of step out",
          "As input token of step me",
        ])
    #expect(
      question.answers[3].effects
        == [
          .list(
            .graph(
              .set(
                variable("me", "token"),
                to: .init(name: "token", step: "login", pick: .pointer("/token")))))
        ])
    #expect(question.answers.first?.effects == [value.copying])
    let other = PickedValue(request: "out", pointer: "/token", key: "token")
    #expect(draft.question(about: other) == nil)
    #expect(draft.question(about: PickedValue(request: nil, pointer: "", key: nil)) == nil)
  }

  private static let flow = GraphPlan(
    name: "flow", onFailure: .continue, cache: CacheDefaults(reading: .fresh),
    steps: [
      GraphStep(name: "a", work: .request("a")),
      GraphStep(name: "b", work: .jq("."), inputs: [.init(name: "x", step: "a")]),
      GraphStep(name: "c", work: .command(["d"]), after: ["b"]),
      GraphStep(name: "d", work: .request("a"), needs: ["a"], after: ["b", "c"]),
      GraphStep(name: "e", work: .request("a"), inputs: [.init(name: "x", literal: "3")]),
    ])

  @Test func `a saved graph is read and planned as the same graph`() {
    let draft = GraphDraft(Self.flow)
    #expect(draft.plan(named: "flow") == Self.flow && !draft.isChanged)
    #expect(
      draft.steps.map(\.order) == [.serial, .serial, .serial, .concurrent, .concurrent])
    #expect(
      draft.steps.map { draft.summary(of: $0) } == [
        "", "x = a", "", "at once, needs a, after b, after c", "at once, x = 3",
      ])
  }

  @Test func `a renamed step keeps the steps that wait for it`() {
    var draft = GraphDraft(Self.flow)
    draft.rename(step: "a", to: "first")
    let steps = draft.plan(named: "flow").steps
    #expect(steps[1].inputs == [.init(name: "x", step: "first")] && steps[3].needs == ["first"])
    #expect(draft.obstacle == nil && draft.isChanged)
  }

  @Test func `a removed step is no longer waited for`() {
    var draft = GraphDraft(Self.flow)
    draft.remove("c")
    #expect(draft.plan(named: "flow").steps[2].after == ["b"] && draft.obstacle == nil)
  }

  @Test func `a concurrent step can use the result of a later step`() throws {
    var draft = GraphDraft(
      GraphPlan(name: "g", steps: ["a", "b"].map { GraphStep(name: $0, work: .request($0)) }))
    let x = variable("a", "x")
    draft.set(x, to: try draft.input("b /id", for: x))
    #expect(draft.obstacle == nil)
    #expect(throws: GraphDraft.InputProblem.self) { try draft.names("a", before: "b") }
  }

  @Test(arguments: [
    ["./bill.sh", "--dry-run"], ["a b", "", "it's \"x\""], ["$HOME", "\\"],
  ])
  func `a command on a line is read back as its words`(words: [String]) {
    #expect(CommandWords.words(of: CommandWords.line(of: words)) == words)
  }
}
