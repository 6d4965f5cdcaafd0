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
    var environment = Environment()
    environment.define("host", .fixed("a.example"), in: .shared)
    environment.define("token", .fixed(.secret("t")), in: .file(".env"))
    environment.define("token2", .fixed("u"), in: .option)
    func found(_ text: String) -> [FieldCandidate]? {
      WordCompletion.variables(after: text, in: environment, hiding: .standard)
    }
    #expect(
      found("https://{{ho")
        == [FieldCandidate(word: "host", value: "a.example", source: "shared", rest: "st}}")])
    #expect(
      found("{{token")
        == [
          FieldCandidate(word: "token", value: "••••••", source: ".env", rest: "}}"),
          FieldCandidate(word: "token2", value: "u", source: "--var", rest: "2}}"),
        ])
    #expect(found("{{")?.map(\.word) == ["host", "token", "token2"])
    #expect(found("{{HO") == [])
    for text in ["{{token}}", "{{host:-", "no"] { #expect(found(text) == nil) }
  }
}
