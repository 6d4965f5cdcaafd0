import ClientModel
import Testing
import ViewModels

@Suite struct ViewingTests {
  private func viewing(_ text: String, columns: Int = 12) -> ResponseDriver {
    var driver = ResponseDriver.showing(text, rows: 6)
    driver.run { $0.body.show(columns: columns) }
    driver.run { $0.move(.down) }
    driver.perform(.viewValue)
    return driver
  }

  @Test func `a string is viewed by what it means, and as it stands`() {
    var driver = viewing(#"{"a": "one\ntwo \"three\" four"}"#)
    #expect(driver.lines == ["one", "two \"three\" ", "four"])
    #expect(driver.model.body.viewerWords == "value, decoded")
    driver.perform(.toggle)
    #expect(driver.lines == [#""one\ntwo "#, #"\"three\" "#, #"four""#])
    #expect(driver.model.body.viewerWords == "value, raw")
    driver.perform(.toggle)
    driver.run { $0.body.closeViewer() }
    #expect(driver.tree == ["-<1>", "  a:\"one\ntwo \\\"three\\\" four\""])
    #expect(driver.model.body.viewerWords == nil)
  }

  @Test func `the path of what is viewed is still shown and copied`() {
    var driver = viewing(#"{"a": "text"}"#)
    #expect(driver.model.body.breadcrumb == [".a"])
    driver.perform(.copyQuery)
    #expect(driver.others.last == .copy(".a", what: "the jq path .a"))
    driver.perform(.copyValue)
    #expect(driver.others.last == .copy("text", what: "the value"))
    #expect(driver.lines == ["text"])
  }

  @Test func `a new width wraps anew and keeps the place`() {
    let words = (0..<400).map { "w\($0)" }.joined(separator: " ")
    var driver = viewing("{\"a\": \"\(words)\"}")
    driver.run { $0.move(.last) }
    for _ in 0..<30 { driver.run { $0.move(.up) } }
    let before = driver.model.pane.selectedRow
    guard case .line(let row)? = before else {
      Issue.record("no line")
      return
    }
    driver.run { $0.body.show(columns: 40) }
    guard case .line(let wide)? = driver.model.pane.selectedRow else {
      Issue.record("no line")
      return
    }
    #expect(wide.text.contains(row.text.prefix(4)))
    #expect(driver.model.pane.window.total < 100)
  }

  @Test func `only windows of a long string are held, and its end is reached`() {
    let text = String(repeating: "0123456789", count: 300_000)
    var driver = ResponseDriver.showing("[\"\(text)\"]", rows: 6)
    driver.patience = 200
    driver.run { $0.body.show(columns: 10) }
    driver.run { $0.move(.down) }
    driver.perform(.viewValue)
    #expect(driver.model.pane.window.total == 300_000)
    driver.run { $0.move(.last) }
    #expect(driver.lines.last == "0123456789")
    #expect(driver.model.pane.window.rows.count < 100)
  }

  @Test func `what only the tree can do is refused while a value is on show`() {
    var driver = viewing(#"{"a": "text", "b": [1]}"#)
    for command in [ResponseCommand.openAll, .depth1, .nextSibling, .goToPath] {
      #expect(driver.model.obstacle(to: command)?.why == "A value is shown.")
    }
    driver.perform(.nextTab)
    #expect(driver.model.tab == .raw && driver.lines.count > 2)
    driver.perform(.previousTab)
    #expect(driver.lines == ["text"])
  }

  @Test func `another body closes the view`() {
    var driver = viewing(#"{"a": "text"}"#)
    driver.run { $0.perform(.showAsText) }
    #expect(driver.model.body.isViewing == false)
  }

  @Test func `containers and empty strings are viewed too`() {
    var driver = viewing("{\"a\": {\"b\":\n 1}}")
    #expect(driver.lines == ["{\"b\":", " 1}"])
    #expect(driver.model.obstacle(to: .toggle) != nil)
    driver = viewing(#"{"a": ""}"#)
    #expect(driver.lines == [""])
  }
}
