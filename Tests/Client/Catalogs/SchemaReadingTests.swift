import ClientModel
import Testing

@testable import ClientCatalogs

@Suite struct SchemaReadingTests {
  @Test func `allOf is joined: the tightest bounds, all properties, the common choices`() throws {
    let catalog = try Document.open("all-of.yaml")
    #expect(
      try catalog.body(of: "addDog")
        == "object(id! integer, name! text 1...20 ~^[A-Z], "
        + #"breed text? of "poodle"/"pug"/"1"/"true"/"null", size integer 10.0...50.0)"#)
    let dog = try #require(catalog.endpoint("addDog")?.bodies[0].schema)
    #expect(catalog.schema(dog).summary == "A dog")
    guard case .object(let properties, nil) = catalog.schema(dog).kind else {
      Issue.record("no closed object")
      return
    }
    #expect(catalog.schema(properties[0].schema).isReadOnly)
    #expect(catalog.schema(properties[2].schema).summary == "Its breed")
  }

  @Test func `oneOf is a choice, and each alternative has what stands beside it`() throws {
    let catalog = try Document.open("one-of-discriminator.yaml")
    #expect(
      try catalog.body(of: "putShape")
        == "one(object(kind! text, radius! number 0.0<...) | object(kind! text, side! number))")
    #expect(
      try catalog.body(of: "addShape")
        == "one(object(file! text, url text, name! text) | object(file text, url! text, name! text))"
    )
  }

  @Test func `lists of types, const and null are read as 3.1 has them`() throws {
    let catalog = try Document.open("type-lists.yaml")
    let expected = [
      "maybe text:date?", "either one(integer | text)", "number number", "nothing null?",
      "fixed any of 7", "choice any? of \"a\"/2/true", "pair list(text)", "tuple list(any)",
      "bytes binary:base64", "raw binary", "always any", "map object(* integer)",
      "typeless text 3...",
    ]
    #expect(
      try catalog.body(of: "t") == "object(\(expected.joined(separator: ", ")))")
  }

  @Test func `bounds of both versions, and a choice with null`() throws {
    let catalog = try Document.open("plain-31.json")
    let forecast = try #require(catalog.endpoint("forecast"))
    #expect(
      forecast.parameters.map { catalog.words($0.schema) } == [
        "text", "integer? 0.0<...<15.0", "any of \"metric\"", "one(integer | text)",
      ])
    #expect(catalog.schema(forecast.parameters[0].schema).example == "\"Oslo\"")
  }

  @Test(arguments: [
    ("{type: integer, minimum: 10, exclusiveMinimum: 5}", "integer 10.0..."),
    ("{type: integer, minimum: 5, exclusiveMinimum: 5}", "integer 5.0<..."),
    ("{type: number, maximum: 5, exclusiveMaximum: true}", "number ...<5.0"),
    ("{allOf: [{type: number, exclusiveMaximum: 5}, {maximum: 5}]}", "number ...<5.0"),
    ("{allOf: [{type: string, minLength: 2}, {minLength: 1, maxLength: 9}]}", "text 2...9"),
    ("{type: string, minimum: 3}", "text"),
  ])
  func `of several bounds the tightest counts, and none of another kind`(
    schema: String, words: String
  ) throws {
    let catalog = try Catalog.read(
      text: """
        openapi: 3.1.0
        info: {title: T, version: '1'}
        paths:
          /a: {post: {operationId: a, requestBody: {content: {application/json: {schema: \(schema)}}}}}
        """, name: "t")
    #expect(try catalog.body(of: "a") == words)
  }

  @Test func `a schema that holds itself in every way is read once`() throws {
    let catalog = try Document.open("recursive.yaml")
    #expect(
      try catalog.body(of: "plant", depth: 1)
        == "object(left object(left …, right …, leaves …, others …), "
        + "right object(left …, right …, leaves …, others …), leaves list(…), others object(* …))")
    let tree = try #require(catalog.endpoint("plant")?.bodies[0].schema)
    guard case .object(let properties, _) = catalog.schema(tree).kind else {
      Issue.record("no object")
      return
    }
    #expect(properties[0].schema == tree)
    #expect(catalog.schema(properties[1].schema).summary == "The other side")
    guard case .list(let leaf) = catalog.schema(properties[2].schema).kind,
      case .oneOf(let kinds) = catalog.schema(leaf).kind
    else {
      Issue.record("no list of alternatives")
      return
    }
    #expect(kinds[1] == tree)
    #expect(catalog.schema(kinds[2]).kind == .list(of: leaf))
  }

  @Test func `pointers with escapes, through lists and through references`() throws {
    let catalog = try Document.open("pointers.yaml")
    let endpoint = try #require(catalog.endpoint("a"))
    #expect(
      endpoint.parameters.map { catalog.words($0.schema) } == [
        "integer ...9.0", "integer ...9.0", "truth", "truth",
      ])
    #expect(endpoint.responses[0].text == "By number")
  }

  @Test func `an anchor of 3.1 may be referred to, with words beside it`() throws {
    let catalog = try Document.open("anchor-refs.yaml")
    let node = try #require(catalog.endpoint("n")?.bodies[0].schema)
    guard case .object(let properties, _) = catalog.schema(node).kind else {
      Issue.record("no object")
      return
    }
    #expect(catalog.schema(properties[0].schema).summary == "The next one")
    #expect(catalog.schema(properties[0].schema).isDeprecated)
    #expect(!catalog.schema(node).isDeprecated)
  }

  @Test func `defaults and examples are JSON, of a text they are texts`() throws {
    let catalog = try Document.open("defaults-examples.yaml")
    let parameters = try #require(catalog.endpoint("e")).parameters
    #expect(parameters.map(\.example) == ["shown", "[1,2]", nil, nil, nil, "here"])
    let schemas = parameters.map { catalog.schema($0.schema) }
    #expect(
      schemas.map(\.defaultValue) == [
        "\"x\"", nil, "\"2020-01-01\"", "0.5", #"{"a":[true,null,"x\"y"]}"#, nil,
      ])
    #expect(schemas[2].choices == ["\"2020-01-01\"", "\"yes\"", "\"1.0\"", "\"0x10\""])
    #expect(schemas[2].isNullable)
    #expect(schemas[3].example == "1e3")
    #expect(schemas[3].bounds.multipleOf == 0.25)
  }

  @Test func `texts of FastAPI that may be null are texts that may be null`() throws {
    let catalog = try Document.open("fastapi-like.json")
    let read = try #require(catalog.endpoint("read_item_items__item_id__get"))
    #expect(read.parameters.map { catalog.words($0.schema) } == ["integer", "text?", "list(text)"])
    #expect(catalog.schema(read.parameters[1].schema).title == "Q")
    #expect(try catalog.body(of: "upload_upload_post") == "object(file! binary:binary)")
  }
}
