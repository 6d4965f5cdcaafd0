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
    driver.run { $0.find("three") }
    #expect(driver.model.pane.list.selected == 4)
    driver.run { $0.point(row: 0) }
    driver.run { $0.find("i") }
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
    #expect(copied(driver) == "cell=2,2")
  }

  @Test func `the selection stays on its record while a table is sorted`() {
    var driver = showing("text/csv", "n,s\n1,c\n2,b\n3,a\n")
    driver.run { $0.move(.right) }
    driver.perform(.toggle)
    #expect(driver.model.pane.list.selected == 2)
    driver.run { $0.find("3") }
    #expect(driver.model.pane.list.selected == 0)
  }

  @Test func `a kind that the server did not say is told`() {
    let driver = showing("text/html", "{\"a\": 1}")
    #expect(driver.model.facts?.origin == .sniffed)
    #expect(driver.model.shownAs == "in truth JSON")
  }
}
