import ClientModel
import ClientWorkspace
import Testing

struct StoredRequestsTextTests {
  private let secret = {
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
    return draft
  }()

  private func written(_ text: StoredRequestsText) throws -> String {
    try text.written(limit: 1 << 20).text
  }

  @Test func `open requests come back in their order, secrets included`() throws {
    let half = Draft(headers: [DraftField("", "x")], body: .text("é\n", mediaType: ""))
    let text = StoredRequestsText(
      workspace: "/home/a/b%0A\n",
      StoredRequests(
        [
          StoredRequest(
            name: "users/create", draft: secret,
            base: Draft(name: "users/create", url: "https://a.example/before")),
          StoredRequest(name: "users/list", draft: nil), StoredRequest(name: nil, draft: half),
        ], current: 2))
    #expect(try StoredRequestsText(reading: try written(text)) == text)
  }

  @Test(arguments: ["", "a/b"]) func `a copy without a name comes back with its folder`(
    folder: String
  ) throws {
    var draft = Draft(url: "https://a.example/{{base}}")
    draft.folder = folder
    let text = StoredRequestsText(
      workspace: "/w", StoredRequests([StoredRequest(name: nil, draft: draft)]))
    #expect(try StoredRequestsText(reading: try written(text)) == text)
  }

  @Test func `a text that is cut off anywhere never becomes another request`() throws {
    let text = StoredRequestsText(
      workspace: "/w",
      StoredRequests([
        StoredRequest(name: "a", draft: Draft(name: "a", url: "https://a.example")),
        StoredRequest(name: "b", draft: nil),
      ]))
    let bytes = Array(try written(text).utf8)
    for count in 0..<bytes.count {
      let cut = String(decoding: bytes.prefix(count), as: UTF8.self)
      do throws(WorkspaceProblem) {
        let found = try StoredRequestsText(reading: cut).stored.requests
        #expect(text.stored.requests.starts(with: found), "after \(count) bytes")
      } catch {
        #expect(error.what == "The unsaved requests were not restored.")
      }
    }
  }

  @Test func `requests that an older version stored come back, without the files they began as`()
    throws
  {
    let file = "method: GET\nurl: https://a.example\n"
    let text = "weir requests 1\n/w\n0\na\n\(file.utf8.count)\n\(file)b\n-\n"
    #expect(
      try StoredRequestsText(reading: text).stored.requests == [
        StoredRequest(name: "a", draft: Draft(name: "a", url: "https://a.example")),
        StoredRequest(name: "b", draft: nil),
      ])
  }

  @Test func `a request that is too large is left out, and the others stay`() throws {
    let large = Draft(body: .text(String(repeating: "x", count: 5000), mediaType: "text/plain"))
    let text = StoredRequestsText(
      workspace: "/w",
      StoredRequests(
        [StoredRequest(name: nil, draft: large), StoredRequest(name: "b", draft: nil)], current: 1))
    let (written, leftOut) = try text.written(limit: 1000)
    let back = try StoredRequestsText(reading: written)
    #expect(leftOut == 1)
    #expect(back.stored == StoredRequests([StoredRequest(name: "b", draft: nil)]))
  }
}
