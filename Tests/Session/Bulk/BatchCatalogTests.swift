import Foundation
import TestSupport
import TestTraits
import Testing

/// Batches through an endpoint of a catalog: each row is checked against it before anything is added.
@Suite(.serialized, .usesSystem(minutes: 5)) struct BatchCatalogTests {
  let server: RecorderServer
  let home: WeirHome

  init() throws {
    server = try RecorderServer()
    home = try .bookShop(
      at: server.url,
      """
      paths:
        /books/{id}:
          post:
            operationId: putBook
            parameters:
              - {name: id, in: path, required: true, schema: {type: string, pattern: '^[A-Z][0-9]+$'}}
              - {name: pages, in: query, required: true, schema: {type: integer, minimum: 1}}
              - {name: lang, in: header, schema: {type: string, enum: [de, nb]}}
            requestBody:
              required: true
              content:
                application/json:
                  schema:
                    type: object
                    required: [title]
                    properties:
                      title: {type: string}
                      price: {type: number}
                      day: {type: string, format: date}
                      tags: {type: array, items: {type: string, enum: [new, sale]}}
            responses: {"200": {description: It is there.}}
      """)
  }

  private static let words = [
    "id={{id}}", "pages={{pages}}", "lang={{lang}}", "title={{title}}", "price={{price}}",
    "day={{day}}", "tags={{tag}}",
  ]
  private static let header = "id,pages,lang,title,price,day,tag\n"

  private func add(_ rows: [String], _ words: [String] = words) throws -> WeirHome.Finished {
    try home.folder.write("work/rows.csv", Self.header + rows.joined(separator: "\n") + "\n")
    return try home.run(
      ["queue", "add", "--each", "rows.csv", "--endpoint", "shop#putBook"] + words)
  }

  @Test func `every row that the catalog does not allow is listed, and nothing is added`() throws {
    var rows = (1...50).map { "A\($0),\($0),de,Book \($0),1.5,2026-01-31,new" }
    rows[6] = "a7,7,de,Seven,1.5,2026-01-31,new"
    rows[19] = "A20,many,de,Twenty,1.5,2026-01-31,new"
    rows[49] = "A50,50,fr,,,2026-02-30,old"
    let refused = try add(rows)
    #expect(refused.code == 2 && refused.output.isEmpty)
    let lines = refused.errorOutput
    #expect(
      lines.hasPrefix(
        "Row 7 (line 8) of rows.csv does not make a valid request. 2 more rows are invalid."))
    for text in [
      "It does not match the pattern ^[A-Z][0-9]+$.", "Row 20 (line 21): `pages` cannot be sent.",
      "`many` is not a whole number.", "Row 50 (line 51):", "`fr` is not one of its values.",
      "`title` is missing.", "`2026-02-30` is not a date.", "`old` is not one of its values.",
    ] {
      #expect(lines.contains(text), "\(lines)")
    }
    #expect(try home.jobs().isEmpty)
  }

  @Test func `rows that the catalog allows are sent`() throws {
    let added = try add((1...3).map { "A\($0),\($0),nb,\"Book, \($0)\",\($0),2026-01-31,sale" })
    #expect(added.code == 0, "\(added.errorOutput)")
    #expect(try home.run("queue", "run", "--until-idle").code == 0)
    #expect(server.requests.map(\.target).sorted() == (1...3).map { "/books/A\($0)?pages=\($0)" })
  }

  @Test func `an empty number is a problem of its row, in JSON and in a saved request`() throws {
    let refused = try add(["A1,1,de,One,,2026-01-31,new", "A2,2,de,Two,2,2026-01-31,new"])
    #expect(refused.code == 2)
    #expect(refused.errorOutput.contains("Row 1 (line 2)"))
    #expect(refused.errorOutput.contains("{{price}} is empty"), "\(refused.errorOutput)")
    try home.folder.write(
      "work/requests/one.yaml",
      "method: POST\nurl: \(server.url)/x\nbody:\n  json: '{\"milestone\": {{n}}}'\n")
    #expect(try home.run("trust").code == 0)
    let run = try home.run("run", "one", "--var", "n=")
    #expect(run.code != 0 && run.errorOutput.contains("{{n}} is empty"), "\(run.errorOutput)")
    #expect(try home.run("run", "one", "--var", "n=3").code == 0)
    #expect(server.requests.count == 1)
  }
}
