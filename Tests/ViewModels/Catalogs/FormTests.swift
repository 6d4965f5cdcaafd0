import CatalogFixtures
import ClientCatalogs
import ClientModel
import Testing

@testable import ViewModels

struct FormTests {
  private func go(_ model: inout AppModel, to label: String) throws {
    let row = try #require(
      model.composer.form?.rows.first { $0.label == label || label == "more" && $0.kind.isMore })
    model.composer.select(.form(row.id))
  }

  private func labels(_ model: AppModel) -> [String] {
    model.composer.rows.compactMap { row in
      switch row.kind {
      case .form(let line): "\(line.label)\(line.isRequired ? "*" : "")=\(row.texts[0])"
      case .heading(let text): "[\(text)]"
      case .problem: "!"
      default: nil
      }
    }
  }

  @Test func `an endpoint opens as a form with the cursor on what must be filled in`() throws {
    let model = try AppModel.opened("listBooks")
    #expect(model.composer.tab == .form && model.composer.tabs.first == .form)
    #expect(
      labels(model) == [
        "[Server]", "server=https://shop.example/v2", "[Query]", "genre*=", "optional=5 more",
      ])
    #expect(model.composer.cursor == .form(.parameter(.query, "genre")))
    #expect(model.caption == "genre: What they are about. Required.")
    #expect(model.standing == nil && !model.composer.isUnsaved)
  }

  @Test func `a request of one's own has no form`() {
    #expect(!AppModel().composer.tabs.contains(.form))
  }

  @Test func `what is filled in shows at once in URL and preview`() throws {
    var model = try AppModel.opened("oneBook")
    _ = model.perform(.composer(.edit))
    model.type("a/b")
    #expect(model.composer.examination.address == "https://shop.example/v2/books/a%2Fb")
    #expect(model.composer.isUnsaved)
  }

  @Test func `sending is refused at the field that is missing`() throws {
    var model = try AppModel.opened("oneBook")
    _ = model.perform(.composer(.nextTab))
    #expect(model.perform(.composer(.send)) == [])
    #expect(model.notice?.what == "`id` is missing.")
    #expect(model.composer.cursor == .form(.parameter(.path, "id")))
    #expect(labels(model).contains("!"))
    _ = model.perform(.composer(.edit))
    model.type("7")
    guard case .sending(.submit(let draft, .immediate)) = model.perform(.composer(.send)).first
    else {
      Issue.record("It was not sent: \(String(describing: model.notice))")
      return
    }
    #expect(draft.endpoint == EndpointName("shop#oneBook"))
  }

  @Test func `a choice is found by typing and marked in its list`() throws {
    var model = try AppModel.opened("listBooks")
    _ = model.perform(.composer(.edit))
    guard case .list(let list) = model.overlays.last else {
      Issue.record("No list opened.")
      return
    }
    #expect(model.overlays.title(of: list.source) == "genre" && !list.isTyping)
    #expect(model.rows(of: list).map(\.title) == ["crime", "poetry", "travel"])
    _ = model.perform(.list(.filter))
    for letter in "tra" { _ = model.perform(.insert(String(letter))) }
    _ = model.perform(.typing(.enter))
    #expect(model.overlays.isEmpty)
    #expect(model.composer.draft.query == [DraftField("genre", "travel")])
    _ = model.perform(.composer(.edit))
    guard case .list(let again) = model.overlays.last else { return }
    #expect(model.rows(of: again).filter(\.isCurrent).map(\.title) == ["travel"])
  }

  @Test func `several are chosen one after the other, and counted`() throws {
    var model = try AppModel.opened("listBooks")
    try go(&model, to: "more")
    _ = model.perform(.composer(.edit))
    try go(&model, to: "tags")
    _ = model.perform(.composer(.edit))
    _ = model.perform(.list(.choose))
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.choose))
    _ = model.perform(.list(.close))
    #expect(model.overlays.isEmpty)
    #expect(labels(model).contains("tags=new, sale"))
    #expect(model.composer.draft.query.contains(DraftField("tags", "new,sale", mark: .encoded)))
  }

  @Test func `a template may stand for one of the options`() throws {
    var model = try AppModel.opened("listBooks")
    _ = model.perform(.composer(.edit))
    _ = model.perform(.list(.filter))
    for letter in "{{genre}}" { _ = model.perform(.insert(String(letter))) }
    _ = model.perform(.typing(.enter))
    #expect(model.composer.draft.query == [DraftField("genre", "{{genre}}")])
  }

  @Test func `optional and deprecated fields are folded behind one row`() throws {
    var model = try AppModel.opened("listBooks")
    try go(&model, to: "more")
    _ = model.perform(.composer(.markRow))
    #expect(labels(model).contains("limit="))
    #expect(labels(model).contains("sort="))
    _ = model.perform(.composer(.markRow))
    #expect(!labels(model).contains("limit="))
  }

  @Test func `numbers are measured, truth is switched, what is cleared is not sent`() throws {
    var model = try AppModel.opened("listBooks")
    try go(&model, to: "more")
    _ = model.perform(.composer(.edit))
    try go(&model, to: "limit")
    _ = model.perform(.composer(.edit))
    model.type("500")
    #expect(model.standing?.why == "`500` is too large.")
    try go(&model, to: "sold")
    for expected in ["true", "false", nil] {
      _ = model.perform(.composer(.markRow))
      #expect(model.composer.draft.query.first { $0.name == "sold" }?.value == expected)
    }
    try go(&model, to: "limit")
    _ = model.perform(.composer(.deleteRow))
    #expect(!model.composer.draft.query.contains { $0.name == "limit" })
    #expect(model.standing == nil)
  }

  @Test func `space marks a value of many as enter does, and the list stays open`() throws {
    var model = try AppModel.opened("listBooks")
    try go(&model, to: "more")
    _ = model.perform(.composer(.edit))
    try go(&model, to: "tags")
    _ = model.perform(.composer(.edit))
    _ = model.perform(.list(.fold))
    _ = model.perform(.move(.down))
    _ = model.perform(.list(.choose))
    guard case .list(let list) = model.overlays.last else {
      Issue.record("The list was closed.")
      return
    }
    #expect(model.rows(of: list).map(\.isCurrent) == [true, true, false])
    _ = model.perform(.list(.fold))
    #expect(model.rows(of: list).map(\.isCurrent) == [true, false, false])
  }

  @Test func `elements are added to a list and taken away`() throws {
    var model = try AppModel.opened("addBook")
    _ = model.perform(.composer(.edit))
    model.type("Timber")
    try go(&model, to: "more")
    _ = model.perform(.composer(.edit))
    try go(&model, to: "authors")
    _ = model.perform(.composer(.addRow))
    model.type("Ane")
    _ = model.perform(.composer(.addRow))
    model.type("Brun")
    guard case .json(let body) = model.composer.draft.body else { return }
    #expect(body.filter { !$0.isWhitespace } == #"{"title":"Timber","authors":["Ane","Brun"]}"#)
    _ = model.perform(.composer(.deleteRow))
    #expect(model.composer.form?.rows.contains { $0.label == "authors[1]" } == false)
  }

  @Test func `tab goes on through the fields of a form`() throws {
    var model = try AppModel.opened("addBook")
    try go(&model, to: "more")
    _ = model.perform(.composer(.edit))
    try go(&model, to: "title")
    _ = model.perform(.composer(.edit))
    _ = model.perform(.insert("Timber"))
    _ = model.perform(.typing(.nextField))
    #expect(model.composer.isTyping)
    _ = model.perform(.insert("12.5"))
    _ = model.perform(.typing(.enter))
    #expect(!model.composer.isTyping)
    guard case .json(let body) = model.composer.draft.body else { return }
    #expect(body.contains("12.5"))
  }

  @Test func `what is edited in other tabs is read back into the form`() throws {
    var model = try AppModel.opened("listBooks")
    _ = model.perform(.composer(.edit))
    _ = model.perform(.typing(.enter))
    _ = model.perform(.composer(.nextTab))
    #expect(model.composer.tab == .parameters)
    model.composer.select(.cell(.query, row: 0, .value))
    _ = model.perform(.composer(.edit))
    _ = model.perform(.typing(.killToStart))
    model.type("poetry")
    model.composer.select(.cell(.query, row: 1, .name))
    _ = model.perform(.composer(.edit))
    model.type("debug")
    _ = model.perform(.composer(.previousTab))
    #expect(labels(model).contains("genre*=poetry"))
    #expect(labels(model).contains("debug="))
    #expect(model.composer.draft.query.map(\.name) == ["genre", "debug"])
  }

  @Test func `the form stays while saving and duplicating`() throws {
    var model = try AppModel.opened("oneBook")
    _ = model.perform(.composer(.edit))
    model.type("7")
    _ = model.receive(.composer(.saved(model.composer.draft, name: "books/seven")))
    #expect(!model.composer.isUnsaved && model.composer.form?.draft.name == "books/seven")
    _ = model.perform(.composer(.edit))
    model.type("8")
    #expect(model.composer.name == "books/seven" && model.composer.isUnsaved)
    _ = model.perform(.composer(.duplicate))
    _ = model.perform(.composer(.edit))
    model.type("9")
    #expect(model.composer.name == nil && model.composer.draft.endpoint != nil)
  }

  @Test func `a saved request opens its form once its catalog is read`() throws {
    var model = AppModel()
    var draft = Draft(url: "https://shop.example/v2/books", query: [DraftField("genre", "crime")])
    draft.endpoint = EndpointName("shop#listBooks")
    #expect(
      model.receive(.composer(.loaded(draft, name: "crime")))
        == [.history(.findLast(.saved("crime"))), .catalogs(.list)])
    let shop = CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))
    #expect(model.receive(.catalogs(.listed([shop]))) == [.catalogs(.open(shop))])
    _ = model.receive(.catalogs(.opened(try ShopCatalog.catalog())))
    #expect(model.composer.tab == .form && labels(model).contains("genre*=crime"))
    #expect(!model.composer.isUnsaved)
  }

  @Test func `without its catalog a request is reported once and can be sent`() {
    var model = AppModel()
    var draft = Draft(name: "crime", url: "https://shop.example/v2/books")
    draft.endpoint = EndpointName("gone#listBooks")
    _ = model.receive(.composer(.loaded(draft, name: "crime")))
    _ = model.receive(.catalogs(.listed([])))
    #expect(model.notice?.what == "There is no form for gone#listBooks.")
    #expect(!model.composer.tabs.contains(.form))
    #expect(model.perform(.composer(.send)) == [.sending(.submit(draft, .immediate))])
    #expect(model.notice == nil)
  }

  @Test func `a changed catalog changes the form, but not what was filled in`() throws {
    var model = try AppModel.opened("oneBook")
    _ = model.perform(.composer(.edit))
    model.type("7")
    _ = model.receive(.catalogs(.changed))
    let shop = CatalogSource("shop", .workspace(path: "catalogs/shop.yaml"))
    _ = model.receive(.catalogs(.listed([shop])))
    let changed = ShopCatalog.text.replacing(
      "parameters: [{name: id, in: path",
      with:
        "parameters: [{name: lang, in: query, required: true, schema: {type: string}}, {name: id, in: path"
    )
    _ = model.receive(.catalogs(.opened(try Catalog.read(text: changed, name: "shop"))))
    #expect(labels(model).contains("id*=7"))
    #expect(labels(model).contains("lang*="))
  }

  @Test func `leaving the form makes the request one's own`() throws {
    var model = try AppModel.opened("oneBook")
    _ = model.perform(.composer(.plain))
    #expect(model.composer.draft.endpoint == nil && model.composer.tab == .parameters)
    #expect(model.obstacle(to: .composer(.plain)) != nil)
  }

  @Test func `examples fill what must be there`() throws {
    var model = try AppModel.opened("listBooks")
    _ = model.perform(.composer(.example))
    #expect(model.composer.formProblems.isEmpty)
    #expect(model.composer.draft.query.map(\.name) == ["genre"])
  }

  @Test func `a request that the catalog refuses is sent by a second attempt and a question`()
    throws
  {
    var composer = try AppModel.opened("listBooks").composer
    guard case .notify(let notice)? = composer.submit(.immediate).first else {
      Issue.record("no notice")
      return
    }
    #expect(notice.what == "`genre` is missing." && notice.whatToDo.contains("again"))
    guard case .confirm(let question)? = composer.submit(.immediate).first else {
      Issue.record("no question")
      return
    }
    #expect(
      question.answers.map(\.effects) == [[], [.sending(.submit(composer.draft, .immediate))]])
    composer.fill { $0.set("comedy", for: .parameter(.query, "genre")) }
    guard case .notify? = composer.submit(.queued).first else {
      Issue.record("a changed request was not checked again")
      return
    }
  }

  @Test func `the address of the only server is typed with its path`() throws {
    var model = try AppModel.opened("listBooks")
    model.composer.select(.form(.server))
    _ = model.perform(.composer(.edit))
    #expect(model.composer.editing?.text == "https://shop.example/v2")
  }

  @Test func `an address without a path is also offered with the path of the server`() throws {
    let facts = ListFacts(
      composer: try AppModel.opened("listBooks").composer, tabs: [], currentTab: 0, bodyKind: nil)
    let list = FieldChoices(field: .options(.server, "server"))
    #expect(
      list.rows("http://localhost:4800", facts).map(\.title)
        == ["http://localhost:4800/v2", "http://localhost:4800"])
    #expect(list.rows("http://localhost/a", facts).map(\.title) == ["http://localhost/a"])
    #expect(list.rows("", facts).map(\.title) == ["https://shop.example/v2", "Another server"])
  }

  @Test func `the user's server of a catalog is the first of each endpoint`() throws {
    var catalog = try Catalog.read(text: ShopCatalog.text, name: "shop")
    catalog.ownServer = "http://localhost:4800"
    let endpoint = try #require(catalog.endpoint("listBooks"))
    let draft = EndpointForm(endpoint, in: catalog).draft()
    #expect(draft.url.hasPrefix("http://localhost:4800/books"))
    var old = draft
    old.url = "https://shop.example/v2/books"
    #expect(EndpointForm(reading: old, endpoint, in: catalog).address == "https://shop.example/v2")
  }
}
