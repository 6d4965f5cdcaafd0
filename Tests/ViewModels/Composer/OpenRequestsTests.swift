import ClientModel
import TestSupport
import Testing

@testable import ViewModels

struct OpenRequestsTests {
  private func titles(_ model: AppModel) -> [String] {
    model.requests.tabs.map { $0.title + ($0.isUnsaved ? "*" : "") }
  }

  private func load(_ name: String, _ model: inout AppModel) {
    _ = model.receive(
      .composer(.loaded(Draft(url: "https://a.example/\(name)"), name: name)))
  }

  private func change(_ model: inout AppModel) {
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("x"))
    _ = model.perform(.typing(.leave))
  }

  @Test func `a request without unsaved changes makes room for the next one`() {
    var model = AppModel()
    load("a", &model)
    load("b", &model)
    #expect(titles(model) == ["b"])
  }

  @Test func `a request with unsaved changes stays open as a tab`() {
    var model = AppModel()
    load("a", &model)
    change(&model)
    load("b", &model)
    #expect(titles(model) == ["a*", "b"] && model.composer.name == "b")
    _ = model.perform(.app(.nextRequest))
    #expect(model.composer.name == "a" && model.composer.draft.url.hasSuffix("x"))
    load("b", &model)
    #expect(titles(model) == ["a*", "b"] && model.composer.name == "b", "it is open already")
  }

  @Test func `a new request opens a tab unless the composer is empty`() {
    var model = AppModel()
    _ = model.perform(.app(.newRequest))
    #expect(titles(model) == ["new"])
    load("a", &model)
    _ = model.perform(.app(.newRequest))
    #expect(titles(model) == ["a", "new"])
    _ = model.perform(.app(.newRequest))
    #expect(titles(model) == ["a", "new"])
  }

  @Test func `a new request begins at the URL, and editing types it at once`() {
    var model = AppModel()
    _ = model.perform(.point(.composerTab(ComposerTab.body.rawValue)))
    _ = model.perform(.app(.focusQueue))
    _ = model.perform(.app(.newRequest))
    #expect(model.composer.cursor == .url && !model.composer.isTyping)
    _ = model.perform(.composer(.edit))
    #expect(model.focus == .composer && model.composer.isTyping && model.composer.cursor == .url)
    load("a", &model)
    _ = model.perform(.point(.composerTab(ComposerTab.headers.rawValue)))
    _ = model.perform(.app(.newRequest))
    #expect(model.composer.cursor == .url && !model.composer.isTyping)
  }

  /// The jobs that effects open in the response panel.
  private func opened(_ effects: [Effect]) -> [JobID] {
    effects.compactMap { if case .response(.load(let job)) = $0 { job } else { nil } }
  }

  /// Three requests with unsaved changes, each sent once; the last one is in the composer.
  private func threeSent() -> AppModel {
    var model = AppModel()
    for (number, name) in zip(Int64(1)..., ["a", "b", "c"]) {
      load(name, &model)
      change(&model)
      _ = model.receive(.composer(.submitted(JobID(number), .immediate)))
    }
    return model
  }

  @Test func `going to a tab shows what it brought, and closing another one leaves it there`() {
    var model = threeSent()
    #expect(opened(model.perform(.app(.previousRequest))) == [JobID(2)])
    #expect(opened(model.panels.closeRequest(0)) == [])
    #expect(opened(model.panels.closeRequest(0)) == [JobID(3)])
  }

  @Test func `a tab whose job was deleted meanwhile looks for it once`() {
    var model = threeSent()
    #expect(opened(model.perform(.app(.previousRequest))) == [JobID(2)])
    _ = model.receive(.composer(.gone(JobID(2))))
    _ = model.perform(.app(.previousRequest))
    #expect(opened(model.perform(.app(.nextRequest))) == [])
  }

  @Test func `closing loses nothing that undo does not bring back`() {
    var model = AppModel()
    load("a", &model)
    change(&model)
    let draft = model.composer.draft
    _ = model.perform(.app(.closeRequest))
    #expect(titles(model) == ["new"])
    _ = model.perform(.app(.undo))
    #expect(model.composer.draft == draft && model.composer.isUnsaved)
    #expect(model.composer.request.edited.saved.url == "https://a.example/a")
    #expect(model.obstacle(to: .app(.undo)) != nil)
  }

  @Test func `the tab on the right takes the place of a closed one, else the one on the left`() {
    var model = AppModel()
    for name in ["a", "b", "c"] {
      load(name, &model)
      change(&model)
    }
    _ = model.perform(.app(.previousRequest))
    _ = model.perform(.app(.closeRequest))
    #expect(model.composer.name == "c")
    _ = model.perform(.app(.closeRequest))
    #expect(model.composer.name == "a")
  }

  @Test func `a closed tab comes back in its place`() {
    var model = AppModel()
    for name in ["a", "b", "c"] {
      load(name, &model)
      change(&model)
    }
    _ = model.perform(.point(.requestTab(0)))
    _ = model.perform(.app(.closeRequest))
    _ = model.perform(.app(.undo))
    #expect(titles(model) == ["a*", "b*", "c*"] && model.composer.name == "a")
  }

  @Test func `tabs in the background follow their files and the environment`() {
    var model = AppModel()
    load("a", &model)
    change(&model)
    load("b", &model)
    _ = model.receive(.composer(.renamed("a", to: "c")))
    #expect(titles(model) == ["c*", "b"])
    _ = model.receive(
      .environments(.list(["local"], chosen: Environment(name: "local", values: ["k": "v"]))))
    _ = model.perform(.app(.nextRequest))
    #expect(model.composer.environment.name == "local")
    _ = model.receive(.composer(.deleted("b")))
    _ = model.perform(.app(.nextRequest))
    #expect(model.composer.name == nil && model.composer.isUnsaved)
  }

  @Test func `undoing a deletion makes an open request the saved one again`() {
    var model = AppModel()
    load("a", &model)
    _ = model.receive(.composer(.deleted("a", file: Array("url: https://a.example/a".utf8))))
    #expect(titles(model) == ["GET a*"])
    _ = model.perform(.app(.undo))
    #expect(titles(model) == ["a"] && model.composer.name == "a")
    _ = model.receive(.composer(.deleted("a", file: Array("url: https://a.example/a".utf8))))
    change(&model)
    _ = model.perform(.app(.undo))
    #expect(titles(model) == ["GET ax*"], "what was changed since is another request")
  }

  @Test func `a pasted URL is a request of its own`() {
    var model = AppModel()
    load("a", &model)
    _ = model.perform(.insert("https://b.example/x "))
    #expect(titles(model) == ["a", "GET x*"])
    _ = model.perform(.insert("DELETE https://b.example/y"))
    #expect(titles(model) == ["a", "GET x*", "DELETE y*"])
    _ = model.perform(.insert("no url"))
    #expect(model.notice?.what == "The pasted text was not used.")
  }

  @Test func `a saved request is found by a part of its name`() {
    var model = AppModel()
    _ = model.receive(.requests(["books/list", "orders/new"]))
    _ = model.perform(.app(.requests))
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("ord"))
    #expect(model.perform(.typing(.enter)) == [.requests(.load("orders/new"))])
    let list = model.sidebar.list
    #expect(list.filter.isEmpty && !list.isTyping, "the next time, all requests are listed")
    #expect(model.overlays.selectedRow(of: list, model.facts)?.value == .request("orders/new"))
  }

  private func sent(_ job: JobID, _ model: inout AppModel) -> [Effect] {
    model.receive(.composer(.submitted(job, .immediate)))
  }

  @Test func `a tab shows again what its request brought last`() {
    let (first, second) = (JobID(7), JobID(8))
    var model = AppModel()
    load("a", &model)
    change(&model)
    #expect(sent(first, &model).contains(.response(.load(first))))
    load("b", &model)
    #expect(model.response.exchange.opened == nil, "what was not sent yet shows no response")
    #expect(sent(second, &model).contains(.response(.load(second))))
    #expect(model.perform(.app(.previousRequest)).contains(.response(.load(first))))
    #expect(model.perform(.app(.nextRequest)).contains(.response(.load(second))))
    _ = model.perform(.app(.closeRequest))
    #expect(model.response.exchange.opened == first)
    _ = model.perform(.composer(.edit))
    #expect(model.response.exchange.opened == first)
  }

  @Test func `the list of open requests shows, finds and closes tabs`() throws {
    var model = AppModel()
    for name in ["a", "b", "c"] {
      load(name, &model)
      change(&model)
    }
    _ = model.perform(.app(.openRequests))
    let list = try #require(model.overlays.active(model.focus))
    #expect(model.rows(of: list).map(\.title) == ["a", "b", "c"])
    #expect(model.overlays.selectedRow(of: list, model.facts)?.value == .openRequest(2))
    _ = model.perform(.move(.first))
    _ = model.perform(.list(.delete))
    #expect(titles(model) == ["b*", "c*"] && model.composer.name == "c", "another one stays")
    _ = model.perform(.list(.filter))
    _ = model.perform(.insert("b"))
    _ = model.perform(.typing(.enter))
    #expect(model.composer.name == "b" && model.overlays.isEmpty)
    _ = model.perform(.app(.undo))
    #expect(titles(model) == ["a*", "b*", "c*"])
  }

  @Test func `what is typed while a request is being saved is unsaved`() {
    var model = AppModel()
    load("a", &model)
    change(&model)
    let written = model.composer.draft
    #expect(model.perform(.composer(.save)) == [.requests(.save(written, name: "a", .allowed))])
    change(&model)
    _ = model.receive(.composer(.saved(written, name: "a")))
    #expect(titles(model) == ["a*"])
    _ = model.receive(.composer(.saved(model.composer.draft, name: "a")))
    #expect(titles(model) == ["a"])
  }

  @Test func `a saved request is named in its own tab, whichever is composed by then`() {
    var model = AppModel()
    change(&model)
    let new = model.composer.draft
    load("b", &model)
    change(&model)
    let changed = model.composer.draft
    _ = model.receive(.composer(.saved(new, name: "a")))
    #expect(titles(model) == ["a", "b*"] && model.composer.name == "b")
    _ = model.perform(.app(.previousRequest))
    _ = model.receive(.composer(.saved(changed, name: "c")))
    #expect(titles(model) == ["a", "c"] && model.composer.name == "a")
    _ = model.perform(.app(.closeRequest))
    _ = model.receive(.composer(.saved(new, name: "d")))
    #expect(titles(model) == ["c"], "its tab was closed")
  }

  @Test func `a sent job belongs to the tab that it was sent from`() {
    var model = AppModel()
    load("a", &model)
    change(&model)
    let sent = model.composer.draft
    load("b", &model)
    #expect(model.receive(.composer(.submitted(JobID(7), .immediate, of: sent))).isEmpty)
    #expect(model.composer.lastJob == nil && !model.response.isOpen)
    _ = model.perform(.app(.previousRequest))
    #expect(model.composer.name == "a" && model.composer.lastJob == JobID(7))
    _ = model.receive(.composer(.submitted(JobID(8), .immediate, of: model.composer.draft)))
    #expect(model.composer.lastJob == JobID(8) && model.response.isOpen)
  }

  @Test func `a click on a tab goes there`() {
    var model = AppModel()
    load("a", &model)
    change(&model)
    load("b", &model)
    _ = model.perform(.point(.requestTab(0)))
    #expect(model.composer.name == "a" && model.requests.current == 0)
  }

  @Test(arguments: 0..<100) func `no sequence of moves loses an unsaved request`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var model = AppModel()
    var unsaved: Set<String> = []
    for step in 0..<40 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: load("r\(Int.random(in: 0..<5, using: &random))", &model)
      case 1: _ = model.perform(.app(.newRequest))
      case 2: _ = model.perform(.app(.nextRequest))
      case 3: _ = model.perform(.app(.previousRequest))
      case 4: _ = model.perform(.point(.requestTab(Int.random(in: 0..<6, using: &random))))
      default:
        unsaved.remove(model.composer.draft.url)
        _ = model.receive(.edited(.field(.url), "https://\(seed).example/\(step)"))
        unsaved.insert(model.composer.draft.url)
      }
      let stored = Set(model.storedRequests?.requests.compactMap { $0.draft?.url } ?? [])
      #expect(unsaved.isSubset(of: stored), "seed \(seed), step \(step)")
    }
  }
}
