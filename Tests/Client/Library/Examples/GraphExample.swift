import WeirClient

/// The example of the article *Graphs*.
func graph(_ client: Client) async throws -> GraphRun? {
  let drafts = [
    "login": Draft(method: "POST", url: "https://api.example/login"),
    "report": Draft(
      url: "https://api.example/report",
      headers: [DraftField("X-Session", "{{session}}")]),
    "logout": Draft(method: "POST", url: "https://api.example/logout"),
  ]
  let plan = GraphPlan(
    name: "nightly",
    steps: [
      GraphStep(name: "login", work: .request("login")),
      GraphStep(
        name: "report", work: .request("report"),
        inputs: [GraphStep.Input(name: "session", step: "login", pick: .pointer("/session"))]),
      GraphStep(name: "logout", work: .request("logout"), after: ["report"]),
    ])
  let id = try await client.submit(NewGraph(plan, GraphMaterial(drafts: drafts)))
  return try await client.wait(for: id)
}
