import ClientModel
import ClientWorkspace
import Foundation
import TestSupport
import Testing

@testable import weir

struct ImportSavingTests {
  @Test func `the remark about a secret names its place and its template`() {
    let draft = Draft(
      url: "https://a.example/", authorization: .basic(user: "ada", password: "hush"))
    #expect(
      draft.withSecretTemplates().secrets.map(\.remark) == [
        "The password was not saved, because others can read the file. The file has {{password}} instead."
      ])
  }

  private let document = """
    openapi: 3.0.3
    info: {title: Shop, version: "1"}
    paths:
      /books: {get: {operationId: books, responses: {"200": {description: OK}}}}

    """

  @Test func `a catalog of another workspace is copied unless the workspace has one`() throws {
    let folder = try TemporaryFolder()
    let folders = UserFolders { $0 == "HOME" ? folder.path("home") : nil }
    func context(_ name: String) throws -> RequestContext {
      _ = try folder.write("\(name)/weir.yaml", "name: \(name)\n")
      return RequestContext(try Workspace.open(folder.path(name)), in: folders)
    }
    _ = try folder.write("scratch/catalogs/shop.yaml", document)
    let (scratch, api) = (try context("scratch"), try context("api"))
    let saving = ImportSaving(context: api)
    func own() throws -> String {
      try String(contentsOfFile: folder.path("api/catalogs/shop.yaml"), encoding: .utf8)
    }
    try saving.copy(catalog: "shop", from: scratch)
    #expect(try own() == document)
    // The catalog of the workspace and bundled catalogs stay as they are.
    _ = try folder.write("api/catalogs/shop.yaml", document + "# Own.\n")
    try saving.copy(catalog: "shop", from: scratch)
    try saving.copy(catalog: "none", from: scratch)
    #expect(try own() == document + "# Own.\n")
  }
}
