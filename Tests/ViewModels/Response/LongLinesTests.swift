import ClientModel
import Testing
import ViewModels

/// Lines that are wider than the panel: wrapped, or scrolled sideways.
@Suite struct LongLinesTests {
  private static let words = (0..<900).map { "w\($0)" }.joined(separator: " ")
  private static let text = "first\n\(words)\nlast needle line\n"

  private func wrapped(_ text: String, type: String = "text/plain") -> AppDriver {
    var driver = AppDriver(text, type: type, rows: 6)
    driver.perform(.response(.wrapLines))
    return driver
  }

  private func line(_ driver: AppDriver) -> String {
    driver.rows[driver.selected - driver.response.pane.list.top]
  }

  /// The part of the selected line that is in the panel.
  private func visible(_ driver: AppDriver) -> Substring {
    line(driver).dropFirst(driver.response.pane.column).prefix(40)
  }

  @Test func `plain text wraps, and scrolls sideways again`() {
    var driver = wrapped(Self.text)
    #expect(driver.rows.dropFirst().allSatisfy { $0.count <= 41 })
    #expect(driver.rows[1].hasPrefix("w0 w1 ") && driver.response.pane.window.total > 80)
    driver.perform(.response(.wrapLines))
    #expect(
      driver.response.pane.window.total == 3 && driver.rows[1] == String(Self.words.prefix(2048)))
  }

  @Test func `the selected text stays selected in both displays`() {
    var driver = AppDriver(Self.text, type: "text/plain", rows: 6)
    driver.perform(.move(.last), .response(.wrapLines))
    #expect(line(driver) == "last needle line")
    driver.perform(.move(.up), .move(.up), .response(.wrapLines))
    #expect(driver.selected == 1)
    driver.perform(.response(.wrapLines))
    #expect(line(driver).hasSuffix("w884 "))
  }

  @Test func `another width keeps the selected text, also if it changes twice at once`() {
    var driver = wrapped(Self.text)
    driver.perform(.move(.last))
    driver.run { $0.receive(.viewport(Viewport(response: 6, columns: 60))) }
    #expect(line(driver) == "last needle line")
    driver.holdsBack = true
    driver.run { $0.receive(.viewport(Viewport(response: 6, columns: 20))) }
    driver.run { $0.receive(.viewport(Viewport(response: 6, columns: 150))) }
    driver.release()
    #expect(line(driver) == "last needle line")
  }

  @Test func `a search selects the row of the match in both displays`() {
    var driver = wrapped(Self.text)
    driver.perform(.app(.find))
    driver.type("w700")
    driver.perform(.typing(.enter))
    #expect(line(driver).contains("w700") && driver.response.searchWords == "1 of 1")
    driver.perform(.response(.wrapLines))
    // The unwrapped line is scrolled to the text of the wrapped row.
    #expect(driver.selected == 1 && driver.response.pane.column > 3000)
    driver.perform(.move(.first), .app(.findNext))
    #expect(driver.selected == 1 && visible(driver).contains("w700"))
  }

  @Test func `wrapping goes to the match, or to the text that was visible`() {
    var driver = AppDriver(Self.text, type: "text/plain", rows: 6)
    driver.perform(.move(.down))
    for _ in 0..<250 { driver.perform(.move(.right)) }
    let start = visible(driver).prefix(20)
    driver.perform(.response(.wrapLines))
    #expect(line(driver).contains(start.dropFirst(5).prefix(5)))
    driver.perform(.response(.wrapLines), .move(.first), .app(.find))
    driver.type("w899")
    driver.perform(.typing(.enter), .response(.wrapLines))
    #expect(line(driver).contains("w899"))
  }

  @Test func `a line of JSON wraps in the Raw tab, laid out and as received`() {
    var driver = AppDriver("[\"\(Self.words)\"]", rows: 6)
    driver.perform(.response(.nextTab), .response(.wrapLines))
    #expect(driver.rows[0] == "[" && driver.rows[1].hasPrefix("  \"w0 "))
    driver.perform(.response(.toggle))
    #expect(driver.rows[0].hasPrefix("[\"w0 "))
    #expect(driver.rows.allSatisfy { $0.count <= 41 })
  }

  @Test func `a tree has no lines to wrap`() {
    let driver = AppDriver("[1]", rows: 6)
    #expect(driver.response.obstacle(to: .wrapLines)?.whatToDo == "Open the Raw tab.")
  }

  @Test func `a long line scrolls sideways past the part that was loaded first`() {
    var driver = AppDriver(Self.text, type: "text/plain", rows: 6)
    for _ in 0..<300 { driver.perform(.move(.right)) }
    #expect(driver.response.pane.column == 2400)
    #expect(driver.rows[1] == Self.words)
    for _ in 0..<3000 { driver.perform(.move(.right)) }
    #expect(driver.response.pane.column == 16_384)
  }

  @Test func `a second text opens wrapped`() {
    var driver = wrapped(Self.text)
    driver.perform(.response(.charset))
    driver.perform(.typing(.leave), .response(.showAsText))
    #expect(driver.rows.count > 2 && driver.rows[1].hasPrefix("w0 ") && driver.rows[1].count <= 41)
  }
}
