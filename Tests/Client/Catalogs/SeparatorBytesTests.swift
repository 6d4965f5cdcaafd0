import ClientModel
import ClientYAML
import Foundation
import TestSupport
import Testing

@testable import ClientCatalogs

/// A separator followed by a combining mark is one `Character` for Swift. Each parser must still find the
/// separator.
struct SeparatorBytesTests {
  private static let mark = "\u{301}"

  @Test(arguments: ["a+", "(a|b)", "[ab]", "a{1,2}"])
  func `a pattern's marks are seen`(pattern: String) {
    let sample = PatternSample.text("\(pattern)\(Self.mark)x", more: 0)
    #expect(sample.map { Array($0.utf8) } == Array("a\(Self.mark)x".utf8))
  }

  @Test(arguments: [
    ("\"/\(Self.mark)links\"", RemoteRule.Address.pointer("/\(Self.mark)links")),
    ("{template: \"/{id}\(Self.mark)\", id: /id}", .template("/{id}\(Self.mark)", id: "/id")),
  ])
  func `the address of a job is a pointer or a template`(
    text: String, address: RemoteRule.Address
  ) throws {
    let node = try YAMLDocument.parse("status: \(text)", file: "job.yaml")
    #expect(try RemoteRule.read(node).status == [address])
  }

  @Test func `a number of another base has only its digits`() {
    #expect(PlainScalar("0xff").number == "255")
    #expect(PlainScalar("0x\(Self.mark)ff").number == nil)
  }

  @Test func `text that begins as JSON does is measured as JSON`() {
    var sketch = CatalogSketch()
    let parameter = Parameter.sketch("q", .query, sketch.add(.any), isJSON: true)
    var form = sketch.form(.get, "/x", [parameter])
    form.set("{\(Self.mark)", for: .parameter(.query, "q"))
    #expect(form.problems.map(\.why) == ["It is not JSON."])
  }

  @Test func `the folder of the cache is made with its parents`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("deep/\(Self.mark)a/cache")
    let catalogs = CatalogFolder(
      workspace: folder.path(""), cache: CatalogCache(folder: path) { _ in "sum" })
    try folder.write(
      "catalogs/a.yaml",
      "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {}\nx-words: "
        + String(repeating: "words ", count: 35_000))
    _ = try catalogs.open(CatalogFile(name: "a", path: "catalogs/a.yaml"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 1)
  }
}
