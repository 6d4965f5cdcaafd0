import ClientModel
import Testing
import ViewModels

/// Previews of values on the screen.
struct PreviewTests {
  @Test func `copying takes what the body says`() {
    var driver = ResponseDriver.showing(#"{"a":"caf\u00e9\n","b":["\u00e9"]}"#)
    #expect(driver.tree[1] == "  a:\"café\n\"")
    driver.run { $0.move(.down) }
    driver.run { $0.move(.down) }
    driver.perform(.copyValue)
    #expect(driver.others.last == .copy(#"["\u00e9"]"#, what: "the value"))
  }

  @Test func `the raw text stays as it came`() {
    var driver = ResponseDriver.showing(#"{"a":"caf\u00e9"}"#)
    driver.perform(.nextTab)
    driver.perform(.toggle)
    #expect(driver.lines == [#"{"a":"caf\u00e9"}"#])
  }
}
