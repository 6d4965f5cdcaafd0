import ClientCatalogs
import Foundation
import TestSupport
import Testing

@testable import ClientWorkspace

@Suite struct WorkspaceCatalogsTests {
  private let folder: TestSupport.TemporaryFolder
  private let workspace: Workspace

  init() throws {
    folder = try TestSupport.TemporaryFolder()
    try folder.write("work/weir.yaml", "")
    try folder.write("from/p.yaml", "{type: string}\n")
    try folder.write(
      "from/shop.yaml",
      "openapi: 3.0.3\ninfo: {title: T}\npaths: {}\ncomponents: {schemas: {A: {$ref: './p.yaml'}}}\n"
    )
    workspace = try Workspace.open(folder.path("work"))
  }

  @Test func `an imported catalog is found by itself, its parts are not`() throws {
    let new = try CatalogImport.read(folder.path("from/shop.yaml"))
    #expect(try workspace.add(new) == ["catalogs/shop.yaml", "catalogs/p.yaml"])
    let catalogs = workspace.catalogs(cache: folder.path("cache"))
    let file = try #require(try catalogs.files().first)
    #expect(try catalogs.files() == [CatalogFile(name: "shop", path: "catalogs/shop.yaml")])
    #expect(try catalogs.open(file).problems == [])
  }

  @Test func `nothing is written over, and a part that is there already is shared`() throws {
    let new = try CatalogImport.read(folder.path("from/shop.yaml"))
    _ = try workspace.add(new)
    let again = #expect(throws: WorkspaceProblem.self) { try workspace.add(new) }
    #expect(again?.kind == .exists)
    let other = try CatalogImport.read(folder.path("from/shop.yaml"), as: "other")
    #expect(try workspace.add(other) == ["catalogs/other.yaml"])
    try folder.write("from/p.yaml", "{type: integer}\n")
    let third = try CatalogImport.read(folder.path("from/shop.yaml"), as: "third")
    let taken = #expect(throws: WorkspaceProblem.self) { try workspace.add(third) }
    #expect(taken?.what == "catalogs/p.yaml was not written.")
    #expect(!FileManager.default.fileExists(atPath: folder.path("work/catalogs/third.yaml")))
  }
}
