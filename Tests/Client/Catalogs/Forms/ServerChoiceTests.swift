import ClientModel
import Testing

@testable import ClientCatalogs

/// Servers and their variables, as OpenAPI's Server Object has them: the first server with its defaults is the
/// one to begin with.
struct ServerChoiceTests {
  private static func server(
    _ url: String, _ variables: [(name: String, standard: String, choices: [String])] = []
  ) -> CatalogServer {
    CatalogServer(
      url: url, summary: "",
      variables: variables.map {
        CatalogServer.Variable(
          name: $0.name, defaultValue: $0.standard, choices: $0.choices, summary: "")
      })
  }

  /// The servers of Amazon S3, shortened.
  private static let storage = [
    server(
      "http://s3{dash-or-dot}{region}.x",
      [("region", "us-east-1", ["us-east-1", "eu-west-1"]), ("dash-or-dot", ".", [".", "-"])]),
    server(
      "https://s3{dash-or-dot}{region}.x",
      [("region", "us-east-1", ["us-east-1", "eu-west-1"]), ("dash-or-dot", ".", [".", "-"])]),
    server("http://s3.x"),
    server("http://s3.{region}.x", [("region", "us-east-2", ["us-east-2", "eu-central-1"])]),
    server("https://s3.{region}.x.cn", [("region", "cn-north-1", ["cn-north-1"])]),
  ]

  private func form(_ servers: [CatalogServer], path: String = "/a") -> EndpointForm {
    var sketch = CatalogSketch()
    sketch.servers = servers
    return sketch.form(.get, path)
  }

  /// The form that a saved request becomes.
  private func reread(_ form: EndpointForm) -> EndpointForm {
    EndpointForm(reading: form.draft(), form.endpoint, in: form.catalog)
  }

  private func value(_ label: String, _ form: EndpointForm) -> String? {
    form.rows.first { $0.label == label && $0.section == .server }?.value
  }

  @Test func `a form begins with the first server and its defaults, also when it is read again`() {
    let first = form(Self.storage)
    #expect(first.draft().url == "http://s3.us-east-1.x/a")
    #expect(value("server", reread(first)) == "http://s3{dash-or-dot}{region}.x")
    #expect(value("region", reread(first)) == "us-east-1")
    #expect(reread(first).problems == [])
  }

  @Test func `each choice of a server and of its variables outlives saving`() {
    for (index, server) in Self.storage.enumerated() {
      var chosen = form(Self.storage)
      chosen.choose(index, for: .server)
      for variable in server.variables {
        for choice in variable.choices {
          chosen.set(choice, for: .serverVariable(variable.name))
          let again = reread(chosen)
          #expect(chosen.problems == [])
          #expect(value("server", again) == server.url, "\(chosen.draft().url)")
          #expect(value(variable.name, again) == choice)
          #expect(again.draft() == chosen.draft())
        }
      }
      #expect(reread(chosen).draft().url == chosen.draft().url)
    }
  }

  @Test func `a default that the list of values lacks is accepted`() {
    var own = form([Self.server("https://{zone}.x", [("zone", "demo", ["eu", "us"])])])
    own.set("demo", for: .serverVariable("zone"))
    #expect(own.problems == [])
    guard case .choice(let options) = own.rows.first(where: { $0.label == "zone" })?.kind else {
      Issue.record("The variable is no choice.")
      return
    }
    #expect(options.map(\.label) == ["eu", "us", "demo"])
  }

  @Test func `a variable without a default must be filled in`() {
    var open = form([Self.server("https://{tenant}.x/v1", [("tenant", "", [])])])
    #expect(open.problems.map(\.what) == ["`tenant` is missing."])
    open.set("acme", for: .serverVariable("tenant"))
    #expect(open.problems == [] && open.draft().url == "https://acme.x/v1/a")
    #expect(value("tenant", reread(open)) == "acme")
  }

  @Test(arguments: [
    ("https://{a}{b}.x", "https://euprod.x"), ("https://h.x/{base}/", "https://h.x/v1/beta"),
    ("{scheme}://h.x", "http://h.x"), ("https://{a}.{a}.x", "https://eu.eu.x"),
    ("https://h.x:{port}", "https://h.x:8443"),
  ])
  func `the values of any template are found in an address`(template: String, address: String) {
    let variables = ["a", "b", "base", "scheme", "port"].filter { template.contains("{\($0)}") }
      .map { name in (name, name == "a" ? "us" : "1", name == "a" ? ["eu", "us"] : []) }
    let some = form([Self.server("https://other.x"), Self.server(template, variables)])
    var draft = some.draft()
    draft.url = address + "/a"
    let read = EndpointForm(reading: draft, some.endpoint, in: some.catalog)
    #expect(value("server", read) == template)
    #expect(read.draft().url == address + "/a")
    #expect(read.normalDraft().url == address + "/a")
  }

  @Test(arguments: ["/{Bucket}/{Key}#uploadId", "/{Bucket}?acl", "/a#b?c", "/x?y=1&z#w"])
  func `a path with a fragment or a query of its own has its server section`(path: String) {
    var sketch = CatalogSketch()
    sketch.servers = Self.storage
    let text = sketch.add(.text)
    let names = PathTemplate.names(in: path)
    var odd = sketch.form(
      .put, path, names.map { .sketch($0, .path, text) } + [.sketch("uploadId", text)])
    odd.choose(1, for: .server)
    for name in names { odd.set("v", for: .parameter(.path, name)) }
    odd.set("7", for: .parameter(.query, "uploadId"))
    let again = reread(odd)
    #expect(value("server", again) == "https://s3{dash-or-dot}{region}.x")
    #expect(again.rows.allSatisfy { $0.section != .unmapped })
    #expect(again.draft() == odd.draft() && again.problems == [])
  }

  @Test func `values that begin with one another do not take forever`() {
    let choices = (1...20).map { String(repeating: "a", count: $0) }
    let names = (0..<30).map { "v\($0)" }
    let url = "https://" + names.map { "{\($0)}" }.joined() + ".x"
    let many = form([Self.server(url, names.map { ($0, "a", choices) })])
    var draft = many.draft()
    draft.url = "https://" + String(repeating: "a", count: 200) + ".y/a"
    #expect(value("server", EndpointForm(reading: draft, many.endpoint, in: many.catalog)) != nil)
  }
}
