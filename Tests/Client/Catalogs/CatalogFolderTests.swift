import ClientModel
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ClientCatalogs

@Suite struct CatalogFolderTests {
  private let folder: TemporaryFolder
  private let catalogs: CatalogFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("work/catalogs/.keep", "")
    catalogs = CatalogFolder(workspace: folder.path("work"))
  }

  private static func document(reference: String) -> String {
    """
    openapi: 3.0.3
    info: {title: T, version: '1'}
    paths:
      /a:
        get:
          operationId: a
          parameters:
            - {name: q, in: query, schema: {$ref: '\(reference)'}}
          responses: {}
    """
  }

  private func open(_ name: String) throws -> Catalog {
    try catalogs.open(CatalogFile(name: name, path: "catalogs/\(name).yaml"))
  }

  @Test func `documents are listed by name, parts of others are not`() throws {
    try folder.write("work/catalogs/shop.yaml", Self.document(reference: "x"))
    try folder.write("work/catalogs/shop.json", #"{"openapi": "3.1.0"}"#)
    try folder.write("work/catalogs/old.yml", "swagger: '2.0'")
    try folder.write("work/catalogs/common.yaml", "components: {}")
    try folder.write("work/catalogs/.hidden.yaml", "openapi: 3.0.0")
    try folder.write("work/catalogs/README.md", "openapi")
    #expect(
      try catalogs.files() == [
        CatalogFile(name: "old", path: "catalogs/old.yml"),
        CatalogFile(name: "shop", path: "catalogs/shop.json"),
        CatalogFile(name: "shop.yaml", path: "catalogs/shop.yaml"),
      ])
  }

  @Test func `a workspace without the folder has no catalogs`() throws {
    #expect(try CatalogFolder(workspace: folder.path("none")).files() == [])
  }

  @Test func `schemas of files beside the document are read`() throws {
    try folder.write(
      "work/catalogs/a.yaml", Self.document(reference: "./parts/common.yaml#/schemas/Q%20a~1b"))
    try folder.write(
      "work/catalogs/parts/common.yaml",
      "schemas: {Q a/b: {$ref: '../more.json#/Q'}}")
    try folder.write("work/catalogs/more.json", #"{"Q": {"type": "integer", "minimum": 3}}"#)
    let catalog = try open("a")
    #expect(catalog.problems == [])
    let schema = catalog.schema(try #require(catalog.endpoint("a")).parameters[0].schema)
    #expect(schema.kind == .integer)
    #expect(schema.bounds.minimum == 3)
  }

  @Test(arguments: [
    ("https://example.com/a.yaml#/X", "It is a URL, and Weir fetches nothing"),
    ("//example.com/a.yaml", "It is a URL, and Weir fetches nothing"),
    ("file:///etc/passwd", "It is a URL, and Weir fetches nothing"),
    ("/etc/passwd", "It is an absolute path."),
    ("../../secret.yaml#/X", "It leads outside the workspace."),
    ("..%2f..%2fsecret.yaml#/X", "It leads outside the workspace."),
    ("./link.yaml#/X", "It leads outside the workspace."),
    ("./none.yaml#/X", "There is no file `catalogs/none.yaml`."),
    ("./folder#/X", "It is not a regular file."),
    ("./bad.yaml#/X", "It is not valid YAML"),
    ("./binary.yaml#/X", "It is not UTF-8 text."),
  ])
  func `a reference that leads elsewhere is a problem with its place`(
    reference: String, why: String
  ) throws {
    try folder.write("secret.yaml", "X: {type: integer}")
    try folder.write("work/catalogs/bad.yaml", "a: [")
    try folder.write("work/catalogs/binary.yaml", [0x61, 0xFF, 0xFE])
    try folder.write("work/catalogs/folder/x.yaml", "a: b")
    #expect(symlink(folder.path("secret.yaml"), folder.path("work/catalogs/link.yaml")) == 0)
    try folder.write("work/catalogs/a.yaml", Self.document(reference: reference))
    let catalog = try open("a")
    try #require(catalog.problems.count == 1)
    #expect(catalog.problems[0].place == "catalogs/a.yaml:8:47")
    #expect(catalog.problems[0].why.hasPrefix(why), "\(catalog.problems[0])")
    #expect(!catalog.problems[0].whatToDo.isEmpty)
    let schema = catalog.schema(try #require(catalog.endpoint("a")).parameters[0].schema)
    #expect(schema.kind == .any)
  }

  @Test func `a link within the workspace is followed`() throws {
    try folder.write("work/shared/x.yaml", "X: {type: boolean}")
    try folder.write("work/catalogs/a.yaml", Self.document(reference: "./link.yaml#/X"))
    #expect(symlink("../shared/x.yaml", folder.path("work/catalogs/link.yaml")) == 0)
    #expect(try open("a").problems == [])
  }

  @Test func `a file that is too large is refused with its size`() throws {
    try folder.write("work/catalogs/a.yaml", "")
    #expect(truncate(folder.path("work/catalogs/a.yaml"), 65_000_000) == 0)
    let failure = #expect(throws: CatalogFailure.self) { try open("a") }
    guard case .refused(let problem) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(problem.place == "catalogs/a.yaml:1:1")
    #expect(problem.why == "It has 65 MB; at most 64 MB can be read.")
  }

  @Test func `reading reports its progress and ends when its task is cancelled`() async throws {
    try folder.write("work/catalogs/a.yaml", Self.large(title: "T"))
    let catalogs = catalogs
    let task = Task { () -> (Int, CatalogFailure?) in
      var calls = 0
      do throws(CatalogFailure) {
        _ = try catalogs.open(CatalogFile(name: "a", path: "catalogs/a.yaml")) { progress in
          calls += 1
          #expect(progress.file == "catalogs/a.yaml")
          #expect(progress.done <= progress.total)
          withUnsafeCurrentTask { $0?.cancel() }
        }
        return (calls, nil)
      } catch { return (calls, error) }
    }
    let (calls, failure) = await task.value
    #expect(calls == 1)
    #expect(failure == .cancelled)
  }

  /// About 210 kB of YAML.
  static func large(title: String) -> String {
    let schemas = (0..<3500).map {
      "    S\($0): {type: object, properties: {a: {type: string}}}\n"
    }
    return "openapi: 3.0.3\ninfo: {title: \(title), version: '1'}\npaths: {}\ncomponents:\n"
      + "  schemas:\n" + schemas.joined()
  }
}
