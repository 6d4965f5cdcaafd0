import ClientModel
import Testing
import ViewModels

struct RequestLineTests {
  private func pasted(_ text: String) -> Draft {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert(text))
    return model.composer.draft
  }

  @Test(arguments: [
    ("POST http://127.0.0.1:8080/a", "POST", "http://127.0.0.1:8080/a"),
    ("  DELETE\thttps://a.example/x?y=z\n", "DELETE", "https://a.example/x?y=z"),
    ("PUT {{base}}/x", "PUT", "{{base}}/x"), ("SEARCH a.example", "SEARCH", "a.example"),
    ("GET /users HTTP/1.1", "GET", "/users"),
  ])
  func `a pasted line with a method sets both`(text: String, method: String, url: String) {
    #expect(pasted(text) == Draft(method: method, url: url))
  }

  @Test(arguments: ["https://a.example/A B", "NOTHING", "GET now please", "post https://a.example"])
  func `any other text is a URL, right or wrong`(_ text: String) {
    #expect(pasted(text).method == "GET" && pasted(text).url == text)
  }

  @Test func `a pasted URL leaves the end of its line behind`() {
    #expect(pasted(" https://a.example/x\n").url == "https://a.example/x")
  }

  @Test func `typed by hand it is read as soon as the URL begins`() {
    var model = AppModel()
    _ = model.perform(.composer(.edit))
    for letter in "POST https://a.example" { _ = model.perform(.insert(String(letter))) }
    #expect(model.composer.draft.method == "POST")
    #expect(model.composer.draft.url == "https://a.example")
    #expect(
      model.perform(.typing(.enter))
        == [.sending(.submit(Draft(method: "POST", url: "https://a.example"), .immediate))])
  }
}
