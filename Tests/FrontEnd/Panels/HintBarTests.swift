import ClientModel
import JobFixtures
import Panels
import Terminal
import Testing
import ViewModels

struct HintBarTests {
  /// The hints without help, which stands at the right end.
  private func hints(_ model: AppModel, width: Int = 120) -> String {
    let text = row(model, width: width)
    guard text.hasSuffix(" ? help") else { return text }
    let rest = text.dropLast(" ? help".count)
    return String(rest.reversed().drop { $0 == " " }.reversed())
  }

  private func row(_ model: AppModel, width: Int = 120) -> String {
    Screen.draw(model, keys: KeyReader(), size: Size(width: width, height: 24)).text(row: 23)
  }

  @Test func `help stands at the right end of every list and panel`() {
    var model = AppModel()
    for command in [
      Command.app(.focusQueue), .app(.focusResponse), .app(.focusComposer), .feature(.cookies),
    ] {
      _ = model.perform(command)
      #expect(row(model).hasSuffix("  ? help"))
      #expect(row(model).count == 119)
    }
  }

  @Test(arguments: [30, 40, 50, 60, 80])
  func `the way out of a list is offered at every width`(width: Int) {
    var model = AppModel()
    for command in [
      Command.feature(.history), .feature(.gateways), .feature(.sharedValues),
      .feature(.environments), .app(.requests),
    ] {
      _ = model.perform(command)
      #expect(row(model, width: width).contains(" esc "), "\(command)")
    }
  }

  @Test func `while a chord waits only its end is offered`() {
    let model = AppModel()
    var keys = KeyReader()
    _ = keys.command(for: .character(","), in: model.contexts)
    let frame = Screen.draw(model, keys: keys, size: Size(width: 120, height: 24))
    #expect(frame.text(row: 23) == " esc cancel")
  }

  @Test func `a zoomed panel offers the others where they have room`() {
    var model = AppModel()
    let size = Size(width: 120, height: 24)
    _ = model.receive(.viewport(Screen.viewport(of: model, size: size)))
    #expect(!hints(model).contains("all panels"))
    _ = model.perform(.app(.zoom))
    #expect(hints(model).contains("z all panels"))
  }

  @Test func `a kept filter is dropped by the key that closes the list`() {
    var model = AppModel()
    _ = model.perform(.feature(.environments))
    _ = model.receive(.environments(.list(["dev", "light"], chosen: Environment(name: "dev"))))
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("lig"))
    _ = model.perform(.typing(.leave))
    #expect(hints(model).contains("esc all rows"))
    _ = model.perform(.list(.close))
    #expect(hints(model).contains("esc close") && model.overlays.count == 1)
  }

  @Test func `the hints of a URL name no row`() {
    #expect(!hints(AppModel()).contains("on/secret/off"))
    var model = AppModel()
    let draft = Draft(url: "https://a.example", headers: [DraftField("A", "b")])
    _ = model.receive(.composer(.loaded(draft, name: "x")))
    _ = model.perform(.point(.composerTab(ComposerTab.headers.rawValue)))
    #expect(hints(model).contains("space on/secret/off"))
  }

  @Test func `a held job is released by the key that held it`() {
    var model = AppModel()
    _ = model.receive(.queue(.lanes([.fixture(counts: [.waiting: 1])])))
    _ = model.receive(.queue(.jobs([.fixture(1)], offset: 0, total: 1)))
    _ = model.perform(.app(.focusQueue))
    #expect(hints(model).contains("H hold"))
    _ = model.receive(.queue(.jobs([.fixture(1, .held(.byUser))], offset: 0, total: 1)))
    #expect(hints(model).contains("H release"))
  }

  @Test func `an empty list offers nothing to do with its rows`() {
    var model = AppModel()
    _ = model.perform(.feature(.cookies))
    #expect(hints(model) == " esc close")
    _ = model.perform(.list(.close))
    _ = model.receive(.requests(["users/list"]))
    _ = model.perform(.app(.requests))
    #expect(hints(model).contains("c rename"))
    _ = model.perform(.move(.up))
    #expect(
      hints(model)
        == " enter fold  n new folder  c rename  t move  d delete  D duplicate  / filter  esc back"
    )
  }

  @Test func `a filter that finds nothing offers nothing to choose`() {
    var model = AppModel()
    _ = model.receive(.requests(["login"]))
    _ = model.perform(.app(.requests))
    _ = model.perform(.list(.filter))
    #expect(hints(model) == " enter open  esc done")
    _ = model.perform(.insert("zzz"))
    #expect(hints(model) == " esc clear the filter")
  }

  @Test func `the hints say what ends a filter and what is done to marked jobs`() {
    var model = AppModel()
    _ = model.receive(.queue(.lanes([.fixture(counts: [.waiting: 1])])))
    _ = model.receive(.queue(.jobs([.fixture(1)], offset: 0, total: 1)))
    _ = model.perform(.app(.focusQueue))
    #expect(!hints(model).contains("esc"))
    _ = model.perform(.queue(.mark))
    #expect(hints(model).hasPrefix(" esc remove marks"))
    _ = model.perform(.app(.back))
    _ = model.perform(.queue(.filter))
    _ = model.perform(.insert("get"))
    _ = model.perform(.typing(.enter))
    #expect(hints(model).contains("esc all jobs"))
  }

  @Test func `a graph among the saved requests is queued, and neither renamed nor deleted`() {
    var model = AppModel()
    _ = model.receive(.graphNames(["checkout"]))
    _ = model.perform(.app(.requests))
    #expect(hints(model) == " enter queue  e edit  / filter  esc back")
  }

  @Test func `a prompt that completes its text says so`() {
    var model = AppModel()
    _ = model.perform(.app(.importFile))
    #expect(hints(model).hasSuffix(" enter accept  tab complete  esc cancel"))
  }

  @Test func `leaving a question for a text changes nothing, and says so`() {
    var model = AppModel()
    _ = model.perform(.composer(.saveAs))
    #expect(hints(model).hasSuffix(" enter accept  esc cancel"))
    _ = model.perform(.typing(.leave))
    _ = model.perform(.app(.palette))
    #expect(hints(model).hasSuffix("esc close"))
  }

  @Test func `nothing is searched where no body shows`() {
    var model = AppModel()
    _ = model.perform(.app(.focusResponse))
    #expect(!hints(model).contains("find"))
    #expect(model.perform(.app(.find)).isEmpty)
    #expect(hints(model).hasSuffix(" esc cancel") && !hints(model).contains("accept"))
    #expect(model.notice?.whatToDo == "Send a request first.")
  }

  @Test func `a chosen row of the log is shown in full`() {
    var model = AppModel()
    let notice = Notice(.warning, "A long one.", why: "With a reason.", whatToDo: "And advice.")
    _ = model.receive(.notice(notice))
    _ = model.perform(.app(.focusQueue))
    #expect(model.notice == nil)
    _ = model.perform(.feature(.log))
    #expect(hints(model).hasPrefix(" enter show"))
    _ = model.perform(.list(.choose))
    #expect(model.notice == notice && model.overlays.isEmpty)
  }
}
