import ClientCatalogs
import ClientModel
import Testing

@testable import ViewModels

/// Where the cursor of a form is after its rows changed, and what a change says.
struct FormCursorTests {
  private static let text = """
    openapi: 3.1.0
    info: {title: Cluster, version: "1"}
    servers: [{url: https://cluster.example/v1}]
    paths:
      /objects/{version}:
        post:
          operationId: objects/create
          parameters: [{name: version, in: path, required: true, schema: {type: string}}]
          requestBody:
            required: true
            content:
              application/json:
                schema:
                  type: object
                  properties:
                    metadata:
                      type: object
                      properties:
                        labels: {type: object, additionalProperties: {type: string}}
                    shape:
                      oneOf:
                        - title: circle
                          type: object
                          required: [kind, radius]
                          properties: {kind: {type: string, enum: [circle]}, radius: {type: number}}
                        - {title: square, type: object, properties: {side: {type: number}}}
          responses: {}
      /nameless/{version}: {get: {parameters: [{name: version, in: path, required: true, schema: {type: string}}], responses: {}}}
    """

  private func opened(_ endpoint: String = "objects/create") throws -> AppModel {
    var model = AppModel()
    let catalog = try Catalog.read(text: Self.text, name: "cluster")
    let found = try #require(catalog.endpoint(endpoint))
    _ = model.receive(.catalogs(.listed([CatalogSource("cluster", .workspace(path: "c.yaml"))])))
    _ = model.perform(.feature(.catalogs))
    _ = model.receive(.catalogs(.listed([CatalogSource("cluster", .workspace(path: "c.yaml"))])))
    _ = model.receive(.catalogs(.opened(catalog)))
    _ = model.perform(.list(.close))
    _ = model.receive(
      .composer(.loaded(EndpointForm(found, in: catalog).draft(), name: "one")))
    model.composer.show(.form)
    return model
  }

  private func unfold(_ model: inout AppModel) {
    for _ in 0..<4 {
      for row in model.composer.form?.rows ?? [] where row.fold == .closed {
        model.composer.change {
          $0.fold { $0.unfold(row.id) }
          return .folded
        }
      }
    }
  }

  private func go(_ model: inout AppModel, to label: String) throws {
    let row = try #require(model.composer.form?.rows.first { $0.label == label })
    model.composer.select(.form(row.id))
  }

  private func isOnRow(_ model: AppModel) -> Bool {
    FieldCursor.stops(model.composer.rows).contains { $0.contains(model.composer.cursor) }
  }

  @Test func `the cursor is on a member that was added to an empty map`() throws {
    var model = try opened()
    unfold(&model)
    try go(&model, to: "labels")
    _ = model.perform(.composer(.addRow))
    for letter in "app" { _ = model.perform(.insert(String(letter))) }
    _ = model.perform(.typing(.enter))
    #expect(isOnRow(model))
    guard case .form(let id) = model.composer.cursor else { return }
    #expect(model.composer.form?.row(id)?.label == "app")
    _ = model.perform(.composer(.edit))
    model.type("web")
    guard case .json(let body) = model.composer.draft.body else { return }
    #expect(body.contains(#""app": "web""#))
  }

  @Test func `keys move the cursor after the URL was edited away from the catalog`() throws {
    var model = try opened()
    model.composer.select(.url)
    _ = model.perform(.composer(.edit))
    _ = model.perform(.typing(.killToStart))
    _ = model.perform(.insert("https://elsewhere.example/x"))
    _ = model.perform(.typing(.nextField))
    #expect(isOnRow(model))
    if model.composer.isTyping { _ = model.perform(.typing(.leave)) }
    let before = model.composer.cursor
    _ = model.perform(.move(.down))
    _ = model.perform(.move(.up))
    _ = model.perform(.move(.down))
    #expect(isOnRow(model) && model.composer.cursor != before)
  }

  @Test func `an edit of the URL keeps a shape that was chosen`() throws {
    var model = try opened()
    unfold(&model)
    let shape = try #require(model.composer.form?.rows.first { $0.label == "shape" })
    _ = model.composer.choose(option: 1, for: shape.id)
    model.composer.stopTyping()
    #expect(model.composer.form?.row(shape.id)?.value == "square")
    model.composer.select(.url)
    _ = model.perform(.composer(.edit))
    model.type("?debug=1")
    _ = model.perform(.composer(.nextTab))
    model.composer.show(.form)
    #expect(model.composer.form?.row(shape.id)?.value == "square")
    #expect(model.composer.draft.url.contains("debug=1"))
  }

  @Test func `text typed after choosing a shape goes into its first open field`() throws {
    var model = try opened()
    unfold(&model)
    let shape = try #require(model.composer.form?.rows.first { $0.label == "shape" })
    let url = model.composer.draft.url
    _ = model.composer.choose(option: 0, for: shape.id)
    #expect(model.composer.isTyping)
    _ = model.perform(.insert("2"))
    #expect(model.composer.draft.url == url)
    guard case .json(let body) = model.composer.draft.body else { return }
    #expect(
      body.filter { !$0.isWhitespace } == #"{"shape":{"kind":"circle","radius":2}}"#)
  }

  @Test func `clearing the address says where the request goes now`() throws {
    var model = try opened()
    model.composer.select(.url)
    _ = model.perform(.composer(.edit))
    _ = model.perform(.typing(.killToStart))
    model.type("https://elsewhere.example/x")
    model.composer.show(.form)
    try go(&model, to: "address")
    _ = model.perform(.composer(.deleteRow))
    let notice = model.notice?.what ?? ""
    #expect(
      notice.hasPrefix("The request now goes to https://cluster.example/v1/objects"), "\(notice)")
    #expect(model.composer.draft.url.hasPrefix("https://cluster.example/v1/"))
  }

  @Test func `optional fields open below their row, which stays on the screen with them`() throws {
    var model = try AppModel.opened("listBooks")
    let more = try #require(model.composer.form?.rows.first { $0.label == "optional" })
    model.composer.show(rows: 3)
    model.composer.select(.form(more.id))
    var shown: [String] {
      let composer = model.composer
      return composer.rows[composer.top..<composer.top + 3].compactMap {
        if case .form(let line) = $0.kind { line.label } else { nil }
      }
    }
    #expect(shown == ["genre", "optional"])
    _ = model.perform(.composer(.markRow))
    #expect(shown == ["optional", "limit", "tags"])
    model.composer.select(.form(.parameter(.query, "limit")))
    _ = model.perform(.composer(.edit))
    model.type("5")
    #expect(shown == ["optional", "limit", "tags"])
    model.composer.select(.form(more.id))
    _ = model.perform(.composer(.markRow))
    #expect(shown == ["limit", "genre", "optional"])
  }

  @Test func `a tab is not called by the name of a variable`() throws {
    #expect(RequestTab(try untitled("objects/create")).title == "POST objects")
    #expect(RequestTab(try untitled("GET /nameless/{version}")).title == "GET nameless")
  }

  private func untitled(_ endpoint: String) throws -> ComposerModel {
    var composer = try opened(endpoint).composer
    composer.request.reconnect { $0.detach() }
    return composer
  }
}
