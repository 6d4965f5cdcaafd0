import Foundation
import TestSupport

/// API descriptions of ten megabytes opened by `weir catalog`: as JSON, as YAML, and the YAML once more
/// from what was stored of it.
enum OpeningRow {
  static func measure(_ scale: Scale) throws -> [BenchRow] {
    let size = scale(10_000_000, small: 200_000)
    let home = try WeirHome()
    let workspace = home.folder.path("work")
    try home.folder.write("work/weir.yaml", "name: Large\n")
    try home.folder.write(
      "work/catalogs/asjson.json", document(Self.json, size, head: jsonHead, "}}"))
    try home.folder.write(
      "work/catalogs/asyaml.yaml", document(Self.yaml, size, head: yamlHead, ""))
    func open(_ name: String) throws -> Double {
      let run = try Measured.run(
        home.command(["catalog", "\(name)#get7", "--workspace", workspace]),
        environment: home.environment())
      guard run.status == 0 else {
        throw RigError("The catalog \(name) was not opened.", why: "The status is \(run.status).")
      }
      return run.seconds
    }
    // The cache is in the home of this run: the first opening of each run is a first one.
    let json = try open("asjson")
    let first = try open("asyaml")
    let again = try [open("asyaml"), open("asyaml"), open("asyaml")].median
    let shown = try home.run("catalog", "asjson#get7", "--workspace", workspace)
    try Evidence.require(
      shown.output.contains("Reads thing 7"), "Opening a catalog", why: shown.output)
    return [
      BenchRow(
        "10 MB of OpenAPI as JSON, opened", json.milliseconds, bar: "< 2 s",
        verdict: json < 2 ? .held : .missed),
      BenchRow(
        "10 MB of OpenAPI as YAML, the first time", first.milliseconds, bar: "< 8 s",
        verdict: first < 8 ? .held : .missed),
      BenchRow(
        "the same again", again.milliseconds, bar: "< 300 ms",
        verdict: again < 0.3 ? .held : .missed),
    ]
  }

  private static func document(
    _ operation: (Int) -> String, _ size: Int, head: String, _ tail: String
  ) -> String {
    var text = head
    var number = 0
    while text.utf8.count < size {
      number += 1
      text += operation(number)
    }
    return text + tail
  }

  private static let jsonHead = """
    {"openapi": "3.0.3", "info": {"title": "Large", "version": "1"},
    "servers": [{"url": "https://api.example"}],
    "components": {"schemas": {"Thing": {"type": "object", "properties": {"id": {"type": "integer"}}}}},
    "paths": {"/none": {}
    """

  private static func json(_ number: Int) -> String {
    """
    , "/things\(number)/{id}": {"get": {
      "operationId": "get\(number)", "tags": ["t\(number % 40)"], "summary": "Reads thing \(number)",
      "description": "What is asked for comes back as it was when it was last changed.",
      "parameters": [
        {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
        {"name": "limit", "in": "query", "description": "How many of them come back at once.",
         "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20}},
        {"name": "order", "in": "query", "schema": {"type": "string", "enum": ["up", "down"]}}],
      "responses": {"200": {"description": "It is there.", "content": {"application/json": {
        "schema": {"$ref": "#/components/schemas/Thing"},
        "example": {"id": \(number), "names": ["one", "two", "three"], "url": "https://a.example/\(number)"}}}},
        "404": {"description": "There is none."}}}}

    """
  }

  private static let yamlHead = """
    openapi: 3.0.3
    info: {title: Large, version: "1"}
    servers: [{url: https://api.example}]
    components:
      schemas:
        Thing: {type: object, properties: {id: {type: integer}}}
    paths:

    """

  private static func yaml(_ number: Int) -> String {
    """
      /things\(number)/{id}:
        get:
          operationId: get\(number)
          tags: [t\(number % 40)]
          summary: Reads thing \(number)
          description: What is asked for comes back as it was when it was last changed.
          parameters:
            - {name: id, in: path, required: true, schema: {type: string}}
            - name: limit
              in: query
              description: How many of them come back at once.
              schema: {type: integer, minimum: 1, maximum: 100, default: 20}
            - name: order
              in: query
              schema:
                type: string
                enum: [up, down]
          responses:
            "200":
              description: It is there.
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/Thing"}
                  example:
                    id: \(number)
                    names: [one, two, three]
                    url: https://a.example/\(number)
            "404":
              description: There is none.

    """
  }
}
