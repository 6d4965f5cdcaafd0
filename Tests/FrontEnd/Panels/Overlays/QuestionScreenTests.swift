import ClientModel
import JobFixtures
import Panels
import Testing
import ViewModels

struct QuestionScreenTests {
  private func check(_ model: AppModel, _ name: String) throws {
    guard case .question = model.overlays.last else {
      Issue.record("\(name) is no question.")
      return
    }
    try GoldenScreen.check(model, name)
  }

  private func top(of model: AppModel) -> Int? {
    if case .question(let question) = model.overlays.last { question.top } else { nil }
  }

  @Test func `the first rows of a batch look as they were approved`() throws {
    var model = ShopScene.model()
    let rows = (1...100).map { row in
      "\(row < 10 ? " " : "")\(row)  id=\(4700 + row), fields=name  "
        + "GET https://api.example.com/v2/customers/\(4700 + row)?fields=name,total"
    }
    _ = model.receive(
      .confirm(
        Confirmation(
          "Queue 12,800 jobs, one for each row of customers.csv?",
          excerpt: (rows + ["and 12,700 more"]).map { FileDifference.Row(.place, $0) },
          answers: [.init("Queue nothing"), .init("Queue 12,800 jobs")])))
    try check(model, "question-each-row")
    for _ in 0..<2 { _ = model.perform(.dialog(.scrollDown)) }
    try check(model, "question-each-row-scrolled")
    for _ in 0..<99 { _ = model.perform(.dialog(.scrollDown)) }
    #expect(top(of: model) == 96)
    for _ in 0..<99 { _ = model.perform(.dialog(.scrollUp)) }
    #expect(top(of: model) == 0)
  }

  @Test func `the result of a local step looks as it was approved`() throws {
    let short = #"{"orders":3,"total":117.5,"currency":"EUR"}"#
    let long =
      (1...40).map { #"{"id":\#(4_700 + $0),"state":"paid"}"# }.joined(separator: ",").prefix(999)
    let results: [(name: String, text: String, answers: [String])] = [
      ("question-step-result", short, ["Close"]),
      (
        "question-step-result-cut", "[\(long)…",
        ["All 48 kB in the pager", "Close"]
      ),
    ]
    for (name, text, answers) in results {
      var model = ShopScene.model()
      _ = model.receive(
        .confirm(
          Confirmation(
            "The result of step total:", detail: text,
            answers: answers.map { Confirmation.Answer($0) })))
      try check(model, name)
    }
  }

  @Test func `what is asked before a remote job is deleted looks as it was approved`() throws {
    var model = ShopScene.model()
    let polled = Job.fixture(
      24, .polling(word: "rendering", next: Timestamp(milliseconds: 75_000)),
      lane: "https://api.example.com", url: "https://api.example.com/v2/reports/2026")
    let jobs = [polled] + ShopScene.jobs
    _ = model.receive(.queue(.jobs(jobs, offset: 0, total: jobs.count)))
    _ = model.perform(.app(.focusQueue))
    _ = model.perform(.move(.first))
    _ = model.perform(.queue(.delete))
    try check(model, "question-delete-remote-job")
  }

  @Test func `what is asked before something is deleted looks as it was approved`() throws {
    var model = ShopScene.model()
    _ = model.receive(
      .gateways(.list(Gateways(all: [Gateway(name: "api", url: "https://api.example.com")]))))
    _ = model.perform(.feature(.gateways))
    _ = model.perform(.list(.delete))
    try check(model, "question-delete-gateway")
    model = ShopScene.model()
    _ = model.perform(.feature(.environments))
    _ = model.perform(.move(.last))
    _ = model.perform(.list(.delete))
    try check(model, "question-delete-environment")
    model = ShopScene.model()
    _ = model.perform(.feature(.cookies))
    _ = model.receive(.cookies(.list([Cookie(name: "session", domain: "api.example.com")])))
    _ = model.perform(.list(.clear))
    try check(model, "question-delete-cookies")
  }

  @Test func `a step that failed is told in full`() throws {
    var model = ShopScene.model()
    let failure = Failure(
      .invalidRequest, what: "The value `id` is missing.",
      why: "The response of login has nothing at /account/id.",
      whatToDo: "Correct the pointer in graphs/checkout.yaml.")
    let steps = ["login", "pay"].map { GraphStep(name: $0, work: .request($0)) }
    let run = GraphRun(
      id: GraphID(4), plan: GraphPlan(name: "checkout", steps: steps),
      created: Timestamp(milliseconds: 0),
      steps: [StepProgress(state: .done), StepProgress(state: .failed, failure: failure)])
    _ = model.receive(.queue(.graphs([run], [])))
    _ = model.perform(.app(.focusQueue))
    _ = model.perform(.move(.first))
    for _ in 0..<3 { _ = model.perform(.move(.down)) }
    _ = model.perform(.queue(.fold))
    for _ in 0..<2 { _ = model.perform(.move(.down)) }
    try GoldenScreen.check(model, "graph-failed-step")
    _ = model.perform(.queue(.show))
    try check(model, "question-failed-step")
  }

  @Test func `a question with a long reason looks as it was approved`() throws {
    var model = ShopScene.model()
    let notice = Notice(
      .error, "environments.yaml was not changed.",
      why: "Line 12 is indented by 3 blanks, and the lines around it by 2.",
      whatToDo: "Indent the values of an environment alike.")
    _ = model.receive(.fileRefused(.environments, "staging:\n", notice, line: 12))
    try check(model, "question-file")
  }
}
