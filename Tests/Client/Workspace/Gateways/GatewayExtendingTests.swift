import ClientModel
import ClientWorkspace
import Testing

struct GatewayExtendingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func workspace(_ text: String) throws -> Workspace {
    try folder.write("gateways:\n" + text, to: "weir.yaml")
    return try Workspace.open(folder.path)
  }

  private func problem(_ text: String) throws -> WorkspaceProblem? {
    do {
      _ = try workspace(text)
      return nil
    } catch let problem as WorkspaceProblem { return problem }
  }

  private static let layered = """
      part:
        extends: provider
        headers: {x-b: part}
        methods: {POST: {headers: {X-M: part}}}
        options: {timeout: 5}
      provider:
        extends: base
        url: https://api.example
        query: {lang: en}
        lane: {limit: 3}
        pause: offline
        parsers: {text/csv: text}
      base:
        headers: {X-A: base, X-B: base}
        methods: {POST: {headers: {X-M: base, X-N: base}}}
        options: {timeout: 9, attempts: 2}
        cache: {read: fresh}
        parsers: {text/csv: json, application/xml: xml}
        transform: {request: {command: [tr, a, b]}}
        encode: form

    """

  @Test func `a gateway takes what it leaves open, through several and from below`() throws {
    let gateways = try workspace(Self.layered).settings.gateways
    #expect(gateways.names == ["part", "provider"])
    let part = try #require(gateways["part"])
    #expect(part.bases == ["provider", "base"] && part.url == "https://api.example")
    #expect(part.defaults.headers == [DraftField("x-b", "part"), DraftField("X-A", "base")])
    #expect(part.defaults.query == [DraftField("lang", "en")])
    #expect(
      part.methods["POST"]?.headers == [DraftField("X-M", "part"), DraftField("X-N", "base")])
    #expect(part.defaults.options.deadlines.total == .seconds(5))
    #expect(part.defaults.options.retry.attempts == 2)
    #expect(part.defaults.cache.reading == .fresh && part.encoding == .form)
    #expect(part.lane == LaneRule(limit: 3) && part.pause == .offline)
    #expect(part.middleware.parsers.map(\.parser) == [.text, .xml])
    #expect(part.middleware.requestTransform == CommandRule(["tr", "a", "b"]))
  }

  @Test func `an unknown base, a circle and a missing URL are refused at their place`() throws {
    let unknown = try problem("  a: {url: \"https://a.example\", extends: bas}\n  base: {}\n")
    #expect(unknown?.why == "There is no gateway `bas` in this file.")
    #expect(unknown?.whatToDo.contains("Did you mean `base`?") == true)
    let circle = try problem("  a: {extends: b}\n  b: {extends: a}\n")
    #expect(circle?.why == "`a` extends itself through another gateway.")
    #expect(circle?.place?.line == 3)
    let itself = try problem("  a: {extends: a}\n")
    #expect(itself?.why == "`a` extends itself.")
    #expect(try problem("  a: {headers: {A: b}}\n")?.why.contains("url") == true)
    #expect(try problem("  base: {}\n  a: {extends: base}\n") == nil)
  }

  @Test func `a change of a gateway may change those that extend it, which keep it from going`()
    throws
  {
    let text = "  a:\n    url: https://a.example\n  b:\n    extends: a\n    lane: {limit: 1}\n"
    var workspace = try workspace(text)
    workspace = try workspace.setGateway("a", .headers, to: "X-A: 1")
    #expect(workspace.settings.gateways["b"]?.defaults.headers == [DraftField("X-A", "1")])
    do {
      _ = try workspace.deleteGateway("a")
      Issue.record("It was deleted.")
    } catch {
      #expect(error.why == "The gateway b extends it.")
    }
    #expect(try workspace.deleteGateway("b").settings.gateways.names == ["a"])
  }
}
