import ClientModel
import Testing
import ViewModels

@Suite struct MovingTests {
  private let text = #"{"a": {"b": [1, {"c d": 2}], "e": 3}, "f": [4, 5, 6]}"#

  /// The path of the selected value, as the panel's lower line has it.
  private func path(_ driver: ResponseDriver) -> String? {
    driver.model.body.breadcrumb.map { $0.isEmpty ? "." : $0.joined() }
  }

  private func notice(_ driver: ResponseDriver) -> String? {
    guard case .notify(let notice)? = driver.others.last else { return nil }
    return notice.what
  }

  @Test func `each row shows its path`() {
    var driver = ResponseDriver.showing(text)
    driver.perform(.openAll)
    var paths: [String?] = []
    for _ in 0..<10 {
      paths.append(path(driver))
      driver.run { $0.move(.down) }
    }
    #expect(
      paths == [
        ".", ".a", ".a.b", ".a.b[0]", ".a.b[1]", #".a.b[1]["c d"]"#, ".a.e", ".f", ".f[0]",
        ".f[1]",
      ])
  }

  @Test func `a path is shown also where the way to it has scrolled away`() {
    let items = (0..<400).map { "{\"id\": \($0), \"in\": {\"x\": [\($0)]}}" }.joined(separator: ",")
    var driver = ResponseDriver.showing("{\"items\": [\(items)]}", rows: 5)
    driver.perform(.openAll)
    driver.run { $0.body.go(toPath: ".items[300].in.x[0]") }
    #expect(path(driver) == ".items[300].in.x[0]")
    for _ in 0..<40 { driver.run { $0.move(.up) } }
    #expect(path(driver) == ".items[292].in.x[0]")
    driver.run { $0.move(.last) }
    #expect(path(driver) == ".items[399].in.x[0]")
  }

  @Test func `a path in lines begins with the line`() {
    var driver = ResponseDriver.showing("{\"a\": 1}\n{\"a\": {\"b\": 2}}\n")
    driver.run { $0.perform(.showAsJSONLines) }
    driver.run { $0.body.go(toPath: ".[1].a.b") }
    #expect(path(driver) == ".[1].a.b")
  }

  @Test func `a path that is deeper than anybody reads leaves its middle out`() {
    let depth = 400
    let deep =
      String(repeating: "{\"k\":", count: depth) + "1" + String(repeating: "}", count: depth)
    var driver = ResponseDriver.showing("[\(deep)]", rows: 6)
    driver.perform(.openAll)
    driver.run { $0.move(.last) }
    let reported = path(driver) ?? ""
    #expect(reported.hasPrefix(".[0].k.k") && reported.contains("…") && reported.utf8.count < 400)
    for _ in 0..<3 { driver.run { $0.move(.up) } }
    #expect((path(driver) ?? "").contains("…"))
  }

  @Test func `steps lead to parent, children and siblings, and say when there are none`() {
    var driver = ResponseDriver.showing(text)
    driver.run { $0.body.go(toPath: ".a.b[1]") }
    driver.perform(.parent)
    #expect(path(driver) == ".a.b")
    driver.perform(.lastSibling)
    #expect(path(driver) == ".a.e")
    driver.perform(.firstChild)
    #expect(notice(driver) == "This value has no children.")
    driver.perform(.firstSibling)
    driver.perform(.closeSiblings)
    driver.perform(.lastChild)
    #expect(path(driver) == ".a.b[1]")
    driver.perform(.firstSibling)
    #expect(path(driver) == ".a.b[0]")
    for _ in 0..<3 { driver.perform(.parent) }
    #expect(path(driver) == ".")
    driver.perform(.parent)
    #expect(notice(driver) == "This is the outermost value.")
    driver.perform(.lastChild)
    #expect(path(driver) == ".f")
  }

  @Test func `the steps work in other trees too`() {
    var driver = ResponseDriver.showing("<a><b><c/><d/></b><e/></a>")
    driver.perform(.showAsXML)
    driver.perform(.closeAll)
    driver.run { $0.move(.first) }
    driver.perform(.lastChild)
    driver.perform(.firstSibling)
    driver.perform(.lastChild)
    guard case .outline(let row)? = driver.model.pane.selectedRow else {
      Issue.record("no outline")
      return
    }
    #expect(row.pieces.map(\.text).joined().contains("d"))
    driver.perform(.parent)
    driver.perform(.closeSiblings)
    #expect(driver.model.pane.window.total == 3)
    driver.perform(.openSiblings)
    #expect(driver.model.pane.window.total == 5)
  }

  @Test func `a wrong path leads as far as it is right, and says so`() {
    var driver = ResponseDriver.showing(text)
    driver.run { $0.body.go(toPath: "/a/b/1/nme/x") }
    #expect(path(driver) == ".a.b[1]")
    #expect(notice(driver) == "There is no \"nme\" in .a.b[1].")
    driver.run { $0.body.go(toPath: ".f[9]") }
    #expect(path(driver) == ".f")
    #expect(notice(driver) == "There is no [9] in .f.")
    driver.run { $0.body.go(toPath: ".a[") }
    #expect(path(driver) == ".f")
    #expect(notice(driver)?.contains("is not a path") == true)
  }

  @Test(arguments: 0..<60)
  func `folding never changes the path of what is selected, unless it hides it`(seed: Int) {
    var driver = ResponseDriver.showing(text, rows: 40)
    driver.perform(.openAll)
    var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func roll(_ sides: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1
      return Int(random >> 33) % sides
    }
    let folds: [ResponseCommand] = [
      .openSiblings, .closeSiblings, .openAll, .closeAll, .depth1, .depth2, .depth3, .depth9,
      .toggle,
    ]
    for step in 0..<30 {
      for _ in 0..<roll(8) { driver.run { $0.move(roll(2) == 0 ? .down : .up) } }
      let before = path(driver) ?? ""
      let fold = folds[roll(folds.count)]
      driver.perform(fold)
      let after = path(driver) ?? "?"
      let hides = [.closeAll, .depth1, .depth2, .depth3].contains(fold)
      #expect(
        after == before || (hides && (after == "." || before.hasPrefix(after))),
        "seed \(seed) step \(step) \(fold)")
      // A value that still shows is still the selected one.
      driver.run { $0.body.go(toPath: before) }
      #expect(path(driver) == before, "seed \(seed) step \(step)")
    }
  }

  @Test func `the parent's key is copied`() {
    var driver = ResponseDriver.showing(text)
    driver.run { $0.body.go(toPath: ".a.b[0]") }
    driver.perform(.copyParentKey)
    #expect(driver.others.last == .copy("b", what: "the parent's key"))
  }

  @Test func `of equal keys the one that jq takes is named`() {
    var driver = ResponseDriver.showing(#"{"a": 1, "a": 2, "b": 3}"#)
    driver.run { $0.move(.down) }
    driver.perform(.copyQuery)
    let doubtful = "the jq path .a; jq uses the last of the equal keys"
    #expect(driver.others.last == .copy(".a", what: doubtful))
    driver.run { $0.body.go(toPath: ".b") }
    driver.perform(.copyQuery)
    #expect(driver.others.last == .copy(".b", what: "the jq path .b"))
  }

  @Test func `what holds no others is not folded, and says so`() {
    var driver = ResponseDriver.showing(#"{"a": 1, "b": "x", "c": []}"#)
    #expect(driver.model.obstacle(to: .toggle) == nil)
    #expect(driver.model.toggleWord == nil)
    driver.run { $0.move(.down) }
    #expect(driver.model.obstacle(to: .toggle)?.what == "Nothing to fold.")
    driver.run { $0.move(.down) }
    #expect(driver.model.obstacle(to: .toggle) == nil)
    #expect(driver.model.toggleWord == "view")
    driver.run { $0.move(.down) }
    #expect(driver.model.obstacle(to: .toggle) == nil)
    #expect(driver.model.toggleWord == nil)
  }

  @Test func `line, column and size are shown of each row`() {
    var driver = ResponseDriver.showing("{\n  \"a\": [1,\n 2],\n  \"é\": \"x\"\n}")
    driver.perform(.openAll)
    var places: [String] = []
    for _ in 0..<5 {
      places.append(driver.model.pane.selectedTreeRow?.placeWords ?? "?")
      driver.run { $0.move(.down) }
    }
    #expect(places == ["1:1 · 31 B", "2:8 · 7 B", "2:9 · 1 B", "3:2 · 1 B", "4:8 · 3 B"])
  }

  @Test(arguments: [
    (#"{"a": 1e999}"#, "too large for a double"), (#"{"a": 12345678901234567890}"#, "No double"),
    (#"{"a": -0}"#, "A zero with a sign"), (#"{"a": "\udc00"}"#, "surrogate"),
    (#"{"a": 1, "a": 2}"#, "more than once"),
  ])
  func `an odd value is flagged in its row and explained`(text: String, words: String) {
    var driver = ResponseDriver.showing(text)
    #expect(driver.model.captionWords == nil)
    driver.run { $0.move(.down) }
    #expect(driver.model.pane.selectedTreeRow?.isOdd == true)
    #expect(driver.model.captionWords?.contains(words) == true)
  }

  @Test func `an escape that means no character shows as it is written`() {
    let driver = ResponseDriver.showing(#"{"k\ud800": "x\udfffy", "ok": "\ud83d\ude00"}"#)
    #expect(driver.tree == ["-<2>", #"  k\ud800:"x\udfffy""#, "  ok:\"😀\""])
  }
}
