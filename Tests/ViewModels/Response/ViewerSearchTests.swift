import ClientDocuments
import ClientModel
import Testing
import ViewModels

/// Finding in a value that is viewed in full.
@Suite struct ViewerSearchTests {
  private static let words = (0..<300).map { "w\($0)" }.joined(separator: " ")

  /// The text of the row that is selected in the viewer.
  private func line(_ driver: AppDriver) -> String {
    driver.rows[driver.selected - driver.response.pane.list.top]
  }

  @Test func `a value that is the hit of a search opens at the hit`() {
    var driver = AppDriver("{\"a\":\"\(Self.words) caf\\u00e9 end\"}", rows: 6)
    driver.perform(.app(.find))
    driver.type("café")
    driver.perform(.typing(.enter), .response(.viewValue))
    #expect(driver.response.body.isViewing && driver.selected > 20)
    #expect(line(driver).contains("café"))
    #expect(driver.response.searchWords == "1 of 1")
    driver.perform(.app(.back))
    #expect(!driver.response.body.isViewing && driver.response.searchWords == nil)
  }

  @Test func `a value that is not a hit, and one whose key is, open at their start`() {
    var driver = AppDriver("{\"lamp\":\"\(Self.words)\",\"b\":\"\(Self.words) lamp\"}", rows: 6)
    driver.perform(.app(.find))
    driver.type("lamp")
    driver.perform(.typing(.enter), .response(.viewValue))
    #expect(driver.response.body.isViewing && driver.selected == 0 && driver.model.notice == nil)
    driver.perform(.app(.back), .move(.down), .response(.viewValue))
    #expect(driver.selected == 0)
  }

  @Test func `a text is found in the value alone, forwards and back`() {
    var driver = AppDriver("[\"w7\",\"\(Self.words)\",\"w7\"]", rows: 6)
    driver.perform(.move(.down), .move(.down), .response(.viewValue), .app(.find))
    driver.type("w7")
    #expect(line(driver).contains("w7"))
    driver.perform(.typing(.enter))
    #expect(driver.response.searchWords?.hasPrefix("1 of ") == true)
    let first = driver.selected
    driver.perform(.app(.findNext))
    #expect(driver.selected > first && line(driver).contains("w7"))
    driver.perform(.app(.findPrevious))
    #expect(driver.selected == first)
    driver.perform(.app(.findPrevious))
    #expect(driver.model.notice?.what == "The search continued from the other end.")
    #expect(line(driver).contains("w79"))
    driver.perform(.app(.find))
    driver.type("sofa")
    #expect(driver.response.body.seekingRemark?.why == "It is not in the displayed value.")
    driver.perform(.typing(.leave))
    #expect(line(driver).contains("w79"), "where finding began")
  }

  @Test func `an expression and the escapes themselves are found where they show`() {
    var driver = AppDriver(#"["one\ntwo \u00e9 three"]"#, rows: 6)
    driver.perform(.move(.down), .response(.viewValue), .app(.find))
    driver.perform(.search(.expression))
    driver.type("t[h]ree")
    #expect(line(driver) == "two é three")
    driver.perform(.typing(.leave), .response(.toggle), .app(.find), .search(.expression))
    driver.type(#"u00e9"#)
    #expect(line(driver).contains(#"\u00e9"#))
  }

  @Test func `a hit behind what is wrapped so far is reached in steps`() {
    let piece = String(repeating: "a", count: 3 << 20)
    var driver = AppDriver("[\"\(piece) lamp \(piece)\"]", step: 128 << 10, rows: 6)
    driver.perform(.move(.down), .response(.viewValue))
    driver.perform(.app(.find))
    driver.type("lamp")
    driver.perform(.typing(.enter))
    #expect(line(driver).contains("lamp"))
    #expect(driver.response.searchWords == "1 of 1")
    #expect(driver.response.pane.window.rows.count < 100)
  }

  @Test func `values of other kinds are viewed too, and a row of a table says how`() {
    var driver = AppDriver(
      "<a><b>one two three four five six seven</b></a>", type: "application/xml")
    driver.perform(.move(.down), .response(.viewValue))
    #expect(
      driver.response.body.isViewing
        && driver.rows.joined() == "<b>one two three four five six seven</b>")
    driver = AppDriver("id,text\n1,\"a long text, in quotes\"\n", type: "text/csv")
    driver.perform(.response(.viewValue))
    #expect(driver.model.notice?.whatToDo.contains("as a list") == true)
    driver.perform(.response(.record), .move(.first), .response(.viewValue))
    #expect(driver.model.notice?.whatToDo == "Select a field.")
    driver.perform(.move(.last), .response(.viewValue))
    #expect(driver.rows == ["\"a long text, in quotes\""])
    driver.perform(.response(.toggle))
    #expect(driver.model.notice?.what == "The value is shown raw.")
    driver.run { $0.receive(.viewport(Viewport(response: 20, columns: 12))) }
    #expect(driver.rows == ["\"a long ", "text, in ", "quotes\""])
    driver.perform(.app(.back))
    #expect(driver.response.body.showsRecord)
    driver.perform(.app(.back))
    #expect(driver.response.pane.table != nil)
  }

  @Test func `a record is searched as it shows, names with it`() {
    var driver = AppDriver("id,name\n1,lamp\n2,sofa\n", type: "text/csv")
    driver.perform(.move(.down), .response(.record), .app(.find))
    driver.type("nam")
    #expect(driver.rows[driver.selected] == "name: sofa")
    driver.perform(.typing(.enter), .app(.find))
    driver.type("so")
    #expect(driver.rows[driver.selected] == "name: sofa")
    driver.perform(.typing(.enter), .app(.find))
    driver.type("lamp")
    #expect(
      driver.response.body.seekingRemark?.why == "It is not in this row; it may be in the table.")
    driver.perform(.typing(.leave), .app(.back))
    #expect(driver.response.pane.table != nil && driver.selected == 1)
  }
}
