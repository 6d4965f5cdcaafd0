import ClientModel
import Testing

@testable import ClientCatalogs

@Suite struct ParameterReadingTests {
  @Test func `each style is preserved, and its explode as the place has it by default`() throws {
    let parameters = try #require(Document.open("styles.yaml").endpoint("styles")).parameters
    let shown = parameters.map {
      "\($0.name) \($0.style.rawValue) \($0.explode)" + ($0.allowsReserved ? " reserved" : "")
        + ($0.isJSON ? " json" : "") + ($0.isRequired ? "!" : "")
    }
    #expect(
      shown == [
        "matrix matrix true!", "label label false!", "simple simple false!", "form form true",
        "packed form false", "spaces spaceDelimited false", "pipes pipeDelimited false",
        "filter deepObject true", "raw form true reserved", "json form true json",
      ])
    #expect(parameters.last?.example == #"{"a":1}"#)
  }

  @Test func `headers that HTTP sets by other means are left to it`() throws {
    let me = try #require(Document.open("cookies-headers.yaml").endpoint("me"))
    #expect(
      me.parameters.map { "\($0.place) \($0.name) \($0.style) \($0.explode)" } == [
        "cookie session form true", "cookie flags form false", "header X-Ids simple false",
        "header X-Map simple true",
      ])
  }

  @Test func `bodies come with JSON first, then forms, and with their encodings`() throws {
    let login = try #require(Document.open("form.yaml").endpoint("login"))
    #expect(
      login.bodies.map(\.mediaType) == [
        "application/json", "application/x-www-form-urlencoded", "text/plain",
      ])
    #expect(login.isBodyRequired)
    #expect(
      login.bodies[1].encodings == [
        "scopes": FieldEncoding(contentType: nil, style: .spaceDelimited, explode: false),
        "address": FieldEncoding(contentType: nil, style: .deepObject, explode: true),
      ])
    #expect(login.bodies[2].schema == nil)
  }

  @Test func `files of a form are binary, and so is a body without a schema`() throws {
    let catalog = try Document.open("multipart.yaml")
    let upload = try #require(catalog.endpoint("upload"))
    #expect(
      upload.bodies.map(\.mediaType) == [
        "multipart/form-data", "image/*", "application/octet-stream", "application/pdf; version=2",
      ])
    #expect(
      try catalog.body(of: "upload")
        == "object(photo binary:binary, more list(binary:binary), about object(title text))")
    #expect(upload.bodies[0].encodings["photo"]?.contentType == "image/png, image/jpeg")
    let rest = try upload.bodies.dropFirst().map { catalog.words(try #require($0.schema)) }
    #expect(rest == ["binary:binary", "binary", "binary"])
  }
}
