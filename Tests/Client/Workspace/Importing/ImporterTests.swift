import ClientPipeline
import Testing

@testable import ClientWorkspace

/// What is imported, as values: no terminal, no session.
@Suite struct ImporterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func input(_ text: String, _ path: String = "-", as name: String? = nil) -> ImportInput {
    ImportInput(path, as: name) { text }
  }

  private func requests(_ imported: Imported) -> [ImportedRequest] {
    imported.items.compactMap { if case .request(let request) = $0 { request } else { nil } }
  }

  private func remarks(_ imported: Imported) -> [ImportRemark] {
    imported.items.compactMap { if case .remark(let remark) = $0 { remark } else { nil } }
  }

  @Test func `each format has a name of its own and says what it reads`() {
    let formats = Importers.all.map { $0.format }
    #expect(Set(formats.map(\.name)).count == formats.count)
    for format in formats {
      #expect(format.examples.first?.hasPrefix("weir import \(format.name) ") == true)
      #expect(!format.title.isEmpty && !format.sentence.isEmpty && !format.discussion.isEmpty)
    }
  }

  @Test(arguments: [
    ("curl https://a.example", "curl"), ("  $ curl -X PUT https://a.example", "curl"),
    ("# An API.\nopenapi: 3.0.3\npaths: {}", "openapi"), ("{\"openapi\": \"3.1.0\"}", "openapi"),
    ("wget https://a.example", nil), ("", nil),
    (#"{"info": {"title": "T"}, "openapi": "3.1.0"}"#, "openapi"),
    (#"{"a": ["}", {"x": "\"]"}], "swagger":"2.0"}"#, "openapi"),
    ("{info: {title: 'T, U'}, openapi: 3.0.3}", "openapi"),
    (#"{"info": {"openapi": "3.1.0"}}"#, nil), (#"{"info": "openapi"}"#, nil),
    (#"{"item": [{"request": {"openapi": "3"}}], "openapis": 1}"#, nil),
    ("\u{FEFF}{\"paths\": {}, \"openapi\": \"3.0.0\"}", "openapi"),
    ("%YAML 1.2\n---\ninfo:\n  title: T\n  openapi: no\n'openapi' : 3.0.0\n", "openapi"),
    ("info:\n  openapi: 3.0.0\n", nil), ("openapis: 3\n", nil), ("[\"openapi\"]", nil),
  ])
  func `a text is recognised by how it begins, a document by its keys`(text: String, name: String?)
  {
    #expect(Importers.format(of: text)?.name == name)
  }

  @Test func `the version of a document may come after a megabyte`() {
    let paths = (0..<20_000).map { "\"/p\($0)\": {\"get\": {\"openapi\": \"{\"}}" }
    let json = "{\"paths\": {" + paths.joined(separator: ",\n") + "}, \"openapi\": \"3.1.0\"}"
    #expect(json.utf8.count > 500_000 && Importers.format(of: json)?.name == "openapi")
    let yaml = "paths:\n" + (0..<20_000).map { "  /p\($0): {}\n" }.joined() + "openapi: 3.1.0\n"
    #expect(Importers.format(of: yaml)?.name == "openapi")
  }

  @Test func `a request is found for each curl command, with its place and a number`() throws {
    let imported = try CurlImporter.items(
      of: input("curl https://a.example/1\ncurl https://a.example/2\n"))
    #expect(imported.isComplete)
    #expect(requests(imported).map(\.name) == ["imported/curl-1", "imported/curl-2"])
    #expect(requests(imported).map(\.place) == ["Command 1", "Command 2"])
    #expect(requests(imported).map(\.draft.url) == ["https://a.example/1", "https://a.example/2"])
  }

  @Test func `a name that is given has numbers only when several requests take it`() throws {
    let one = try CurlImporter.items(of: input("curl https://a.example", as: "users/list"))
    #expect(requests(one).map(\.name) == ["users/list"])
    let two = try CurlImporter.items(of: input("curl https://a.example/{1,2}", as: "users/list"))
    #expect(requests(two).map(\.name) == ["users/list-1", "users/list-2"])
  }

  @Test func `what a command lacks is reported once, before its requests`() throws {
    let imported = try CurlImporter.items(of: input("curl -o x https://a.example/{1,2}"))
    #expect(remarks(imported).map(\.place) == ["Command 1"])
    #expect(remarks(imported)[0].text.hasPrefix("-o x is not used. "))
    guard case .remark = imported.items.first else { return #expect(Bool(false)) }
    #expect(requests(imported).allSatisfy { $0.fidelity == .same })
  }

  @Test func `a command that cannot be read is reported in its place, and takes a number`() throws {
    let imported = try CurlImporter.items(
      of: input(
        "curl 'https://a.example\n'\ncurl --nonsense https://b.example\ncurl https://c.example"))
    #expect(!imported.isComplete)
    #expect(remarks(imported).contains { $0.place == "Command 2" && !$0.whatToDo.isEmpty })
    #expect(requests(imported).last?.name == "imported/curl-3")
  }

  @Test func `a request that is another one without what it lacks says so`() throws {
    let imported = try CurlImporter.items(of: input("HTTPS_PROXY=x curl https://a.example"))
    #expect(requests(imported).map(\.fidelity) == [.changed])
  }

  @Test func `a text without a curl command is refused, and another format is named`() {
    let empty = #expect(throws: ImportProblem.self) {
      try CurlImporter.items(of: input("echo nothing"))
    }
    #expect(empty?.why == "The input contains no curl command.")
    #expect(empty?.whatToDo == "Put each curl command at the beginning of a line.")
    let other = #expect(throws: ImportProblem.self) {
      try CurlImporter.items(of: input("openapi: 3.0.3\n", "shop.yaml"))
    }
    #expect(other?.whatToDo.contains("`weir import openapi shop.yaml`") == true)
  }

  private func document(_ paths: String) throws -> ImportInput {
    let text = "openapi: 3.0.3\ninfo: {title: Shop, version: '1'}\npaths:\n\(paths)"
    try folder.write(text, to: "shop.yaml")
    return ImportInput(folder.path + "/shop.yaml") { text }
  }

  @Test func `a document becomes a catalog, with a report on what is missing`() throws {
    let complete = try OpenAPIImporter.items(of: try document("  /a: {get: {summary: A}}\n"))
    #expect(complete.isComplete && remarks(complete).isEmpty)
    guard case .catalog(let catalog) = complete.items.first else { return #expect(Bool(false)) }
    #expect(catalog.catalog.title == "Shop" && catalog.files.map(\.path) == ["shop.yaml"])
    let part = try OpenAPIImporter.items(
      of: try document("  /a: {get: {$ref: ops/a.yaml}}\n  /b: {get: {}}\n"))
    #expect(!part.isComplete)
    #expect(remarks(part).contains { $0.text == "1 endpoint could not be read and is missing." })
    #expect(remarks(part).contains { $0.place.contains("shop.yaml:4") })
    #expect(remarks(part).last?.text.hasSuffix("gives only the path: GET /b.") == true)
  }

  @Test func `a document without endpoints is refused with what was wrong in it`() throws {
    let problem = #expect(throws: ImportProblem.self) {
      try OpenAPIImporter.items(of: try document("  /a: {get: {$ref: ops/a.yaml}}\n"))
    }
    #expect(problem?.why == "None of its endpoints could be read.")
    #expect(problem?.remarks.isEmpty == false)
    let missing = #expect(throws: ImportProblem.self) {
      try OpenAPIImporter.items(
        of: ImportInput("/nowhere/shop.yaml") { () throws(ImportProblem) in
          throw ImportProblem(what: "Unreadable.", why: "", whatToDo: "")
        })
    }
    #expect(missing?.what != "Unreadable.")
  }
}
