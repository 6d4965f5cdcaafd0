import ClientDocuments
import ClientModel
import Testing

@testable import ViewModels

/// The prompts about the response, without an interface.
struct PromptPurposeTests {
  @Test func `an invalid path stays to be corrected, and leaving deletes its problem`() {
    var response = ResponseModel()
    #expect(PathPrompt().check(".items[", &response) == false)
    #expect(response.filter.problem?.hasPrefix("This is not a path.") == true)
    _ = PathPrompt().leave(&response)
    #expect(response.filter.problem == nil)
    #expect(PathPrompt().check(".items[0]", &response) == true)
  }

  @Test func `an invalid expression looks for nothing`() {
    var response = ResponseModel()
    var find = FindPrompt(SearchQuery("lamp"))
    #expect(find.query.text == "" && find.label == "Find")
    find.query.turn(.expression)
    #expect(find.check("a[", &response) == false)
    #expect(find.typed(TextBuffer("a["), .text, &response) == [])
    #expect(find.check("a.*b", &response) == true)
  }

  @Test(arguments: [("", true), ("{{x}}", true), ("status 2xx", true), ("status", false)])
  func `an assertion is checked while it is typed`(text: String, isValid: Bool) {
    #expect((AssertionPrompt.fault(in: text) == nil) == isValid)
  }

  @Test func `an invalid assertion is asked for again with its text`() {
    var app = AppModel()
    let effects = AssertionPrompt().accept("status", &app)
    #expect(effects.first == .ask(Prompt(AssertionPrompt(), text: "status")))
    #expect(
      AssertionPrompt().accept("status 2xx", &app)
        == [.requests(.addAssertion("status 2xx", to: nil))])
  }
}
