import ClientModel
import ClientPipeline
import Testing

/// Templates and path variables without a value, and data that fills them.
struct OpenNameTests {
  private func examine(_ draft: Draft, data: [String: SensitiveText] = [:]) -> Examination {
    Preparation(
      environment: Environment(values: ["base": "https://api.example", "known": "1"], data: data),
      files: .assumed
    ).examine(draft)
  }

  private let draft = Draft(
    method: "POST", url: "{{base}}/users/{id}/items/:item?x={{known}}",
    pathVariables: [DraftField("item", "")], query: [DraftField("page", "{{page}}")],
    headers: [DraftField("X-Token", "{{token}}")], body: .json("{\"t\": \"{{token}}\"}"))

  @Test func `each template and path variable without a value is named once`() {
    let found = examine(draft)
    #expect(found.request == nil)
    #expect(Set(found.openNames) == ["id", "item", "page", "token"])
    #expect(found.openNames.count == 4)
    #expect(examine(Draft(url: "{{base}}/{{known}}")).openNames.isEmpty)
  }

  @Test func `data fills path variables that the request leaves open`() {
    let found = examine(
      draft, data: ["id": "7/8", "item": "x", "page": "2", "token": "t"])
    #expect(found.openNames.isEmpty && found.problems.isEmpty, "\(found.problems)")
    #expect(found.request?.url.hasPrefix("https://api.example/users/7%2F8/items/x?") == true)
  }

  @Test func `a path variable with a value keeps it, whatever the data`() {
    let draft = Draft(
      url: "{{base}}/users/{id}", pathVariables: [DraftField("id", "mine")])
    let found = examine(draft, data: ["id": "theirs"])
    #expect(found.request?.url == "https://api.example/users/mine")
  }

  @Test(arguments: ["..", "@evil.example/", "/../x", "{{known}}", "?a=b", "#"])
  func `data in a path variable stays in its segment`(value: String) {
    let found = examine(
      Draft(url: "{{base}}/users/{id}/end"), data: ["id": SensitiveText(value)])
    guard let request = found.request else { return }
    #expect(request.origin.host == "api.example")
    #expect(request.url.hasSuffix("/end") && request.url.split(separator: "/").count == 5)
  }
}
