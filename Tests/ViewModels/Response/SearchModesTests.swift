import ClientDocuments
import ClientModel
import ClientReading
import JobFixtures
import Testing
import ViewModels

/// How search text is interpreted: expressions, keys and values, capitals.
struct SearchModesTests {
  /// An interface with this body open in the response.
  private static func app(_ text: String) -> AppModel {
    var model = AppModel()
    var controller = DocumentController { _ in nil }
    _ = model.receive(.viewport(Viewport(composer: 5, queue: 5, response: 20, list: 10)))
    func response(_ effects: [Effect]) {
      var effects = effects
      for _ in 0..<8 {
        var next: [Effect] = []
        for case .response(.document(let request)) in effects {
          next += model.receive(.response(.document(controller.response(request))))
        }
        effects = next
      }
    }
    response(model.receive(.composer(.submitted(JobID(1), .immediate))))
    response(
      model.receive(
        .response(
          .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: .json(text))]))
      )
    )
    return model
  }

  private func prompt(_ model: AppModel) -> Prompt? {
    if case .prompt(let prompt) = model.overlays.last { prompt } else { nil }
  }

  private func asked(_ effects: [Effect]) -> SearchQuery? {
    for case .response(.document(let request)) in effects {
      switch request.action {
      case .find(let search), .seek(let search, from: _): return search.query
      default: continue
      }
    }
    return nil
  }

  @Test func `what was looked for before is had again by going up`() {
    var model = Self.app(#"{"id":1}"#)
    for text in ["i", "id"] {
      _ = model.perform(.app(.find))
      for letter in text { _ = model.perform(.insert(String(letter))) }
      _ = model.perform(.typing(.enter))
    }
    _ = model.perform(.app(.find))
    _ = model.perform(.insert("1"))
    #expect(asked(model.perform(.typing(.up)))?.text == "id")
    #expect(asked(model.perform(.typing(.up)))?.text == "i")
    #expect(model.perform(.typing(.up)).isEmpty)
    _ = model.perform(.typing(.down))
    _ = model.perform(.typing(.down))
    #expect(prompt(model)?.buffer.text == "1")
  }

  @Test func `modes are seen in the prompt, and stay for the next hit and the next search`() {
    var model = Self.app(#"{"id":1}"#)
    _ = model.perform(.app(.find))
    #expect(prompt(model)?.label == "Find")
    _ = model.perform(.search(.expression))
    _ = model.perform(.search(.scope))
    _ = model.perform(.search(.letters))
    #expect(prompt(model)?.label == "Find regex in keys, exact case")
    let wanted = SearchQuery("^i", .expression, in: .keys, .exact)
    #expect(asked(model.perform(.insert("^i"))) == wanted)
    #expect(model.perform(.typing(.enter)).isEmpty)
    #expect(model.overlays.isEmpty)
    #expect(asked(model.perform(.app(.findNext))) == wanted)
    #expect(asked(model.perform(.app(.findPrevious))) == wanted)
    _ = model.perform(.app(.find))
    #expect(prompt(model)?.label == "Find regex in keys, exact case")
    #expect(prompt(model)?.buffer.text == "")
    for command in [SearchCommand.expression, .scope, .letters] {
      _ = model.perform(.search(command))
    }
    #expect(prompt(model)?.label == "Find in values, any case")
    for command in [SearchCommand.scope, .letters] { _ = model.perform(.search(command)) }
    #expect(prompt(model)?.label == "Find")
  }

  @Test func `a bad expression is reported while it is typed, and the prompt stays`() {
    var model = Self.app(#"{"id":1}"#)
    _ = model.perform(.app(.find))
    _ = model.perform(.insert("(i"))
    #expect(prompt(model)?.fault == nil, "a literal text is never wrong")
    _ = model.perform(.search(.expression))
    #expect(prompt(model)?.fault?.what == "The regex is not valid at character 3.")
    #expect(prompt(model)?.fault?.why == "Missing closing parenthesis.")
    #expect(model.perform(.typing(.enter)).isEmpty && prompt(model)?.buffer.text == "(i")
    #expect(asked(model.perform(.insert(")")))?.text == "(i)")
    #expect(prompt(model)?.fault == nil)
  }

  @Test func `leaving the prompt restores what was looked for before`() {
    var model = Self.app(#"{"id":1}"#)
    _ = model.perform(.app(.find))
    _ = model.perform(.insert("id"))
    _ = model.perform(.typing(.enter))
    _ = model.perform(.app(.find))
    _ = model.perform(.search(.expression))
    _ = model.perform(.insert("x"))
    _ = model.perform(.typing(.leave))
    #expect(asked(model.perform(.app(.findNext))) == SearchQuery("id"))
  }

  @Test func `an expression opens the folded part its hit is in`() {
    var driver = ResponseDriver.showing(
      #"{"a":{"b":{"caf\u00e9":"tea\/7"}},"d":"tea"}"#)
    driver.perform(.closeAll)
    driver.run { $0.body.find("tea.\\d$", as: SearchQuery("", .expression)) }
    #expect(driver.tree.last { $0.contains("tea") } != nil)
    #expect(driver.tree[driver.model.pane.list.selected].contains("tea"))
    #expect(driver.model.searchWords == "1 of 1")
    driver.perform(.closeAll)
    driver.run { $0.body.find("^café$", as: SearchQuery("", .expression, in: .keys)) }
    #expect(driver.model.searchWords == "1 of 1" && driver.tree.count > 3)
  }

  @Test func `expressions go forward and back and count as they go`() {
    var driver = ResponseDriver.showing(#"["lamp 1","x","Lamp 22",{"lamp 3":0}]"#)
    driver.run { $0.body.find("l[am]+p \\d", as: SearchQuery("", .expression)) }
    #expect(driver.model.searchWords == "1 of 3")
    driver.run { $0.body.findPrevious() }
    #expect(driver.model.searchWords == "3 of 3")
    driver.run { $0.body.findNext() }
    #expect(driver.model.searchWords == "1 of 3")
    driver.run { $0.body.find("lamp", as: SearchQuery("", in: .keys)) }
    #expect(driver.model.searchWords == "1 of 1")
    driver.run { $0.body.find("lamp", as: SearchQuery("", in: .values)) }
    #expect(driver.model.searchWords == "1 of 2")
  }

  @Test func `what was not found says how it was looked for`() {
    var driver = ResponseDriver.showing(#"{"id":"x"}"#)
    func notice(_ text: String, _ modes: SearchQuery) -> Notice? {
      driver.others = []
      driver.run { $0.body.find(text, as: modes) }
      if case .notify(let notice)? = driver.others.last { return notice }
      return nil
    }
    let expression = notice("[y]", SearchQuery("", .expression))
    #expect(expression?.what == "/[y]/ was not found.")
    #expect(expression?.whatToDo == "The text was used as a regular expression.")
    let keys = notice("x", SearchQuery("", in: .keys))
    #expect(keys?.what == "\"x\" in keys was not found.")
    #expect(keys?.whatToDo == "Only keys were searched.")
    #expect(
      notice("X", SearchQuery(""))?.whatToDo.hasPrefix("The text has capital letters") == true)
  }

  @Test func `a catastrophic expression ends with a notice`() {
    let text = "[\"" + String(repeating: "a", count: 50_000) + "\"]"
    var driver = ResponseDriver.showing(text)
    driver.run { $0.body.find("(a+)+[bc]", as: SearchQuery("", .expression)) }
    guard case .notify(let notice)? = driver.others.last else { return #expect(Bool(false)) }
    #expect(notice.what == "The search was stopped." && notice.kind == .error)
    #expect(!driver.model.body.finding.isSearching)
  }

  @Test(arguments: [
    ("application/xml", "<a id=\"7\"><b>id</b><id>9</id></a>", "i[d]", 1, 2),
    ("text/csv", "id,name\n1,id\n2,rid\n", "i[d]", 0, 2),
    ("application/x-www-form-urlencoded", "id=1&b=id&c=idle", "i[d]", 1, 2),
  ])
  func `other kinds have keys and values too`(
    type: String, text: String, expression: String, keys: Int, values: Int
  ) {
    var driver = ResponseDriver(rows: 20)
    var result = AttemptResult.json(text)
    result.head?.fields = [ResponseField("Content-Type", type)]
    driver.run { $0.open(JobID(1)) }
    driver.receive(
      .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: result)]))
    driver.run { $0.body.find(expression, as: SearchQuery("", .expression, in: .keys)) }
    #expect(driver.model.body.finding.hits?.position.count ?? 0 == keys)
    driver.run { $0.body.find(expression, as: SearchQuery("", .expression, in: .values)) }
    #expect(driver.model.body.finding.hits?.position.count == values)
    driver.run { $0.body.find("id", as: SearchQuery("", in: .keys)) }
    #expect(driver.model.body.finding.hits?.position.count ?? 0 == keys)
  }

  @Test func `matches are marked where they are shown`() {
    let marks = SearchMarks(SearchQuery("l.mp", .expression))
    #expect(marks.matches(in: Array("a Lamp, lamp".utf8)) == [2..<6, 8..<12])
    #expect(SearchMarks(SearchQuery("lamp")).matches(in: Array("lamp".utf8)).isEmpty)
  }
}
