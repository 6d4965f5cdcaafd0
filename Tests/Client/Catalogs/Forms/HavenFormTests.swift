import ClientModel
import Testing

@testable import ClientCatalogs

struct HavenFormTests {
  private static let catalog: Catalog = {
    do throws(CatalogProblem) {
      return try Catalog.read(text: BundledCatalogs.text(of: "haven") ?? "", name: "haven")
    } catch {
      preconditionFailure(error.why)
    }
  }()

  private func form(_ id: String) throws -> EndpointForm {
    EndpointForm(try #require(Self.catalog.endpoint(id)), in: Self.catalog)
  }

  private func path(_ form: EndpointForm) throws -> String {
    let url = try form.prepared().url
    return String(url[try #require(url.firstRange(of: "/1/api")).lowerBound...])
  }

  @Test func `H1 H4 version and mode are sent with their defaults`() throws {
    var form = try form("analyzesentiment-get")
    form.set("x", for: form.addItem(to: .parameter(.query, "text")))
    #expect(try path(form) == "/1/api/async/analyzesentiment/v1?text=x")
    form.set("v2", for: .parameter(.path, "version"))
    form.set("sync", for: .parameter(.path, "mode"))
    #expect(try path(form) == "/1/api/sync/analyzesentiment/v2?text=x")
    #expect(form.problems == [])
  }

  @Test func `H6 H8 lists repeat their name and truth values are texts`() throws {
    var form = try form("extractentities-get")
    form.set("http://a.test/?b=c&d", for: form.addItem(to: .parameter(.query, "url")))
    let types = FieldID.parameter(.query, "entity_type")
    if case .list = try #require(form.find(types)).kind {
      for type in ["people_eng", "places_eng"] { form.set(type, for: form.addItem(to: types)) }
    } else {
      form.pick(["people_eng", "places_eng"], for: types)
    }
    form.set("true", for: .parameter(.query, "unique_entities"))
    #expect(form.problems == [])
    #expect(
      try path(form) == "/1/api/async/extractentities/v1?url=http%3A%2F%2Fa.test%2F%3Fb%3Dc%26d"
        + "&entity_type=people_eng&entity_type=places_eng&unique_entities=true")
  }

  @Test func `H7 several values of one source input go in one request`() throws {
    var form = try form("analyzesentiment")
    let text = FieldID.body.property("text")
    for value in ["one", "two"] { form.set(value, for: form.addItem(to: text)) }
    #expect(form.problems == [])
    #expect(
      form.draft().body
        == .multipart([
          DraftPart(name: "text", value: "one"), DraftPart(name: "text", value: "two"),
        ]))
    let again = EndpointForm(reading: form.draft(), form.endpoint, in: Self.catalog)
    #expect(again.normalDraft() == form.draft())
  }

  @Test func `H9 H11 a file is a part with its path, and there may be several`() throws {
    var form = try form("analyzesentiment")
    let file = FieldID.body.property("file")
    for path in ["/tmp/a.png", "/tmp/b"] { form.set(path, for: form.addItem(to: file)) }
    #expect(form.problems == [])
    #expect(
      form.draft().body
        == .multipart([
          DraftPart(name: "file", path: "/tmp/a.png"), DraftPart(name: "file", path: "/tmp/b"),
        ]))
  }

  @Test func `H10 a file with GET is refused at its field`() throws {
    var form = try form("analyzesentiment")
    var draft = form.draft()
    draft.method = "GET"
    draft.body = .multipart([DraftPart(name: "file", path: "/tmp/a.png")])
    form = EndpointForm(reading: draft, form.endpoint, in: Self.catalog)
    let problem = try #require(form.problems.first)
    #expect("\(problem.field)" == "body.file[0]")
    #expect(problem.why == "A file cannot be sent with GET, which has no body.")
    #expect(form.draft() == draft)
  }

  @Test func `of the source inputs exactly one is sent`() throws {
    var form = try form("analyzesentiment")
    #expect(form.problems.map(\.field) == [.choice(0)])
    let (text, url) = (FieldID.body.property("text"), FieldID.body.property("url"))
    form.set("x", for: form.addItem(to: text))
    #expect(form.problems == [])
    form.set("http://a", for: form.addItem(to: url))
    #expect(form.problems.map(\.what) == ["Too many inputs are given."])
    form.choose(3, for: .choice(0))
    #expect(form.problems == [])
    #expect(form.draft().body == .multipart([DraftPart(name: "url", value: "http://a")]))
    let rows = form.rows.filter { $0.section == .body && $0.id != .choice(0) && $0.depth > 0 }
    #expect(rows.first?.id == url)
    #expect(!rows.contains { $0.id == text })
    form.choose(0, for: .choice(0))
    #expect(form.draft().body == .multipart([DraftPart(name: "text", value: "x")]))
  }

  @Test func `T-H2 the key is a field of the form by POST and of the query by GET`() throws {
    for (endpoint, isForm) in [("analyzesentiment", true), ("analyzesentiment-get", false)] {
      var form = try form(endpoint)
      // It may be given in any notation, and in the place that the catalog does not have.
      for query in [[], [DraftField("apikey", "k")]] {
        form.set(query.isEmpty ? "k" : "", for: .credential("apikey", .key))
        _ = form.take(query: query, headers: [])
        let draft = form.draft()
        #expect(draft.query.map(\.name) == (isForm ? [] : ["apikey"]))
        if case .multipart(let parts) = draft.body {
          #expect(parts.map(\.name) == ["apikey"] && parts[0].mark == .secret && isForm)
        } else {
          #expect(draft.body == .none && !isForm)
        }
      }
    }
  }

  @Test func `the response becomes a job by the endpoint's rule, and the key is a secret`() throws {
    var form = try form("analyzesentiment")
    form.set("env:HAVEN_APIKEY", for: .credential("apikey", .key))
    let draft = form.draft()
    #expect(draft.remote != nil)
    let part = DraftPart(name: "apikey", value: "env:HAVEN_APIKEY", mark: .secret)
    #expect(draft.body == .multipart([part]) && draft.query == [])
    #expect(draft.remote?.form == ["apikey"])
    let back = EndpointForm(reading: draft, form.endpoint, in: Self.catalog)
    #expect(back.inputs[.credential("apikey", .key)] == .text("env:HAVEN_APIKEY"))
    #expect(back.draft() == draft)
    #expect(draft.endpoint == EndpointName(catalog: "haven", endpoint: "analyzesentiment"))
    let row = try #require(form.rows.first { $0.section == .security })
    #expect(row.isSecret && row.label == "apikey")
  }
}
