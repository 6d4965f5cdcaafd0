import ClientModel
import ClientWorkspace
import Testing

struct DraftTextTests {
  @Test func `a draft comes back as it was, secrets included`() throws {
    var draft = Draft(
      name: "users/create", method: "POST", url: "https://a.example/{id}?x",
      pathVariables: [DraftField("id", "4")],
      query: [
        DraftField("q", "a b"), DraftField("old", "1", mark: .off),
        DraftField("list", "a,b%2C", mark: .encoded),
      ],
      headers: [DraftField("Authorization", "Bearer hush", mark: .secret)],
      body: .json("{\n  \"a\": 1\n"), authorization: .basic(user: "u", password: "p"))
    draft.idempotencyKey = ""
    draft.endpoint = EndpointName("users#GET /users/{id}")
    let text = DraftText(workspace: "/home/a/b%0A\n", name: "users/create", draft: draft)
    let back = try DraftText(reading: try text.written())
    #expect(back == text)
  }

  @Test func `an empty URL and a half typed body are stored too`() throws {
    let draft = Draft(headers: [DraftField("", "x")], body: .text("", mediaType: ""))
    let text = DraftText(workspace: "/w", name: nil, draft: draft)
    #expect(try DraftText(reading: try text.written()) == text)
  }

  @Test func `a text that is cut off is refused`() {
    #expect(throws: WorkspaceProblem.self) { try DraftText(reading: "/w") }
  }
}
