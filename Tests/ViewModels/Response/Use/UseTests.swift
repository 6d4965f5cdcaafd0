import ClientModel
import JobFixtures
import Testing

@testable import ViewModels

/// Using a value of a response elsewhere.
struct UseTests {
  private static let text =
    #"{"id":7,"name":"a \"b\"","urls":["https://h/{x}"],"items":[{"id":1},{"id":2}],"none":null}"#

  private func asks(_ assertion: String) -> Effect {
    .ask(Prompt(AssertionPrompt(), text: assertion))
  }

  private func asked(
    _ command: ResponseCommand, row: Int, in text: String = text
  ) -> [Effect] {
    var driver = ResponseDriver.showing(text)
    driver.run { $0.point(row: row) }
    driver.others = []
    driver.perform(command)
    return driver.others
  }

  @Test func `a value is asserted to be what it is now`() {
    #expect(asked(.useAsAssertion, row: 1) == [asks(".id == 7")])
    #expect(asked(.useAsAssertion, row: 2) == [asks(#".name == "a \"b\"""#)])
    #expect(asked(.useAsAssertion, row: 5) == [asks(".items | length == 2")])
    #expect(asked(.useAsAssertion, row: 0) == [asks("length == 5")])
    let long = "{\"a\":\"\(String(repeating: "x", count: 300))\"}"
    #expect(asked(.useAsAssertion, row: 1, in: long) == [asks(".a != null")])
  }

  @Test func `what is offered as an assertion can be read as one`() throws {
    for row in 0..<9 {
      guard case .ask(let prompt)? = asked(.useAsAssertion, row: row).first else { continue }
      #expect(prompt.purpose is AssertionPrompt)
      _ = try Assertion(prompt.buffer.text)
    }
  }

  @Test(arguments: [
    ("https://api.example.com/things", Notice.Kind.info), ("api.example.com/things?a=1", .info),
    ("{{base}}/things", .info), ("https://api.example.com/things/8", .warning), ("", .warning),
  ])
  func `an assertion that goes to another request than the answered one says so`(
    url: String, kind: Notice.Kind
  ) {
    var world = FilterWorld(Self.text)
    world.run {
      $0.receive(.composer(.restored([RestoredRequest(Draft(url: url), base: nil)], current: 0)))
    }
    world.run { $0.receive(.composer(.asserted(".id == 7"))) }
    #expect(world.model.notice?.kind == kind, "\(world.model.notice?.what ?? "")")
  }

  @Test func `a status is asserted where no tree is on show`() {
    var driver = ResponseDriver.showing(Self.text)
    for _ in 0..<4 { driver.perform(.nextTab) }
    driver.others = []
    driver.perform(.useAsAssertion)
    #expect(driver.others == [asks("status 200")])
  }

  @Test func `a plain value begins a request that has nothing of the old one but its address`() {
    guard case .begin(let choices)? = asked(.useAsParameter, row: 1).first else {
      Issue.record("No request is offered.")
      return
    }
    #expect(choices.map(\.title) == ["As id= in the query of this response's URL"])
    let draft = choices.first?.draft
    #expect(draft?.query == [DraftField("id", "7")])
    #expect(draft?.headers == [])
    #expect(draft?.authorization == nil)
  }

  @Test func `a URL of a server is offered as one, and nothing in it is filled in`() {
    guard case .begin(let choices)? = asked(.useAsParameter, row: 4).first else {
      Issue.record("No request is offered.")
      return
    }
    #expect(choices.first?.draft == Draft(url: "https://h/%7Bx%7D"))
    #expect(choices.last?.draft.query.first?.name == "urls")
    let hostile = asked(.useAsParameter, row: 1, in: #"{"a":"{{token}}"}"#)
    guard case .begin(let two)? = hostile.first else {
      Issue.record("No request is offered.")
      return
    }
    #expect(two.first?.draft.query == [DraftField("a", "%7B%7Btoken%7D%7D", mark: .encoded)])
    guard case .begin(let three)? = asked(.useAsParameter, row: 1, in: #"{"a":"env:HOME"}"#).first
    else {
      Issue.record("No request is offered.")
      return
    }
    #expect(three.first?.draft.query == [DraftField("a", "env:HOME", mark: .literal)])
  }

  @Test func `a container is not a parameter, and only an array has elements`() {
    for (command, row) in [(ResponseCommand.useAsParameter, 5), (.useAsRows, 0)] {
      let effects = asked(command, row: row)
      guard case .notify(let notice)? = effects.first, effects.count == 1 else {
        Issue.record("\(command): \(effects)")
        continue
      }
      #expect(!notice.what.isEmpty)
    }
  }

  @Test func `the elements of an array are asked for with the bytes that they have`() {
    guard case .ask(let prompt)? = asked(.useAsRows, row: 5).first,
      let purpose = prompt.purpose as? ElementsPrompt
    else {
      Issue.record("Nothing is asked.")
      return
    }
    #expect(purpose.source == "#1 .items")
    let bytes = Array(Self.text.utf8)[purpose.span.range]
    #expect(String(decoding: bytes, as: UTF8.self) == #"[{"id":1},{"id":2}]"#)
  }

  @Test func `a value is saved under the name of its key, which is made safe`() {
    guard case .ask(let prompt)? = asked(.saveNode, row: 5).first else {
      Issue.record("Nothing is asked.")
      return
    }
    #expect(prompt.purpose is SaveNodePrompt && prompt.buffer.text == "items.json")
    let hostile = asked(.saveNode, row: 1, in: #"{"../../etc/passwd":1}"#)
    guard case .ask(let other)? = hostile.first else {
      Issue.record("Nothing is asked.")
      return
    }
    let safe = other.buffer.text
    #expect(!safe.contains("/") && !safe.hasPrefix("."))
  }

  @Test func `a step takes a value by its pointer`() {
    guard case .list(.graph(.offer(let value)))? = asked(.useAsInput, row: 1).first,
      case .copy(let text, _) = value.copying
    else {
      Issue.record("Nothing is offered.")
      return
    }
    #expect(text == "id: {from: step, pointer: /id}")
    let other = asked(.useAsInput, row: 1, in: #"{"a, b":1}"#).first
    guard case .list(.graph(.offer(let second)))? = other, case .copy(let odd, _) = second.copying
    else {
      Issue.record("Nothing is offered.")
      return
    }
    #expect(odd.hasSuffix(#"pointer: "/a, b"}"#))
  }

  @Test func `the pager shows what the filter made`() {
    var driver = ResponseDriver.showing(Self.text)
    driver.run { $0.body.accept(filter: ".items[].id") }
    driver.others = []
    driver.perform(.pager)
    #expect(driver.others == [.response(.extract(nil, .pager, suffix: ".jsonl"))])
  }

  @Test func `a value of a filter's result has the path of the body`() {
    var driver = ResponseDriver.showing(Self.text)
    driver.run { $0.body.accept(filter: ".items[]") }
    driver.run { $0.point(row: 1) }
    driver.others = []
    driver.perform(.useAsAssertion)
    #expect(driver.others == [asks(".items[0].id == 1")])
  }
}
