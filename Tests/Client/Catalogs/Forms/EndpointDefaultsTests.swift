import ClientModel
import Testing

@testable import ClientCatalogs

/// What an operation's document adds to a request beside its inputs.
@Suite struct EndpointDefaultsTests {
  private func form(_ responses: String, more: String = "") throws -> EndpointForm {
    let catalog = try Catalog.read(
      text: """
        openapi: 3.0.3
        info: {title: T, version: "1"}
        servers: [{url: "http://a.example"}]
        \(more)
        paths:
          /x:
            get: {operationId: x, responses: \(responses)}
        """, name: "t")
    return EndpointForm(try #require(catalog.endpoint("x")), in: catalog)
  }

  private func accept(_ responses: String) throws -> String? {
    try form(responses).draft().headers.first { $0.isHeader("Accept") }?.value
  }

  @Test(
    arguments: [
      ("{'200': {content: {application/xml: {}}}}", "application/xml"),
      ("{'200': {content: {text/csv: {}}}, '404': {content: {application/json: {}}}}", "text/csv"),
      ("{'2XX': {content: {text/xml: {}, application/xml: {}}}}", "text/xml, application/xml"),
      ("{default: {content: {image/png: {}}}}", "image/png"),
      ("{'200': {content: {application/xml: {}, application/json: {}}}}", nil),
      ("{'200': {content: {application/problem+json: {}}}}", nil),
      ("{'200': {content: {'*/*': {}}}}", nil), ("{'200': {description: ok}}", nil),
      ("{'404': {content: {application/xml: {}}}}", nil),
    ] as [(String, String?)])
  func `Accept names what the operation returns where that is not JSON`(
    responses: String, wanted: String?
  ) throws {
    #expect(try accept(responses) == wanted)
  }

  @Test func `a header that the user gave or removed stays`() throws {
    var form = try form("{'200': {content: {application/xml: {}}}}")
    form.unmapped.headers = [DraftField("accept", "text/plain")]
    #expect(form.draft().headers.map(\.value) == ["text/plain"])
    form.unmapped.headers = []
    form.unmapped.removedHeaders = ["Accept"]
    #expect(form.draft().headers.isEmpty)
  }

  @Test func `a service may take longer for its first byte, and the request's option counts more`()
    throws
  {
    var form = try form("{}", more: "x-weir-first-byte: 120 s")
    #expect(form.draft().options.deadlines.firstByte == .seconds(120))
    form.unmapped.options.deadlines.firstByte = .seconds(7)
    #expect(form.draft().options.deadlines.firstByte == .seconds(7))
  }

  @Test func `Haven OnDemand gets the ten minutes of its original client`() throws {
    let catalog = try Catalog.read(
      text: try #require(BundledCatalogs.text(of: "haven")), name: "haven")
    let endpoint = try #require(catalog.endpoint("analyzesentiment"))
    #expect(
      EndpointForm(endpoint, in: catalog).draft().options.deadlines.firstByte == .seconds(600))
  }

  @Test(arguments: ["0", "-1", "soon", "2 d"])
  func `a time for the first byte that cannot be is a problem`(text: String) throws {
    let catalog = try Catalog.read(
      text: "openapi: 3.0.3\ninfo: {title: T}\nx-weir-first-byte: \(text)\n", name: "x")
    #expect(catalog.problems.count == 1)
  }
}
