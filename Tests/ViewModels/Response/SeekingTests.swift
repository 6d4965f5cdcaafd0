import ClientDocuments
import ClientModel
import Testing
import ViewModels

/// Finding while the text is being typed.
@Suite struct SeekingTests {
  private static let text =
    #"{"a":"sofa","b":"lamp","c":{"d":{"e":{"f":"last lantern"}}},"g":"lamp"}"#

  @Test func `each letter shows the first hit from where finding began`() {
    var driver = AppDriver(Self.text)
    driver.perform(.app(.find))
    driver.type("la")
    #expect(driver.rows[driver.selected] == #"b:"lamp""#)
    #expect(driver.response.searchWords == "1 of 3")
    driver.type("st l")
    #expect(driver.rows[driver.selected] == #"f:"last lantern""#)
    #expect(driver.response.searchWords == "1 of 1")
    for _ in 0..<4 { driver.perform(.typing(.deleteBackward)) }
    #expect(driver.rows[driver.selected] == #"b:"lamp""#)
    #expect(!driver.rows.contains { $0.contains("lantern") }, "what a hit opened is closed again")
    driver.perform(.typing(.enter))
    #expect(driver.model.overlays.isEmpty && driver.model.notice == nil)
    #expect(driver.rows[driver.selected] == #"b:"lamp""#)
    driver.perform(.app(.findNext))
    #expect(driver.response.searchWords == "2 of 3")
  }

  @Test func `what is being typed is looked for in the body that takes the place of another`() {
    var driver = AppDriver(#"{"a":1}"#)
    driver.perform(.app(.find))
    driver.type("lamp")
    #expect(driver.response.body.seekingRemark != nil)
    driver.run {
      $0.receive(
        .response(
          .exchange(
            .fixture(1, .succeeded), .fixture(),
            [.fixture(1, of: 1), .fixture(2, of: 1, result: .json(Self.text))])))
    }
    #expect(driver.response.body.seekingRemark == nil && driver.response.searchWords == "1 of 2")
    driver.type("x")
    #expect(driver.response.body.seekingRemark != nil)
  }

  @Test func `leaving the prompt goes back to where finding began, with what was open then`() {
    var driver = AppDriver(Self.text)
    driver.perform(.app(.find))
    driver.type("sofa")
    driver.perform(.typing(.enter), .move(.down))
    let (rows, selected) = (driver.rows, driver.selected)
    driver.perform(.app(.find))
    driver.type("lant")
    #expect(driver.rows != rows)
    driver.perform(.typing(.leave))
    #expect(driver.rows == rows && driver.selected == selected)
    #expect(driver.response.query.text == "sofa", "the hits of before are marked again")
    #expect(driver.response.searchWords == "1 match")
  }

  @Test func `what is not there is reported while it is typed, and shows where finding began`() {
    var driver = AppDriver(Self.text)
    driver.perform(.move(.down), .app(.find))
    driver.type("lamx")
    #expect(driver.response.body.seekingRemark?.what == "\"lamx\" was not found.")
    #expect(driver.selected == 1 && driver.model.notice == nil)
    driver.perform(.typing(.deleteBackward))
    #expect(driver.response.body.seekingRemark == nil && driver.selected == 2)
    driver.type("x")
    driver.perform(.typing(.enter))
    #expect(driver.model.notice?.what == "\"lamx\" was not found.")
    #expect(driver.selected == 1)
  }

  @Test func `modes that are turned while typing look anew`() {
    var driver = AppDriver(#"{"x":"lamp","lamp":1}"#)
    driver.perform(.app(.find))
    driver.type("lamp")
    #expect(driver.selected == 1)
    driver.perform(.search(.scope))
    #expect(driver.selected == 2)
    driver.perform(.search(.scope))
    #expect(driver.selected == 1)
    driver.perform(.search(.scope), .search(.expression))
    driver.type("(")
    #expect(driver.prompt?.fault != nil && driver.selected == 1)
  }

  @Test func `an empty line shows where finding began`() {
    var driver = AppDriver(Self.text)
    driver.perform(.app(.find))
    driver.type("l")
    driver.perform(.typing(.deleteBackward))
    #expect(driver.selected == 0)
    driver.perform(.typing(.enter))
    #expect(driver.selected == 0 && driver.model.overlays.isEmpty && driver.model.notice == nil)
  }

  @Test func `the next letter ends the search for the ones before`() {
    let piece = String(repeating: "a", count: 1 << 20)
    var driver = AppDriver("[\"\(piece)\",\"lamp\",\"\(piece)\",\"lantern\"]", step: 128 << 10)
    driver.perform(.app(.find))
    driver.holdsBack = true
    driver.type("lan")
    #expect(driver.held.count == 3, "a letter asks once")
    let late = driver.held[0]
    let update = driver.controller.response(late)
    #expect(
      driver.model.receive(.response(.document(update))).isEmpty, "and not again when it is old")
    driver.held.removeFirst()
    driver.perform(.typing(.enter))
    driver.release()
    #expect(driver.rows[driver.selected] == #"3:"lantern""#, "what is found behind enter shows too")
    #expect(driver.response.searchWords == "1 of 1")
  }

  @Test func `lines and outlines are sought in too`() {
    var driver = AppDriver("one\ntwo\nthree\n", type: "text/plain")
    driver.perform(.app(.find))
    driver.type("thr")
    #expect(driver.selected == 2)
    driver.perform(.typing(.leave))
    #expect(driver.selected == 0)
    driver = AppDriver("<a><b><c><d><e>lamp</e></d></c></b></a>", type: "application/xml")
    driver.perform(.response(.closeAll))
    let rows = driver.rows
    driver.perform(.app(.find))
    driver.type("lam")
    #expect(driver.rows[driver.selected].contains("lamp"))
    driver.perform(.typing(.leave))
    #expect(driver.rows == rows && driver.selected == 0)
  }

  @Test func `where nothing can be asked for a prompt says so and takes what is typed`() {
    var driver = AppDriver("a,b\n1,2\n", type: "text/csv")
    for command in [Command.response(.filter), .response(.goToPath)] {
      driver.perform(command)
      #expect(driver.prompt?.refusal?.why.contains("JSON") == true)
      driver.type(".q")
      #expect(driver.model.overlays.count == 1 && driver.prompt?.buffer.text == "")
      #expect(!driver.others.contains(.quit(.atOnce)))
      driver.perform(.typing(.leave))
      #expect(driver.model.overlays.isEmpty && driver.model.notice == nil)
      driver.perform(command, .typing(.enter))
      #expect(driver.model.overlays.isEmpty && driver.model.notice?.why.contains("JSON") == true)
    }
    var empty = AppModel()
    _ = empty.perform(.app(.find))
    #expect(empty.overlays.count == 1)
    #expect(empty.contexts.first == .typing)
  }
}
