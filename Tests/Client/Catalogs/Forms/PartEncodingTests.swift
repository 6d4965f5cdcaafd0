import ClientModel
import ClientPipeline
import Testing

@testable import ClientCatalogs

/// Parts whose `encoding` names a media type of their own.
struct PartEncodingTests {
  private func form(_ type: String, encoding: String) throws -> EndpointForm {
    let catalog = try Catalog.read(
      text: """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        servers: [{url: 'https://api.example.com/v1'}]
        paths:
          /p:
            post:
              operationId: p
              responses: {}
              requestBody:
                content:
                  \(type):
                    schema:
                      type: object
                      properties:
                        range:
                          type: object
                          properties:
                            min: {type: integer}
                            max: {type: integer}
                            note: {type: string}
                            tags: {type: array, items: {type: string}}
                    encoding: {range: {contentType: \(encoding)}}
        """, name: "parts")
    var form = EndpointForm(try #require(catalog.endpoint("p")), in: catalog)
    do throws(EndpointForm.Refusal) {
      try form.give(
        .json(#"{"min": 1, "max": 2, "note": "a&b =", "tags": ["x", "y"]}"#), to: "range")
    } catch {
      // Of a type that Weir does not write, only the user knows the text.
    }
    return form
  }

  @Test func `a part that is a form is written as one`() throws {
    let form = try form("multipart/form-data", encoding: "application/x-www-form-urlencoded")
    let part = DraftPart(
      name: "range", value: "min=1&max=2&note=a%26b%20%3D&tags=x&tags=y",
      mediaType: "application/x-www-form-urlencoded")
    #expect(form.draft().body == .multipart([part]))
    #expect(form.problems == [])
    let again = EndpointForm(reading: form.draft(), form.endpoint, in: form.catalog)
    #expect(again.rows.allSatisfy { $0.section != .unmapped })
    #expect(again.normalDraft().body == form.draft().body)
  }

  @Test func `a field of a form that is a form itself is written as one`() throws {
    let form = try form(
      "application/x-www-form-urlencoded", encoding: "application/x-www-form-urlencoded")
    #expect(
      form.draft().body
        == .form([DraftField("range", "min=1&max=2&note=a%26b%20%3D&tags=x&tags=y")]))
    let again = EndpointForm(reading: form.draft(), form.endpoint, in: form.catalog)
    #expect(again.normalDraft().body == form.draft().body)
  }

  @Test(arguments: ["application/json", "application/vnd.api+json"])
  func `a part of JSON is JSON`(type: String) throws {
    let form = try form("multipart/form-data", encoding: type)
    guard case .multipart(let parts) = form.draft().body else { return }
    #expect(parts.map(\.mediaType) == [type])
    #expect(FormValue(json: parts[0].value) != nil)
  }

  @Test(arguments: ["application/xml", "text/csv"])
  func `an object of a type that only its user can write is a text`(type: String) throws {
    var form = try form("multipart/form-data", encoding: type)
    form.clear(.body)
    form.set("<range/>", for: .body.property("range"))
    let part = DraftPart(name: "range", value: "<range/>", mediaType: type)
    #expect(form.draft().body == .multipart([part]))
    #expect(form.problems == [])
  }
}
