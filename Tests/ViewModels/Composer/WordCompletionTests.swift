import ClientModel
import Testing

@testable import ViewModels

struct WordCompletionTests {
  @Test func `a word is completed whatever its case, and a complete one is not`() {
    let headers = WordCompletion(words: ["Accept", "Accept-Language", "Host"])
    #expect(headers.rest(after: "ho") == "st")
    #expect(headers.rest(after: "accept") == nil)
    #expect(headers.rest(after: "accept-") == "Language")
    #expect(headers.rest(after: "x") == nil)
  }

  @Test func `a template is completed by the values of the environment`() {
    let environment = Environment(values: ["host": "a.example", "token": "t"])
    #expect(WordCompletion.template(after: "https://{{ho", in: environment) == "st}}")
    #expect(WordCompletion.template(after: "{{token", in: environment) == "}}")
    #expect(WordCompletion.template(after: "{{token}}", in: environment) == nil)
    #expect(WordCompletion.template(after: "{{", in: environment) == nil)
  }
}
