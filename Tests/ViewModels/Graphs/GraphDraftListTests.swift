import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// The list of a new graph, by commands.
@Suite struct GraphDraftListTests {
  /// The list with two steps, of which the second has the variables `token` and `id`.
  private func open() -> AppModel {
    var model = AppModel()
    _ = model.receive(.requests(["auth/login", "users/me"]))
    #expect(model.perform(.feature(.newGraph)).isEmpty)
    for row in [0, 1] {
      _ = model.perform(.list(.new))
      if row > 0 { _ = model.perform(.move(.down)) }
      let name = ["auth/login", "users/me"][row]
      #expect(model.perform(.list(.choose)) == [.graphs(.variables(of: name))])
    }
    _ = model.receive(.graphs(.variables(["token", "id"], of: "users/me")))
    return model
  }

  private func rows(_ model: AppModel) -> [String] {
    guard case .list(let list) = model.overlays.last else { return [] }
    return model.rows(of: list).map { "\($0.title) | \($0.detail)" }
  }

  private func prompt(_ model: AppModel) -> String? {
    guard case .prompt(let prompt) = model.overlays.last else { return nil }
    return "\(prompt.label): \(prompt.buffer.text)"
  }

  /// Gives the first variable of the selected step a value.
  private func fill(_ model: inout AppModel, _ text: String) {
    _ = model.perform(.list(.choose))
    _ = model.perform(.list(.choose))
    _ = model.perform(.insert(text))
    _ = model.perform(.typing(.enter))
    _ = model.perform(.list(.close))
  }

  private func plan(_ name: String) -> GraphPlan {
    GraphPlan(
      name: name,
      steps: [
        GraphStep(name: "login", work: .request("auth/login")),
        GraphStep(
          name: "me", work: .request("users/me"),
          inputs: [.init(name: "token", step: "login", pick: .pointer("/token"))]),
      ])
  }

  @Test func `a saved request is added as the last step, which is then selected`() {
    let model = open()
    #expect(rows(model) == ["login | auth/login", "me  token = ?, id = ? | users/me"])
    #expect(model.overlays.uppermost(\.graph)?.list.selected == 1)
  }

  @Test func `a variable takes a value from an earlier step`() {
    var model = open()
    #expect(model.perform(.list(.choose)) == [.graphs(.variables(of: "users/me"))])
    #expect(
      rows(model) == [
        "token | no value", "id | no value", "Name | me", "Request | users/me",
        "Start | after the step above", "Needs | no step", "After | no step",
        "Expect | any status below 400",
      ])
    _ = model.perform(.list(.choose))
    #expect(prompt(model) == "Input token of step me comes from: ")
    _ = model.perform(.insert("lo"))
    _ = model.perform(.typing(.nextField))
    #expect(prompt(model) == "Input token of step me comes from: login")
    _ = model.perform(.insert(" /token"))
    #expect(model.perform(.typing(.enter)).isEmpty)
    #expect(rows(model).prefix(2) == ["token | login /token", "id | no value"])
    _ = model.perform(.list(.delete))
    #expect(rows(model).prefix(2) == ["token | no value", "id | no value"])
  }

  @Test func `a value that names no earlier step stays to be corrected`() {
    var model = open()
    for _ in 0..<2 { _ = model.perform(.list(.choose)) }
    _ = model.perform(.insert("me /token"))
    _ = model.perform(.typing(.enter))
    #expect(prompt(model) == "Input token of step me comes from: me /token")
    guard case .prompt(let prompt) = model.overlays.last else { return }
    #expect(prompt.fault?.why == "`me` is not a step before me.")
    #expect(prompt.fault?.whatToDo == "Use one of login.")
  }

  @Test func `the first step takes a literal, because it has no earlier result to take`() {
    var model = open()
    _ = model.receive(.graphs(.variables(["user"], of: "auth/login")))
    _ = model.perform(.move(.first))
    fill(&model, "= \"ann\"")
    #expect(rows(model).first == "login  user = \"ann\" | auth/login")
    #expect(
      model.lists.graph.draft.plan(named: "a").steps[0].inputs == [
        .init(name: "user", literal: "\"ann\"")
      ])
  }

  @Test func `a literal that is not JSON stays to be corrected`() {
    var model = open()
    for _ in 0..<2 { _ = model.perform(.list(.choose)) }
    _ = model.perform(.insert("= ann"))
    _ = model.perform(.typing(.enter))
    guard case .prompt(let prompt) = model.overlays.last else {
      Issue.record("The prompt is closed.")
      return
    }
    #expect(prompt.fault?.why == "Line 1, column 1: expected a value, found `a`.")
  }

  /// Adds a step of the kind at the index from the end of the list of kinds.
  private func add(_ model: inout AppModel, fromEnd index: Int, _ text: String) {
    _ = model.perform(.list(.new))
    _ = model.perform(.move(.last))
    for _ in 0..<index { _ = model.perform(.move(.up)) }
    _ = model.perform(.list(.choose))
    _ = model.perform(.insert(text))
    _ = model.perform(.typing(.enter))
  }

  @Test func `jq programs and commands are steps`() {
    var model = open()
    add(&model, fromEnd: 1, ".items | length")
    add(&model, fromEnd: 0, "./bill.sh 'a b' \"\"")
    #expect(rows(model).suffix(2) == ["jq | .items | length", "bill.sh | ./bill.sh 'a b' ''"])
    let steps = model.lists.graph.draft.plan(named: "a").steps
    #expect(steps[2].work == .jq(".items | length") && steps[2].after == ["me"])
    #expect(steps[3].work == .command(["./bill.sh", "a b", ""]))
  }

  @Test func `a command with an open quote stays to be corrected`() {
    var model = open()
    add(&model, fromEnd: 0, "./bill.sh 'a")
    #expect(prompt(model) == "Command of a new step: ./bill.sh 'a")
  }

  /// Chooses the field with this label in the list of a step's fields.
  private func choose(_ label: String, _ model: inout AppModel, _ text: String? = nil) {
    let index = rows(model).firstIndex { $0.begins(with: label + " |") } ?? 0
    _ = model.perform(.move(.first))
    for _ in 0..<index { _ = model.perform(.move(.down)) }
    _ = model.perform(.list(.choose))
    guard let text else { return }
    _ = model.perform(.typing(.killToStart))
    _ = model.perform(.insert(text))
    _ = model.perform(.typing(.enter))
  }

  @Test func `the fields of a step are set and cleared`() throws {
    var model = open()
    _ = model.perform(.list(.choose))
    choose("Start", &model)
    choose("Expect", &model, "2xx,404")
    choose("Needs", &model, "login")
    var step = model.lists.graph.draft.plan(named: "a").steps[1]
    #expect(step.after.isEmpty && step.needs == ["login"])
    #expect(step.expect == (try Assertion("status 2xx, 404")))
    #expect(rows(model).suffix(3) == ["Needs | login", "After | no step", "Expect | 2xx, 404"])
    _ = model.perform(.list(.delete))
    step = model.lists.graph.draft.plan(named: "a").steps[1]
    #expect(step.needs.isEmpty && step.expect != nil)
    choose("Name", &model, "profile")
    #expect(rows(model)[2] == "Name | profile")
    choose("Expect", &model, "abc")
    #expect(prompt(model)?.ends(with: ": abc") == true)
  }

  @Test func `an input of a jq step is added by its name`() {
    var model = open()
    add(&model, fromEnd: 1, ".a")
    _ = model.perform(.move(.last))
    _ = model.perform(.list(.choose))
    _ = model.perform(.list(.new))
    _ = model.perform(.insert("a"))
    _ = model.perform(.typing(.enter))
    _ = model.perform(.insert("login .x"))
    _ = model.perform(.typing(.enter))
    #expect(rows(model).first == "a | login .x")
  }

  @Test func `the kind of a step is chosen again`() {
    var model = open()
    _ = model.perform(.list(.choose))
    choose("Request", &model)
    _ = model.perform(.move(.last))
    _ = model.perform(.list(.choose))
    _ = model.perform(.insert("date"))
    _ = model.perform(.typing(.enter))
    #expect(model.lists.graph.draft.steps[1].work == .command(["date"]))
    #expect(rows(model).contains("Kind | command") && rows(model).contains("Command | date"))
  }

  @Test func `a graph of the workspace opens, and replaces changes only after a question`() {
    var model = open()
    #expect(model.receive(.graphs(.opened(plan("flow")))).isEmpty)
    #expect(model.overlays.question?.question == "Open the graph flow?")
    _ = model.perform(.dialog(.next))
    _ = model.perform(.dialog(.accept))
    #expect(model.lists.graph.draft.plan(named: "flow") == plan("flow"))
    #expect(!model.lists.graph.draft.isChanged)
    _ = model.perform(.list(.clear))
    #expect(rows(model).isEmpty && model.lists.graph.draft.savedName == nil)
  }

  @Test func `the graph is queued at once, and stays`() {
    var model = open()
    fill(&model, "login /token")
    #expect(model.perform(.list(.send)) == [.graphs(.queue(plan("new graph")))])
    #expect(model.overlays.isEmpty)
    #expect(
      model.perform(.feature(.newGraph))
        == [.graphs(.variables(of: "auth/login")), .graphs(.variables(of: "users/me"))])
    #expect(rows(model).count == 2)
  }

  @Test func `a graph whose input comes from a later step is neither queued nor saved`() {
    var model = open()
    fill(&model, "login /token")
    _ = model.perform(.list(.moveUp))
    #expect(model.overlays.uppermost(\.graph)?.list.selected == 0)
    #expect(
      rows(model).first
        == "me  token = login /token, but login is a later step, id = ? | users/me")
    for command in [ListCommand.send, .rule] {
      #expect(model.perform(.list(command)).isEmpty)
      #expect(model.notice?.what == "The graph cannot run." && prompt(model) == nil)
    }
    _ = model.perform(.list(.moveDown))
    #expect(model.perform(.list(.send)) == [.graphs(.queue(plan("new graph")))])
  }

  @Test func `saving asks for a name, and before it replaces another graph`() {
    var model = open()
    fill(&model, "login /token")
    _ = model.perform(.list(.rule))
    _ = model.perform(.insert("flow"))
    #expect(model.perform(.typing(.enter)) == [.graphs(.save(plan("flow"), .refused))])
    _ = model.receive(.graphs(.taken(plan("flow"))))
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)) == [.graphs(.save(plan("flow"), .allowed))])
    _ = model.receive(.graphs(.saved("flow")))
    #expect(model.notice?.what == "The graph was saved as flow.")
    _ = model.perform(.list(.rule))
    #expect(prompt(model) == "Save the graph as: flow")
    #expect(model.perform(.typing(.enter)) == [.graphs(.save(plan("flow"), .allowed))])
    #expect(model.perform(.list(.send)) == [.graphs(.queue(plan("flow")))])
  }

  @Test func `a deleted step goes, and the input from it is a problem`() {
    var model = open()
    fill(&model, "login /token")
    _ = model.perform(.move(.first))
    _ = model.perform(.list(.delete))
    #expect(
      rows(model) == [
        "me  token = login /token, but there is no step named login, id = ? | users/me"
      ]
    )
    _ = model.perform(.list(.delete))
    #expect(rows(model).isEmpty)
  }

  @Test func `a filtered list moves no step`() {
    var model = open()
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("me"))
    _ = model.perform(.typing(.leave))
    _ = model.perform(.list(.moveUp))
    #expect(model.notice?.what == "The step was not moved.")
  }

  @Test func `a value of a response is copied while no graph can take it`() {
    var model = AppModel()
    let value = PickedValue(request: "auth/login", pointer: "/token", key: "token")
    #expect(model.settle([.list(.graph(.offer(value)))]) == [value.copying])
    #expect(model.overlays.isEmpty)
  }

  @Test func `a value of a response is used in the new graph`() {
    var model = open()
    _ = model.perform(.list(.close))
    let value = PickedValue(request: "auth/login", pointer: "/token", key: "token")
    #expect(model.settle([.list(.graph(.offer(value)))]).isEmpty)
    _ = model.perform(.dialog(.next))
    #expect(model.perform(.dialog(.accept)).isEmpty)
    #expect(model.notice?.what == "token of me is login /token.")
    #expect(model.lists.graph.draft.plan(named: "flow") == plan("flow"))
  }

  @Test func `the prompt begins with the value that is selected in the response of a step`() {
    var driver = AppDriver(#"{"user":{"a/b":[1,2]}}"#)
    driver.name("auth/login")
    driver.perform(.response(.openAll), .move(.down), .move(.down), .move(.down))
    driver.run { $0.receive(.requests(["auth/login", "users/me"])) }
    driver.run { $0.settle([.list(.graph(.add("auth/login"))), .list(.graph(.add("users/me")))]) }
    driver.run { $0.settle([.list(.graph(.edit(.input("token"), of: "me")))]) }
    #expect(driver.prompt?.buffer.text == "login /user/a~1b/0")
  }
}

extension AppDriver {
  /// Makes the job on show that of a saved request.
  fileprivate mutating func name(_ name: String) {
    var job = Job.fixture(1, .succeeded)
    job.name = name
    run { $0.receive(.response(.changed([job]))) }
  }
}
