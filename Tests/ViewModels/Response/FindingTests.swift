import ClientModel
import ClientReading
import JobFixtures
import ReadingValues
import Testing
import ViewModels

struct FindingTests {
  private static let three = #"{"a":"lamp","b":{"lamp":1,"c":["Lamp",2]},"d":3}"#

  @Test func `hits are counted, and the selection knows its place among them`() {
    var driver = ResponseDriver.showing(Self.three)
    driver.run { $0.body.find("lamp") }
    #expect(driver.model.searchWords == "1 of 3")
    driver.run { $0.body.findNext() }
    #expect(driver.model.searchWords == "2 of 3")
    driver.run { $0.body.findNext() }
    #expect(driver.model.searchWords == "3 of 3")
    driver.run { $0.body.findNext() }
    #expect(driver.model.searchWords == "1 of 3")
    guard case .notify(let notice)? = driver.others.last else { return #expect(Bool(false)) }
    #expect(notice.what == "The search continued from the other end.")
  }

  @Test func `a hit off the screen comes with rows around it, one on it leaves the screen`() {
    let rows = (0..<60).map { $0 == 4 || $0 == 30 ? "\"lamp\"" : "\($0)" }
    var driver = ResponseDriver.showing("[" + rows.joined(separator: ",") + "]", rows: 12)
    driver.run { $0.body.find("lamp") }
    #expect(driver.model.pane.list.selected == 5 && driver.model.pane.list.top == 0)
    driver.run { $0.body.findNext() }
    #expect(driver.model.pane.list.selected == 31 && driver.model.pane.list.top == 27)
    driver.run { $0.body.find("59") }
    #expect(driver.model.pane.list.top == 49, "the end of the document stays at the foot")
  }

  @Test func `away from the hit only the count is shown`() {
    var driver = ResponseDriver.showing(Self.three)
    driver.run { $0.body.find("lamp") }
    driver.run { $0.move(.first) }
    #expect(driver.model.searchWords == "3 matches")
    driver.perform(.nextTab)
    #expect(driver.model.searchWords == nil, "the hits were those of the tree")
  }

  @Test func `lines are counted once however often they hold the text`() {
    var driver = ResponseDriver.showing(Self.three)
    driver.perform(.nextTab)
    driver.perform(.toggle)
    driver.run { $0.body.find("lamp") }
    #expect(driver.model.searchWords == "1 of 1")
    driver.run { $0.body.findNext() }
    guard case .notify(let notice)? = driver.others.last else { return #expect(Bool(false)) }
    #expect(notice.what == "This is the only match.")
  }

  @Test func `nothing found leaves no count`() {
    var driver = ResponseDriver.showing(Self.three)
    driver.run { $0.body.find("lamp") }
    driver.run { $0.body.find("sofa") }
    #expect(driver.model.searchWords == nil && !driver.model.body.finding.isSearching)
  }

  @Test func `a long search goes on in steps and is stopped between two`() {
    let text = "[\"" + String(repeating: "a", count: 1 << 20) + "\",\"lamp\"]"
    var model = ResponseModel()
    var controller = DocumentController(step: 128 << 10) { _ in nil }
    _ = model.show(rows: 5)
    var effects = model.open(JobID(1))
    effects = model.receive(
      .exchange(.fixture(1, .succeeded), .fixture(), [.fixture(1, of: 1, result: .json(text))]))
    func response(_ effects: [Effect]) -> [Effect] {
      effects.flatMap { effect -> [Effect] in
        guard case .response(.document(let request)) = effect else { return [] }
        return model.receive(.document(controller.response(request)))
      }
    }
    while !effects.isEmpty { effects = response(effects) }
    while controller.hasMore {
      _ = controller.continueReading()
      if let update = controller.takeEvent() { _ = response(model.receive(.document(update))) }
    }
    effects = response(model.body.find("lamp"))
    #expect(model.body.finding.progress.map { (1..<100).contains($0.percent) } == true)
    #expect(model.searchWords?.hasPrefix("searching, ") == true)
    // What is asked meanwhile is answered between two steps.
    _ = response(model.move(.last))
    #expect(model.pane.list.selected == 2)
    _ = model.move(.first)
    #expect(model.body.finding.stop() == [.notify(Notice(.info, "The search was stopped."))])
    #expect(response(effects).isEmpty, "a late step asks for no other")
    #expect(model.pane.list.selected == 0 && model.searchWords == nil)
    effects = model.body.find("lamp")
    var steps = 0
    while !effects.isEmpty {
      effects = response(effects)
      steps += 1
    }
    #expect(steps > 3)
    #expect(model.searchWords == "1 of 1" && model.pane.list.selected == 2)
  }

  @Test func `a count that does not end is cut`() {
    let text = "[" + String(repeating: "7,", count: 1_100) + "7]"
    var driver = ResponseDriver.showing(text)
    driver.patience = 10_000
    driver.run { $0.body.find("7") }
    #expect(driver.model.searchWords == "1 of 1000+")
  }

  @Test func `going back stops the search before it closes anything`() {
    var model = AppModel()
    _ = model.perform(.app(.zoom))
    #expect(model.perform(.app(.back)).isEmpty && !model.display.isZoomed)
  }

  @Test(arguments: [0, 2, 5])
  func `what is not there is looked for once, from wherever it begins`(row: Int) {
    let piece = String(repeating: "a", count: 1 << 20)
    let text = "[\"\(piece)\",1,\"\(piece)\",2,\"\(piece)\"]"
    var driver = ResponseDriver.showing(text)
    driver.patience = 1_000
    driver.controller = DocumentController(step: 128 << 10) { _ in nil }
    driver.run { $0.open(JobID(2)) }
    driver.receive(
      .exchange(.fixture(2, .succeeded), .fixture(), [.fixture(1, of: 2, result: .json(text))]))
    driver.run { $0.point(row: row) }
    var steps = 0
    var effects = driver.model.body.find("lamp")
    while case .response(.document(let request))? = effects.first, steps < 1_000 {
      steps += 1
      effects = driver.model.receive(.document(driver.controller.response(request)))
    }
    guard case .notify(let notice)? = effects.first else { return #expect(Bool(false)) }
    #expect(notice.what == "\"lamp\" was not found.")
    #expect((24...28).contains(steps), "\(steps) steps of 128 KiB for 3 MiB")
  }

  @Test(arguments: [DocumentSearch.Direction.forward, .backward])
  func `the only hit of a long body is found again`(direction: DocumentSearch.Direction) {
    let piece = String(repeating: "a", count: 1 << 20)
    var driver = ResponseDriver.showing("[\"\(piece)\",\"lamp\",\"\(piece)\"]")
    driver.patience = 1_000
    driver.run { $0.body.find("lamp") }
    driver.run { direction == .forward ? $0.body.findNext() : $0.body.findPrevious() }
    guard case .notify(let notice)? = driver.others.last else { return #expect(Bool(false)) }
    #expect(notice.what == "This is the only match.")
    #expect(driver.model.pane.list.selected == 2)
  }
}
