import ClientModel
import Testing

@testable import ClientCatalogs

@Suite struct BundledReadingTests {
  @Test(arguments: BundledCatalogs.names)
  func `a bundled catalog has no problem`(name: String) throws {
    let text = try #require(BundledCatalogs.text(of: name))
    let catalog = try Catalog.read(text: text, name: name)
    #expect(catalog.problems == [])
    #expect(!catalog.groups.isEmpty)
    #expect(catalog.outcome != nil)
  }

  @Test func `the jobs of Haven are read from its document`() throws {
    let text = try #require(BundledCatalogs.text(of: "haven"))
    let catalog = try Catalog.read(text: text, name: "haven")
    let endpoints = catalog.groups.flatMap(\.endpoints)
    let speech = try #require(endpoints.first { $0.path.contains("recognizespeech") })
    let rule = try #require(speech.rules.remote)
    #expect(rule.status == [.template("/1/job/status/{id}", id: "/jobID")])
    #expect(rule.words["in progress"] == .running)
  }

  @Test func `the filters of Oxford's paths are typed`() throws {
    let text = try #require(BundledCatalogs.text(of: "oxford-v1"))
    let catalog = try Catalog.read(text: text, name: "oxford-v1")
    let filtered = try #require(
      catalog.groups.flatMap(\.endpoints).first { $0.rules.pathFilters != nil })
    let filters = try #require(filtered.rules.pathFilters)
    #expect(filters.filters.contains { $0.name == "domains" })
    #expect(!filtered.rules.projections.isEmpty)
  }
}
