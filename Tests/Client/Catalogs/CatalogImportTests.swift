import TestSupport
import Testing

@testable import ClientCatalogs

@Suite struct CatalogImportTests {
  @Test func `a document comes with the files it refers to, and no others`() throws {
    let path = Document.folder.path + "/Documents/multi-file.yaml"
    let new = try CatalogImport.read(path)
    #expect(
      new.files.map(\.path) == [
        "multi-file.yaml", "parts/paths.yaml", "parts/user-path.json", "parts/common.yaml",
      ])
    #expect(new.files[0].text == (try Document.text("multi-file.yaml")))
    #expect(new.catalog.name == "multi-file")
    #expect(new.catalog.problems == [])
  }

  @Test func `a document may be called otherwise, unless it is referred to by its name`() throws {
    let folder = Document.folder.path + "/Documents"
    let new = try CatalogImport.read(folder + "/plain-30.yaml", as: "library")
    #expect(new.files.map(\.path) == ["library.yaml"])
    #expect(new.catalog.name == "library")
    let failure = #expect(throws: CatalogFailure.self) {
      try CatalogImport.read(folder + "/multi-file.yaml", as: "other")
    }
    guard case .refused(let problem) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(problem.why == "References use its file name, so it cannot be renamed to other.yaml.")
    #expect(throws: CatalogFailure.self) {
      try CatalogImport.read(folder + "/plain-30.yaml", as: "../up")
    }
  }

  @Test func `what lies outside the document's folder stays behind`() throws {
    let folder = try TemporaryFolder()
    try folder.write("up.yaml", "X: {type: string}")
    try folder.write(
      "api/spec.txt",
      """
      {"openapi": "3.0.3", "info": {"title": "T"}, "paths": {},
       "components": {"schemas": {"A": {"$ref": "../up.yaml#/X"}}}}
      """)
    let new = try CatalogImport.read(folder.path("api/spec.txt"))
    #expect(new.files.map(\.path) == ["spec.txt.json"])
    #expect(new.catalog.problems.map(\.place) == ["spec.txt:2:43"])
  }
}
