import ClientModel
import JobFixtures
import Testing
import ViewModels

/// Moving, copying and finding in bodies that are no JSON.
struct ShapeTests {
  private func showing(_ type: String, _ text: String) -> ResponseDriver {
    var driver = ResponseDriver(rows: 20)
    var result = AttemptResult.json(text)
    result.head?.fields = [ResponseField("Content-Type", type)]
    driver.run { $0.open(JobID(1)) }
    driver.receive(
      .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: result)]))
    return driver
  }

  /// What was copied last.
  private func copied(_ driver: ResponseDriver) -> String? {
    for case .copy(let text, _) in driver.others.reversed() { return text }
    return nil
  }

  private let xml = "<r><i>one</i><o><i>two</i> <i>three</i></o></r>"

  @Test func `an element folds, and its exact bytes are copied`() {
    var driver = showing("text/xml", xml)
    #expect(driver.model.pane.window.total == 5)
    driver.run { $0.point(row: 2) }
    driver.perform(.copyValue)
    #expect(copied(driver) == "<o><i>two</i> <i>three</i></o>")
    driver.perform(.copyPath)
    #expect(copied(driver) == "/r/o")
    driver.perform(.copyKey)
    #expect(copied(driver) == "o")
    driver.perform(.toggle)
    #expect(driver.model.pane.window.total == 3)
    driver.perform(.previousSibling)
    #expect(driver.model.pane.list.selected == 1)
  }

  @Test func `what is found in a folded element opens it, and closing tags are no hits`() {
    var driver = showing("text/xml", xml)
    driver.perform(.closeAll)
    driver.run { $0.body.find("three") }
    #expect(driver.model.pane.list.selected == 4)
    driver.run { $0.point(row: 0) }
    driver.run { $0.body.find("i") }
    #expect(driver.model.searchWords == "1 of 3")
  }

  @Test func `a cell, a row, a name and a place of a table are copied as they stand`() {
    var driver = showing("text/csv", "n,s\n1,\"a \"\"b\"\"\"\n2,c\n")
    driver.run { $0.move(.right) }
    driver.perform(.copyValue)
    #expect(copied(driver) == "\"a \"\"b\"\"\"")
    driver.perform(.copyRow)
    #expect(copied(driver) == "1,\"a \"\"b\"\"\"")
    driver.perform(.copyKey)
    #expect(copied(driver) == "s")
    driver.perform(.copyPath)
    #expect(copied(driver) == "cell=1,2")
  }

  @Test func `one of many values is not asserted, and its jq path says how it is read`() {
    var driver = showing("application/x-ndjson", "{\"a\":1}\n{\"a\":2}\n")
    driver.run { $0.point(row: 1) }
    driver.perform(.copyQuery)
    guard case .copy(_, let what)? = driver.others.last else {
      Issue.record("No path was copied.")
      return
    }
    #expect(what.contains("for jq -s"))
    driver.perform(.useAsAssertion)
    guard case .notify(let notice)? = driver.others.last else {
      Issue.record("An assertion was offered.")
      return
    }
    #expect(notice.what.contains("would apply to each value of this body"))
  }

  @Test func `a hit in a table is gone to with its column`() {
    var driver = showing("text/csv", "n,s,t\n1,c,x\n2,\"b, lamp\",y\n3,a,lamp\n")
    driver.run { $0.body.find("lamp") }
    driver.perform(.copyPath)
    #expect(copied(driver) == "cell=2,2")
    driver.run { $0.body.findNext() }
    driver.perform(.copyPath)
    #expect(copied(driver) == "cell=3,3")
  }

  @Test
  func `who stands at the top of a table that is sorted stays there, and a chosen row is kept`() {
    var driver = showing("text/csv", "n,s\n1,c\n2,b\n3,a\n")
    driver.run { $0.move(.right) }
    driver.perform(.toggle)
    #expect(driver.model.pane.list.selected == 0)
    driver.run { $0.move(.last) }
    driver.perform(.toggle)
    #expect(driver.model.pane.list.selected == 0, "the last of one order is the first of the other")
    driver.run { $0.move(.down) }
    driver.perform(.toggle)
    #expect(driver.model.pane.list.selected == 1)
    driver.run { $0.body.find("3") }
    #expect(driver.model.pane.list.selected == 2, "the third order is the one it came in")
  }

  /// The rows of a list, as text.
  private func rows(_ driver: ResponseDriver) -> [String] {
    driver.model.pane.visible.map { _, row in
      if case .outline(let row)? = row { row.pieces.map(\.text).joined() } else { "?" }
    }
  }

  @Test func `a row of a table opens as a list, and closes at its place`() {
    var driver = showing("text/csv", "n,s\n1,\"a, b\"\n2\n3,c,d\n")
    driver.run { $0.move(.right) }
    driver.perform(.record)
    #expect(rows(driver) == ["row 1 of 3", "n: 1", "s: a, b"])
    #expect(driver.model.pane.list.selected == 2)
    driver.perform(.copyValue)
    #expect(copied(driver) == "\"a, b\"")
    driver.perform(.copyKey)
    #expect(copied(driver) == "s")
    driver.perform(.copyPath)
    #expect(copied(driver) == "cell=1,2")
    driver.perform(.nextSibling)
    #expect(rows(driver) == ["row 2 of 3", "n: 2", "s: missing"])
    driver.perform(.nextSibling)
    #expect(rows(driver) == ["row 3 of 3", "n: 3", "s: c", "field 3: d"])
    driver.run { $0.body.find("d") }
    #expect(driver.model.pane.list.selected == 3)
    driver.perform(.copyRow)
    #expect(copied(driver) == "3,c,d")
    driver.perform(.nextSibling)
    #expect(rows(driver).first == "row 3 of 3")
    driver.perform(.close)
    #expect(driver.model.pane.table != nil && driver.model.pane.list.selected == 2)
    driver.perform(.record)
    driver.perform(.record)
    #expect(driver.model.pane.table != nil && driver.model.pane.list.selected == 2)
  }

  @Test func `only a table has rows to open`() {
    var driver = showing("text/xml", xml)
    driver.perform(.record)
    guard case .notify(let notice)? = driver.others.last else {
      Issue.record("No notice was shown.")
      return
    }
    #expect(notice.what == "There is no row to show.")
  }

  @Test func `the selected row stays on the screen while a long table is sorted`() {
    let text = "n\n" + (0..<500).map { "\($0)\n" }.joined()
    var driver = showing("text/csv", text)
    driver.run { $0.point(row: 3) }
    driver.perform(.toggle)
    #expect(driver.model.pane.list.selected == 3)
    driver.perform(.toggle)
    #expect(driver.model.pane.list.selected == 496)
    #expect(driver.model.pane.visible.contains { $0.number == 496 && $0.row != nil })
    guard case .table(let row)? = driver.model.pane.selectedRow else {
      Issue.record("No row is there.")
      return
    }
    #expect(row.cells.map(\.text) == ["3"])
  }

  @Test func `JSON lines go on as trees behind a broken one, which shows its place`() {
    var driver = showing("application/x-ndjson", "{\"a\":1}\n{\"b\": [\n{\"c\":3}\n")
    #expect(driver.tree == ["-0:<1>", "  a:1", " 1:{\"b\": [", "-2:<1>", "  c:3"])
    guard case .tree(let row)? = driver.model.pane.window[2] else {
      Issue.record("No tree.")
      return
    }
    #expect(row.fault == "Line 2, column 8: expected a value or `]`, found the end of the line.")
    #expect(driver.model.facts?.fault?.contains("Line 2, column 8") == true)
    driver.run { $0.point(row: 3) }
    driver.perform(.close)
    #expect(driver.tree.last == "+2:<1>")
    driver.run { $0.body.find("b") }
    #expect(driver.model.pane.list.selected == 2)
    driver.perform(.copyValue)
    #expect(copied(driver) == "{\"b\": [")
  }

  @Test func `a JSON sequence is judged as JSON is`() {
    let good = showing("application/json-seq", "\u{1E}{\"a\": 1}\n\u{1E}[1,\n2]\n")
    #expect(good.model.facts?.fault == nil && good.tree.count == 5)
    #expect(good.model.body.filter.text.isEmpty && good.model.obstacle(to: .filter) == nil)
    let bad = showing("application/json-seq", "\u{1E}{\"a\": 1}\n\u{1E}[1,\u{1E}3\n")
    #expect(bad.model.facts?.fault?.contains("Byte 14: ") == true)
    #expect(bad.tree == ["-0:<1>", "  a:1", " 1:[1,", " 2:3"])
  }

  @Test func `a kind that the server did not say is reported`() {
    let driver = showing("text/html", "{\"a\": 1}")
    #expect(driver.model.facts?.origin == .sniffed)
    #expect(driver.model.body.shownAs == "detected: JSON")
  }
}
