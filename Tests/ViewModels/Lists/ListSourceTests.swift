import ClientModel
import Testing

@testable import ViewModels

/// The rows, commands and events of lists as values, without the model that shows them.
@Suite struct ListSourceTests {
  @Test func `each declared list is among all lists`() {
    let lists = ListSources()
    let declared = Mirror(reflecting: lists).children.map { "\(type(of: $0.value))" }
    #expect(lists.all.map { "\(type(of: $0))" } == declared)
  }

  private let facts = ListFacts(
    composer: ComposerModel(), tabs: [], currentTab: 0, bodyKind: nil)
  private func list<Source: ListSource>(
    _ path: WritableKeyPath<ListSources, Source> & Sendable
  ) -> ListModel {
    ListModel(ListID(path), .browsed, height: 10)
  }

  @Test func `the identifier of a list reads and writes its own place and no other`() {
    var places = ListSources()
    var themes = ThemesList()
    _ = themes.receive(ThemesEvent(names: ["dark", "light"], chosen: "dark"), .uppermost)
    places[ListID(\.themes)] = themes
    #expect(places.themes.names == ["dark", "light"])
    #expect(places[ListID(\.gateways.form)].title == "Gateway ")
    #expect(ListID(\.themes) == ListID(\.themes) && ListID(\.themes) != ListID(\.log))
  }

  @Test func `choosing a theme closes the list, takes the theme and stores it`() throws {
    var themes = ThemesList()
    _ = themes.receive(ThemesEvent(names: ["dark", "light"], chosen: "dark"), .uppermost)
    let row = try #require(themes.rows("light", facts).first)
    #expect(themes.choose(row) == [.list(.closeAll), .store(.theme("light"))])
    #expect(themes.rows("", facts).map(\.isCurrent) == [false, true])
  }

  @Test func `a closed folder hides its requests, but not from a filter`() throws {
    var requests = RequestsList()
    requests.take(["a/one", "a/two", "top"])
    let folder = try #require(requests.rows("", facts).first)
    #expect(requests.choose(folder).isEmpty)
    #expect(requests.rows("", facts).map(\.title) == ["▸ a/", "top"])
    #expect(requests.rows("one", facts).map(\.value) == [.request("a/one")])
  }

  @Test func `the cursor follows a request to its new name`() {
    var requests = RequestsList()
    requests.take(["a", "b"])
    let before = requests.rows("", facts)
    let moves = [SavedMove(.request("a"), to: "z")]
    requests.rename(MovedRequests(moves, names: moves))
    requests.take(["b", "z"])
    #expect(requests.cursor(0, among: before, now: requests.rows("", facts)) == 1)
  }

  @Test func `a command that a row does not take is refused with a reason`() {
    var requests = RequestsList()
    _ = requests.receive(.graphs(["flow"]), .closed)
    var list = list(\.requests)
    let graph = requests.rows("", facts).first
    #expect(
      requests.perform(.rename, on: graph, in: &list)
        == [.notify(Notice(.info, "That does not apply to this row."))])
    #expect(requests.perform(.send, on: graph, in: &list) == [.graphs(.run("flow"))])
  }

  @Test func `hints depend on the row, and an empty list offers what can be done there`() {
    #expect(SharedValuesModel().hints(on: nil) == [.new, .close])
    #expect(GatewaysList().hints(on: nil) == [.new, .close])
    #expect(RequestsList().hints(on: nil) == [.new, .close])
    #expect(CookiesList().hints(on: nil) == [.close])
    let folder = ListRow(value: .folder("a", .open), title: "a")
    #expect(
      RequestsList().hints(on: folder)
        == [.choose, .new, .rename, .move, .delete, .duplicate, .filter, .close])
  }

  @Test func `sending again from the history goes to the newest row`() throws {
    var history = HistoryModel()
    _ = history.browse()
    let rows = (1...3).map { number in
      HistoryRow(
        exchange: AttemptID(job: JobID(Int64(number)), number: 1), url: "")
    }
    _ = history.receive(HistoryUpdate(number: 1, rows: rows, next: nil), at: 0)
    var list = list(\.history)
    list.select(2, among: 3)
    let row = history.rows("", facts)[2]
    #expect(history.perform(.refresh, on: row, in: &list) == [.queue(.runAgain(JobID(3)))])
    #expect(list.list.selected == 0)
    #expect(history.choose(row) == [.list(.view(rows[2].exchange))])
  }

  @Test func `the cursor of the log stays on its row, and on the newest it stays on the newest`() {
    var log = LogList()
    log.append([.notice(Notice(.info, "one"), time: nil)])
    let before = log.rows("", facts)
    log.append([.notice(Notice(.info, "two"), time: nil)])
    let after = log.rows("", facts)
    #expect(log.cursor(0, among: before, now: after) == 0)
    #expect(log.cursor(1, among: before, now: after) == 2)
  }

  @Test func `a shared value appears only over the list that it was asked from`() throws {
    let key = try #require(SharedKey("token"))
    let content = SharedContent(Array("abc".utf8))
    var shared = SharedValuesModel()
    let event = SharedEvent.content(key, content, .view)
    #expect(shared.receive(event, .covered).isEmpty && shared.receive(event, .closed).isEmpty)
    #expect(shared.receive(event, .uppermost) == [.list(.open(ListID(\.shared.value)))])
    #expect(shared.value.rows("", facts).map(\.title) == ["abc"])
    _ = shared.value.leave()
    #expect(shared.value.rows("", facts).isEmpty)
  }

  @Test func `a method that stands in no list can be typed`() {
    let choices = FieldChoices()
    #expect(choices.rows("purge", facts).map(\.value).contains(.method("PURGE")))
    #expect(!choices.rows("", facts).map(\.title).contains(""))
  }

  @Test(arguments: [("timeout", OptionField.timeout), ("pins", .pins), ("store for", .storeFor)])
  func `the palette finds an option by its label or its name in files`(
    text: String, option: OptionField
  ) {
    var palette = PaletteList()
    let rows = palette.rows(text, facts)
    let row = rows.first { $0.item(OptionField.self) == option }
    #expect(rows.first?.item(OptionField.self) != nil)
    #expect(
      row.map { palette.choose($0) }
        == [.list(.closeAll), .list(.selectField(.option(option)))])
  }

  @Test func `in the palette, options are below the commands that match`() {
    let rows = PaletteList().rows("cache", facts).map { $0.item(OptionField.self) == nil }
    #expect(rows.first == true && rows.last == false)
    #expect(rows.drop { $0 }.allSatisfy { !$0 })
    #expect(PaletteList().rows("", facts).allSatisfy { $0.item(OptionField.self) == nil })
  }

  @Test func `an option chosen in the palette is selected on its tab`() {
    var app = AppModel()
    _ = app.perform(.app(.focusQueue))
    for command: Command in [.app(.palette), .insert("pins"), .list(.choose)] {
      _ = app.perform(command)
    }
    #expect(app.focus == .composer && app.overlays.isEmpty)
    #expect(app.composer.tab == .options && app.composer.cursor == .option(.pins))
  }
}
