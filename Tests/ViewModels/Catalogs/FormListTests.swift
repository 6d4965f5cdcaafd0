import ClientCatalogs
import ClientModel
import Testing

@testable import ViewModels

/// Elements that are added to the lists of a form.
struct FormListTests {
  private static let text = """
    openapi: 3.1.0
    info: {title: Cluster, version: "1"}
    servers: [{url: https://cluster.example}]
    paths:
      /pods:
        post:
          operationId: pods/create
          requestBody:
            required: true
            content:
              application/json:
                schema:
                  type: object
                  required: [containers, shapes]
                  properties:
                    containers:
                      type: array
                      items:
                        type: object
                        required: [image]
                        properties: {image: {type: string}, port: {type: integer}}
                    shapes:
                      type: array
                      items:
                        oneOf:
                          - {title: circle, type: object, properties: {radius: {type: number}}}
                          - {title: square, type: object, properties: {side: {type: number}}}
          responses: {}
    """

  private func opened() throws -> AppModel {
    var model = AppModel()
    let catalog = try Catalog.read(text: Self.text, name: "cluster")
    let found = try #require(catalog.endpoint("pods/create"))
    let source = CatalogSource("cluster", .workspace(path: "c.yaml"))
    _ = model.perform(.feature(.catalogs))
    _ = model.receive(.catalogs(.listed([source])))
    _ = model.receive(.catalogs(.opened(catalog)))
    _ = model.perform(.list(.close))
    _ = model.receive(
      .composer(.loaded(EndpointForm(found, in: catalog).draft(), name: "one")))
    model.composer.show(.form)
    return model
  }

  private func add(to label: String, _ model: inout AppModel) throws {
    let row = try #require(model.composer.form?.rows.first { $0.label == label })
    model.composer.select(.form(row.id))
    _ = model.perform(.composer(.addRow))
  }

  @Test func `an object that is added to a list opens its fields, not its JSON`() throws {
    var model = try opened()
    try add(to: "containers", &model)
    guard case .form(let id) = model.composer.cursor else {
      Issue.record("The cursor left the form.")
      return
    }
    #expect(model.composer.form?.row(id)?.label == "image" && model.composer.isTyping)
    for letter in "nginx" { _ = model.perform(.insert(String(letter))) }
    _ = model.perform(.typing(.leave))
    guard case .json(let body) = model.composer.draft.body else { return }
    #expect(body.filter { !$0.isWhitespace }.contains(#""containers":[{"image":"nginx"}]"#))
  }

  @Test func `the shape of an element that is added is chosen from a list`() throws {
    var model = try opened()
    try add(to: "shapes", &model)
    #expect(!model.composer.isTyping)
    guard case .list = model.overlays.last else {
      Issue.record("No list is open.")
      return
    }
  }
}
