import Testing

@testable import ViewModels

/// The overlays as a part, without the panels below them.
@Suite struct OverlaysTests {
  private let facts = ListFacts(
    composer: ComposerModel(), tabs: [], currentTab: 0, bodyKind: nil)

  private func themed() -> Overlays {
    var overlays = Overlays()
    _ = overlays.sources.themes.receive(
      ThemesEvent(names: ["dark", "light", "moss"], chosen: "light"), .closed)
    return overlays
  }

  @Test func `a list opens on its current choice`() {
    var overlays = themed()
    overlays.open(ListID(\.themes), height: 10, facts)
    let row = overlays.list.flatMap { overlays.selectedRow(of: $0, facts) }
    #expect(row?.item(String.self) == "light" && overlays.contexts?.first == .typing)
  }

  @Test func `the end of typing removes a filter that matches nothing, and a notice says so`() {
    var overlays = Overlays()
    overlays.open(ListID(\.environments), height: 10, facts)
    for command in [Command.list(.filter), .insert("zzz")] {
      _ = overlays.list.map { overlays.act(command, in: $0, facts) }
    }
    #expect(overlays.leaveHint(.composer, facts) == "clear the filter")
    let effects = overlays.list.map { overlays.act(.typing(.leave), in: $0, facts) }
    #expect(
      effects == [.notify(Notice(.info, "Nothing matched, so the filter was removed."))])
    #expect(overlays.list?.filter.isEmpty == true && overlays.list?.isTyping == false)
  }

  @Test func `the end of typing keeps a filter while its matches are searched`() {
    var overlays = Overlays()
    _ = overlays.sources.history.begin()
    overlays.open(ListID(\.history), height: 10, facts)
    for command in [Command.list(.filter), .insert("none"), .typing(.leave)] {
      _ = overlays.list.map { overlays.act(command, in: $0, facts) }
    }
    #expect(overlays.list?.filter.text == "none")
  }

  @Test func `the first close of a filtered list shows all rows`() {
    var overlays = Overlays()
    overlays.sources.log.append([.notice(Notice(.info, "one"), time: nil)])
    overlays.open(ListID(\.log), height: 10, facts)
    for command in [Command.list(.filter), .insert("one"), .typing(.leave)] {
      _ = overlays.list.map { overlays.act(command, in: $0, facts) }
    }
    #expect(overlays.hint(of: .close, .composer, facts) == "all rows")
    _ = overlays.list.map { overlays.act(.list(.close), in: $0, facts) }
    #expect(overlays.list?.filter.isEmpty == true)
    _ = overlays.list.map { overlays.act(.list(.close), in: $0, facts) }
    #expect(overlays.isEmpty)
  }

  @Test func `a closed list ends what it began`() {
    var overlays = themed()
    overlays.open(ListID(\.themes), height: 10, facts)
    let shown = overlays.list.map { overlays.act(.move(.down), in: $0, facts) }
    #expect(shown == [.preview(theme: "moss")])
    let closed = overlays.closeAll()
    #expect(closed == [.preview(theme: "light")] && overlays.isEmpty)
  }

  @Test func `a list below a question is covered`() {
    var overlays = themed()
    overlays.open(ListID(\.themes), height: 10, facts)
    #expect(overlays.standing(of: ListID(\.themes)) == .uppermost)
    overlays.ask(Confirmation("Sure?", answers: [.init("No"), .init("Yes", [.redraw])]))
    #expect(overlays.standing(of: ListID(\.themes)) == .covered)
    #expect(overlays.standing(of: ListID(\.log)) == .closed)
  }

  @Test func `an answer closes the question and returns its effects`() throws {
    var overlays = Overlays()
    overlays.ask(Confirmation("Sure?", answers: [.init("No"), .init("Yes", [.redraw])]))
    var question = try #require(overlays.question)
    _ = overlays.act(.dialog(.next), on: question)
    question = try #require(overlays.question)
    let effects = overlays.act(.dialog(.accept), on: question)
    #expect(effects == [.redraw] && overlays.isEmpty && overlays.questionsAsked == 1)
  }

  @Test func `a question replaces only one about the same topic`() {
    var overlays = Overlays()
    overlays.ask(Confirmation("Quit?", answers: [.init("No")], topic: .quitting))
    overlays.ask(Confirmation("Quit now?", answers: [.init("No")], topic: .quitting))
    #expect(overlays.count == 1)
    overlays.ask(Confirmation("Trust?", answers: [.init("No")], topic: .trust))
    #expect(overlays.count == 2 && overlays.attention == .asked(.trust))
  }

  @Test func `each feature of the table has a list of its own`() {
    let places = ListSources()
    #expect(places.all.count == Set(places.all.map { "\(type(of: $0))" }).count)
    #expect(places.all.contains { $0 is CookiesList })
    let names = FeatureCommand.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count && names.contains("cookies"))
    #expect(CommandTable.command(named: "app.cookies") == .feature(.cookies))
  }

  @Test func `no two commands of the palette have the same title`() {
    var model = AppModel()
    _ = model.perform(.app(.palette))
    let titles = model.overlays.list.map { model.rows(of: $0).map(\.title) } ?? []
    #expect(titles.count > 100 && Set(titles).count == titles.count)
  }

  @Test(arguments: ["/", "/pa", "pa"])
  func `a slash at the start of a typed filter is ignored, also in one burst`(text: String) {
    var model = AppModel()
    _ = model.perform(.app(.palette))
    _ = model.perform(.typed(text))
    #expect(model.overlays.list?.filter.text == (text == "/" ? "" : "pa"))
  }
}
