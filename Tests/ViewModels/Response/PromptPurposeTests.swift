import ClientDocuments
import ClientModel
import Testing

@testable import ViewModels

/// The prompts about the response, without an interface.
struct PromptPurposeTests {
  @Test func `an invalid path stays to be corrected, and leaving deletes its problem`() {
    var body = ResponseBody()
    #expect(PathPrompt().check(".items[", &body) == false)
    #expect(body.filter.problem?.hasPrefix("This is not a path.") == true)
    _ = PathPrompt().leave(&body)
    #expect(body.filter.problem == nil)
    #expect(PathPrompt().check(".items[0]", &body) == true)
  }

  @Test func `an invalid expression looks for nothing`() {
    var body = ResponseBody()
    var find = FindPrompt(SearchQuery("lamp"))
    #expect(find.query.text == "" && find.label == "Find")
    find.query.turn(.expression)
    #expect(find.check("a[", &body) == false)
    #expect(find.typed(TextBuffer("a["), .text, &body) == [])
    #expect(find.check("a.*b", &body) == true)
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

  @Test func `a lane belongs to its workspace by the id or by the folder`() {
    let facts = WorkspaceStatus(isScratch: false, folder: "/shop", id: "abcdefgh23456789")
    #expect(facts.owns(LaneKey(workspace: "abcdefgh23456789", name: "api")))
    #expect(facts.owns(LaneKey(workspace: "/shop", name: "api")))
    #expect(!facts.owns(LaneKey(workspace: "/other", name: "api")))
    #expect(!facts.owns(LaneKey(name: "api")) && WorkspaceStatus().owns(LaneKey(name: "api")))
  }
}
