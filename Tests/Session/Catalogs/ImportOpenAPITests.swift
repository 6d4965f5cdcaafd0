import TestSupport
import TestTraits
import Testing

/// What an import says of what it read, and how it ends.
@Suite(.usesSystem) struct ImportOpenAPITests {
  let home: WeirHome

  init() throws {
    home = try WeirHome()
    try home.folder.write("work/weir.yaml", "name: Shop\n")
    #expect(try home.run("trust").code == 0)
  }

  private func document(_ paths: String) throws {
    try home.folder.write(
      "api/shop.yaml", "openapi: 3.0.3\ninfo: {title: Shop, version: '1'}\npaths:\n\(paths)")
  }

  private func imported() throws -> WeirHome.Finished {
    try home.run("import", "openapi", home.folder.path("api/shop.yaml"))
  }

  @Test func `operations in files of their own come with their files`() throws {
    try document("  /a: {get: {$ref: ops/a.yaml}}\n  /b: {get: {$ref: ops/b.yaml}}\n")
    try home.folder.write("api/ops/a.yaml", "{operationId: a, summary: A, responses: {}}")
    try home.folder.write("api/ops/b.yaml", "{operationId: b, summary: B, responses: {}}")
    let done = try imported()
    #expect(done.code == 0 && done.errorOutput.isEmpty, "\(done.errorOutput)")
    #expect(done.output.contains("Shop, 2 endpoints."))
    #expect(try home.run("catalog", "shop").output.contains("a  GET  A"))
  }

  @Test func `an endpoint that cannot be read is reported, and the exit code is 2`() throws {
    try document("  /a: {get: {$ref: ops/a.yaml}}\n  /b: {get: {summary: B}}\n")
    let done = try imported()
    #expect(done.code == 2)
    #expect(done.output.contains("Shop, 1 endpoint."))
    #expect(done.errorOutput.contains("1 endpoint could not be read and is missing."))
    #expect(done.errorOutput.contains("shop.yaml:4:20: `ops/a.yaml` is left out."))
    #expect(done.errorOutput.contains("GET /a is left out."), "\(done.errorOutput)")
  }

  @Test func `endpoints without a description are reported`() throws {
    try document("  /a: {get: {}}\n  /b: {get: {summary: B}}\n")
    let done = try imported()
    #expect(done.code == 0)
    #expect(
      done.errorOutput.contains(
        "For 1 of 2 endpoints, the document gives only the path: GET /a"))
  }

  @Test(arguments: [
    ("  /a: {get: {$ref: ops/a.yaml}}\n", "None of its endpoints could be read."),
    ("  {}\n", "It describes no endpoint."),
  ])
  func `a document without endpoints is not imported`(paths: String, why: String) throws {
    try document(paths)
    let refused = try imported()
    #expect(refused.code == 2)
    #expect(refused.errorOutput.contains(why), "\(refused.errorOutput)")
    #expect(!(try home.run("catalog").lines.contains { $0.hasPrefix("shop") }))
  }

  @Test func `a Swagger 2 document is refused with the way to convert it`() throws {
    try home.folder.write("api/shop.yaml", "swagger: '2.0'\npaths: {}\n")
    let refused = try imported()
    #expect(refused.code == 2)
    #expect(refused.errorOutput.contains("npx swagger2openapi FILE -o NEW"))
  }
}
