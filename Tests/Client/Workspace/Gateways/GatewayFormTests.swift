import ClientModel
import ClientWorkspace
import TestSupport
import Testing

/// Changing one field of a gateway in `weir.yaml`, as the interface's form does.
struct GatewayFormTests {
  private static let file = """
    # mine
    gateway: api
    gateways:
      api:
        url: https://a.example   # the old one
        # of all requests
        headers:
          X-Old: "1"
        outcome: {success: {status: 2xx}}
      other:
        url: https://b.example
    """

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func changed(
    _ fields: [(GatewayField, String)], _ text: String = file
  ) throws -> (gateway: Gateway, text: String) {
    try folder.write(text + "\n", to: "weir.yaml")
    var workspace = try Workspace.open(folder.path)
    for (field, text) in fields { workspace = try workspace.setGateway("api", field, to: text) }
    let read = try Workspace.open(folder.path)
    return (try #require(read.settings.gateways["api"]), try read.settingsText())
  }

  @Test func `every field is set from its text and read back as that text`() throws {
    let texts: [(GatewayField, String)] = [
      (.url, "http://localhost:3000/v2"), (.headers, "X-Client: weir; Accept: text/plain"),
      (.query, "lang=en & page=1"), (.credentials, "basic ann env:PASS"), (.encoding, "form"),
      (.cache, "fresh"), (.limit, "7"), (.rate, "2.5"),
    ]
    let (gateway, text) = try changed(texts)
    for (field, wanted) in texts { #expect(gateway.text(of: field) == wanted, "\(field)") }
    #expect(gateway.outcome != nil)
    for line in ["# mine", "    outcome: {success: {status: 2xx}}", "    url: https://b.example"] {
      #expect(text.contains(line + "\n"), "\(text)")
    }
  }

  @Test(arguments: [
    "aws-sigv4 KEY eu-west-1 sqs env:SECRET", "aws-sigv4 KEY eu-west-1 sqs env:TOKEN env:SECRET",
  ])
  func `credentials are read back with and without what is optional in them`(text: String) throws {
    #expect(try changed([(.credentials, text)]).gateway.text(of: .credentials) == text)
  }

  @Test func `an empty text takes a field away, and what it does not touch stays to the letter`()
    throws
  {
    let (gateway, text) = try changed([(.headers, "")])
    #expect(gateway.defaults.headers.isEmpty)
    #expect(
      text
        == Self.file.replacing("    headers:\n      X-Old: \"1\"\n", with: "") + "\n")
  }

  @Test(arguments: [
    (GatewayField.limit, "many", "1 or more"), (.limit, "0", "1 or more"), (.rate, "fast", "2.5"),
    (.headers, "no colon", "Name: value"), (.credentials, "bearer", "bearer env:TOKEN"),
    (.credentials, "bearer t0ken", "reference"), (.encoding, "frm", "form"),
    (.cache, "frsh", "fresh"), (.url, "ftp://a.example", "http"),
  ])
  func `a text that cannot be used changes nothing and says how it is written`(
    field: GatewayField, text: String, help: String
  ) throws {
    let before = Self.file + "\n"
    #expect {
      _ = try changed([(field, text)])
    } throws: { error in
      let problem = error as? WorkspaceProblem
      return "\(problem?.why ?? "") \(problem?.whatToDo ?? "")".contains(help)
    }
    #expect(try Workspace.open(folder.path).settingsText() == before)
  }

  @Test func `a gateway in braces is changed between them, in its quotes`() throws {
    let file = "gateways: {api: {url: 'https://a.example'}}  # one"
    #expect(
      try changed([(.url, "https://c.example")], file).text
        == "gateways: {api: {url: 'https://c.example'}}  # one\n")
  }

  @Test func `secrets of a field and several values that a line cannot say are not shown as one`() {
    var gateway = Gateway(name: "api", url: "https://a.example")
    gateway.defaults.headers = [DraftField("X-A", "1", mark: .secret)]
    #expect(gateway.text(of: .headers) == nil)
    gateway.defaults.headers = [DraftField("X-A", "a; b")]
    #expect(gateway.text(of: .headers) == nil)
    gateway.defaults.query = [DraftField("a", "b&c")]
    #expect(gateway.text(of: .query) == nil)
  }
}
