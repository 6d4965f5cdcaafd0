import ClientModel
import Testing

@testable import ViewModels

struct OwnEventLineTests {
  @Test func `a line is a name, fields, and what the event concerns`() throws {
    let line = try OwnEventLine("deployed version=1.2 by=a=b job:17 graph:g3 call:order-7")
    #expect(
      line.event == OwnEvent("deployed", fields: [.init("version", "1.2"), .init("by", "a=b")]))
    #expect(line.job == JobID(17) && line.graph == GraphID("g3") && line.call == "order-7")
  }

  @Test(arguments: ["deployed 1.2", "deployed job:x", "deployed =1", "deployed graph:"])
  func `a word of another form is named`(text: String) {
    let fault = EventPrompt().fault(in: text, AppModel())
    #expect(fault?.what.isEmpty == false && fault?.whatToDo.isEmpty == false)
  }

  @Test func `the limits of the pool are three numbers, and 0 is the default`() {
    #expect(ConnectionPool(prompt: "6 0 1024") == ConnectionPool(perHost: 6, idle: 1024))
    for text in ["", "6", "6 0", "6 0 x", "-1 0 0", "6 0 100001", "1 2 3 4"] {
      #expect(ConnectionPool(prompt: text) == nil)
    }
  }

  @Test func `the body of a cached response is a text or a file`() {
    var model = ComposerModel()
    model.load(Draft(url: "https://a.example"))
    let draft = model.draft
    #expect(CachedBodyPrompt().accept("{}", &model) == [.cache(.put(draft, .text("{}")))])
    #expect(CachedBodyPrompt().accept("@a.json", &model) == [.cache(.put(draft, .file("a.json")))])
  }
}
