import CatalogFixtures
import ClientCatalogs
import Testing

@testable import weir

struct ItemCandidateTests {
  private func form(_ endpoint: String) throws -> EndpointForm {
    let catalog = try ShopCatalog.catalog()
    return EndpointForm(try #require(catalog.endpoint(endpoint)), in: catalog)
  }

  private func values(
    _ prefix: String = "", after words: [String], form: EndpointForm? = nil
  ) -> [String] {
    ItemCandidates(form: form).candidates(for: prefix, after: words).map(\.value)
  }

  @Test func `a request begins with its method and ends with its headers`() {
    #expect(values(after: []).contains("POST"))
    #expect(values(after: ["post"]) == [], "the URL is the user's")
    #expect(values(after: ["POST", "api.example.com"]).contains("Content-Type:"))
    #expect(values(after: ["api.example.com"]).contains("Content-Type:"))
  }

  @Test func `a header that is typed gets its usual values`() {
    let values = values("content-type:app", after: ["url"])
    #expect(values.contains("content-type:application/json"))
    #expect(self.values("X-Own:", after: ["url"]) == [])
  }

  @Test func `the fields of an endpoint are offered with what follows their names`() throws {
    let values = values(after: [], form: try form("listBooks"))
    #expect(values.contains("limit=") && values.contains("genre=") && values.contains("Accept:"))
    #expect(!values.contains("GET"))
  }

  @Test func `a field is described, and a required one is marked`() throws {
    let all = FieldCandidates(try form("listBooks")).candidates(for: "", given: [])
    #expect(all.first { $0.value == "genre=" }?.note == "required · What they are about.")
    #expect(all.first { $0.value == "limit=" }?.note == "Books on a page.")
  }

  @Test func `a field that is set is offered again only if it is a list`() throws {
    let values = values(after: ["limit=5", "tags=new", "sold"], form: try form("listBooks"))
    #expect(!values.contains("limit=") && values.contains("tags=") && values.contains("sold="))
  }

  @Test func `a field of a few values offers these`() throws {
    let list = try form("listBooks")
    #expect(
      values("genre=", after: [], form: list).prefix(3) == [
        "genre=crime", "genre=poetry", "genre=travel",
      ])
    #expect(values("tags=", after: [], form: list).contains("tags=sale"))
    #expect(values("sold=t", after: [], form: list).contains("sold=true"))
    #expect(!values("limit=", after: [], form: list).contains { $0.hasPrefix("limit") })
  }

  @Test func `endpoints are those of the catalog that is typed`() throws {
    let candidates = EndpointCandidates(catalogs: ["shop", "oxford-v1", "oxford-v2"])
    #expect(candidates.catalog(for: "") == nil)
    #expect(candidates.catalog(for: "s") == "shop")
    #expect(candidates.catalog(for: "oxford") == nil)
    #expect(candidates.catalog(for: "oxford-v1#x") == "oxford-v1")
    #expect(candidates.catalog(for: "sh#x") == nil)
    #expect(candidates.names().map(\.value) == ["shop#", "oxford-v1#", "oxford-v2#"])
    let endpoints = EndpointCandidates.endpoints(of: try ShopCatalog.catalog())
    #expect(
      endpoints.first == CompletionCandidate("shop#listBooks", "GET  All books, page by page"))
  }
}
