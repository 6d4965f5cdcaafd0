import ClientModel
import Testing
import ViewModels

/// Hexadecimal rows in panels of several widths.
struct HexWidthTests {
  private func hex(_ text: String, columns: Int) -> ResponseDriver {
    var driver = ResponseDriver.showing(text, rows: 6)
    driver.run { $0.body.show(rowColumns: columns) }
    driver.perform(.showAsHex)
    return driver
  }

  @Test func `a narrow panel shows fewer bytes in a row`() {
    #expect(hex("[10,200]", columns: 80).lines.first?.hasSuffix("[10,200]") == true)
    #expect(hex("[10,200]", columns: 43).lines == ["00000000  5b 31 30 2c 32 30 30 5d  [10,200]"])
    #expect(
      hex("[10,200]", columns: 36).lines == [
        "00000000  5b 31 30 2c  [10,", "00000004  32 30 30 5d  200]",
      ])
  }

  @Test func `a new width keeps the selected byte`() {
    var driver = hex(String(repeating: "0123456789abcdef", count: 40), columns: 80)
    for _ in 0..<5 { driver.run { $0.move(.down) } }
    driver.run { $0.body.show(rowColumns: 36) }
    #expect(driver.model.pane.list.selected == 20)
    #expect(driver.model.pane.window.total == 160)
    guard case .line(let narrow)? = driver.model.pane.selectedRow else {
      Issue.record("The selected row was not read.")
      return
    }
    #expect(narrow.text.hasPrefix("00000050  30 31 32 33  "))
    driver.run { $0.body.show(rowColumns: 80) }
    #expect(driver.model.pane.list.selected == 5 && driver.model.pane.window.total == 40)
  }

  @Test func `a search goes on in the rows of the new width`() {
    var driver = hex(String(repeating: "-", count: 100) + "needle", columns: 80)
    driver.run { $0.body.find("needle") }
    #expect(driver.model.pane.list.selected == 6)
    driver.run { $0.body.show(rowColumns: 36) }
    driver.run { $0.move(.first) }
    driver.run { $0.body.findNext() }
    #expect(driver.model.pane.list.selected == 25)
  }

  @Test func `rows that were divided for another width are not shown`() {
    var driver = hex(String(repeating: "0123456789abcdef", count: 40), columns: 80)
    let late = driver.model.move(.last)
    driver.run { $0.body.show(rowColumns: 36) + late }
    #expect(driver.model.pane.window.total == 160)
    guard case .line(let row)? = driver.model.pane.selectedRow else {
      Issue.record("The selected row was not read.")
      return
    }
    #expect(row.text.hasPrefix("00000270  30 31 32 33  "))
  }
}
