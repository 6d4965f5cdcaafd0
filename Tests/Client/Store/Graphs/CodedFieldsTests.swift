import ClientCore
import ClientModel
import ClientStore
import Testing

/// No field of what a graph is made of can be deleted by its coding: the sample must differ from a plain
/// value in every stored property, so a new one fails here until the sample has it, and the round trip
/// fails until it is written and read.
struct CodedFieldsTests {
  private static let options = TransportOptions(
    trust: TrustOptions(
      verification: .insecure, authorities: "/a", clientCertificate: "/c", clientKey: "/k",
      pins: [PublicKeyPin("sha256//" + String(repeating: "A", count: 43) + "=")!]),
    route: RouteOptions(
      version: .http1, proxy: "http://p:1", unixSocket: "/s", resolve: ["h:1:127.0.0.1"]),
    deadlines: Deadlines(
      connect: .seconds(1), firstByte: .seconds(2), idle: .seconds(3), total: .seconds(4)),
    limits: TransferLimits(
      headerBlock: 1, headerLine: 2, headerCount: 3, interimResponses: 4, decodedBody: 5,
      decodedRatio: 6, bodyQuestion: 7),
    redirects: .stay, retry: RetryRule(attempts: 7, repeatsUnsafe: .whenRefused, span: .seconds(9)),
    cookies: .off, codings: .none,
    cache: CacheRule(
      mode: .only, storeFor: .seconds(1), maxAge: .seconds(2),
      key: CacheKeyRule(query: .sorted, headers: ["A"], body: .included, name: "k"),
      methods: [.post]),
    parsing: .forced("a/b"), broker: broker)

  private static let broker = BrokerOptions(
    version: .v5, clientID: "c", session: .stored, keepAlive: .seconds(7),
    will: BrokerMessage(topic: "t", payload: [7], quality: .atLeastOnce, retention: .retained))

  private static let draft: Draft = {
    var draft = namedDraft
    draft.folder = "f"
    return draft
  }()

  private static let namedDraft = Draft(
    name: "n", method: "POST", url: "http://h/:id", pathVariables: [DraftField("id", "1")],
    query: [DraftField("q", "v", mark: .secret)], headers: [DraftField("X", "y", mark: .off)],
    body: .multipart([
      DraftPart(name: "p", value: "v", path: "/f", fileName: "g", mediaType: "a/b", mark: .secret)
    ]), authorization: .digest(user: "u", password: "p"), options: options, idempotencyKey: "k",
    removedHeaders: ["Accept"], gateway: "api",
    endpoint: EndpointName(catalog: "c", endpoint: "e"),
    endpointChoice: EndpointChoice(mediaType: "a/b", security: "key"), remote: remote,
    outcome: OutcomeRule(code: ["/code"]), paging: paging, filter: ".a",
    assertions: ["status 200", ".{{a}}"],
    job: JobOptions(priority: 2, start: .held, lane: "l", call: "c"))

  private static let remote = RemoteRule(
    accepted: [200...201], status: [.header("Location")], id: "/id", word: ["/w"],
    words: ["a": .queued], failure: ["/f"], errors: ["/e"], result: .inPoll(pointer: "/r"),
    cancel: RemoteRule.Cancel(method: .delete), poll: poll, query: [DraftField("k", "v")],
    form: ["f"])

  private static let poll = PollPolicy(
    first: .seconds(2), queued: .seconds(3), running: .seconds(4), factor: 2,
    longest: .seconds(5), jitter: 0.5, deadline: .seconds(6), errorsInRow: 7)

  private static let cache = CacheDefaults(
    reading: .refresh, storeFor: .seconds(5), maxAge: .seconds(6), methods: [.post], keyName: "k")

  private static let defaults = GatewayDefaults(
    headers: [DraftField("A", "b")], query: [DraftField("c", "d")], options: options, cache: cache)

  private static let command = CommandRule(["run", "-x"], deadline: .seconds(2))

  private static let clause = OutcomeClause(
    statuses: [200...299], values: [ValueTest("/a", .oneOf(["1"]))],
    headers: [ValueTest("X", .absent)])

  private static let gateway = Gateway(
    name: "api", url: "http://h", defaults: defaults, methods: ["POST": defaults],
    authorization: .bearer("env:T"),
    outcome: OutcomeRule(
      authentication: [clause], upgrade: [clause], failure: [clause], success: [clause],
      code: ["/c"], reason: ["/r"], detail: ["/d"],
      refresh: RefreshRule(request: "login", token: "/t"), body: .object),
    middleware: MiddlewareRule(
      onSubmit: [.command(command)], onDispatch: [.command(command)],
      parsers: [ParserRule(mediaType: "a/b", parser: .command(command))],
      onResponse: [.root("/data"), .capture(header: "X", name: "x")],
      requestTransform: command, responseTransform: command), encoding: .form,
    broker: BrokerRule(
      url: "mqtt://b:1", options: broker, authorization: .basic(user: "u", password: "env:P")),
    pause: .offline, paging: paging)

  private static let paging = PagingRule(
    .cursor(.header("X-Next")), .body("/after"), items: "/hits", end: .body("/total"))

  private static let called: GraphPlan = {
    var plan = Self.plan
    plan.call = "order-7"
    return plan
  }()

  private static let expectation: Assertion? = {
    do throws(Assertion.Problem) { return try Assertion("status 404") } catch { return nil }
  }()

  private static let step = GraphStep(
    name: "b", work: .request("b"),
    inputs: [
      GraphStep.Input(name: "v", step: "a", pick: .jq(".x")),
      GraphStep.Input(name: "n", literal: "3"),
    ], needs: ["a"], after: ["a"],
    expect: expectation)

  private static let plan = GraphPlan(
    name: "g", onFailure: .continue, cache: cache,
    steps: [GraphStep(name: "a", work: .jq(".")), step])

  private static let material = GraphMaterial(
    drafts: ["b": draft],
    environment: environment, gateways: gateways, trust: .untrusted)

  private static let environment: Environment = {
    var environment = Environment(name: "e", values: ["k": .secret("v")], data: ["d": "w"])
    environment.composed = ["c": "{{k}}"]
    environment.folders = [
      "f": FolderDefaults(
        variables: ["a": .fixed(.secret("v")), "b": .composed("{{a}}")],
        headers: [DraftField("X", "{{b}}")])
    ]
    return environment
  }()

  private static let gateways: Gateways = {
    var gateways = Gateways(
      all: [gateway], standard: "api", servers: ["m": "http://s"],
      endpoints: [
        "e": NamedEndpoint(
          start: .server("m"), path: "/e",
          variables: [PathVariableRule("n", alias: "$0", absence: .filled("d"))])
      ])
    gateways.credentialNames = CredentialNames(adding: ["X-Own"], plain: ["key"])
    return gateways
  }()

  /// The stored properties, as paths, in which a sample is as the plain value.
  private func untouched(_ sample: Any, _ plain: Any, _ path: String = "") -> [String] {
    let children = Mirror(reflecting: sample).children
    let type = String(reflecting: Swift.type(of: sample))
    // A class is the box of a large part.
    let style = Mirror(reflecting: sample).displayStyle
    let isOurs = type.hasPrefix("ClientModel.") && (style == .struct || style == .class)
    let isWord = sample is ByteCount || sample is SensitiveText
    guard isOurs, !isWord, !children.isEmpty else {
      return "\(sample)" == "\(plain)" ? [path] : []
    }
    return zip(children, Mirror(reflecting: plain).children).flatMap { mine, other in
      untouched(mine.value, other.value, path + "." + (mine.label ?? ""))
    }
  }

  @Test func `the samples differ from plain values in every stored property`() throws {
    let gateway = untouched(Self.gateway, Gateway(name: "", url: ""))
    // Lanes and stub responses belong to the running program; optional parts are looked at below.
    // What a gateway takes from others is part of it.
    #expect(gateway == [".lane.limit", ".lane.rate", ".stubs", ".bases"])
    let pairs: [(Any, Any)] = [
      (Self.draft, Draft()), (Self.options, TransportOptions()),
      (Self.defaults, GatewayDefaults()), (Self.cache, CacheDefaults()),
      (try #require(Self.options.cache), CacheRule(mode: .off)),
      (try #require(Self.gateway.outcome), OutcomeRule()),
      (Self.clause, OutcomeClause()),
      (try #require(Self.gateway.outcome?.refresh), RefreshRule(request: "")),
      (Self.gateway.middleware, MiddlewareRule()), (Self.command, CommandRule([])),
      (Self.called, GraphPlan(name: "", steps: [])),
      (Self.step, GraphStep(name: "", work: .request(""))),
      (Self.step.inputs[0], GraphStep.Input(name: "", step: "")),
      (Self.material.gateways, Gateways()),
      (Self.remote, RemoteRule(status: [])), (Self.poll, PollPolicy()),
      (DraftField("q", "v", mark: .secret), DraftField("", "")),
      (
        DraftPart(
          name: "p", value: "v", path: "/f", fileName: "g", mediaType: "a/b", mark: .secret),
        DraftPart(name: "", value: "")
      ),
    ]
    // The question before production is asked before a graph is stored. The sources of values are
    // only shown, and a value that is withheld is missing in the stored graph.
    let shown = ["purpose", "withheld", "sources"]
    #expect(untouched(Self.material.environment, Environment()) == shown.map { ".\($0)" })
    #expect(untouched(Self.material, GraphMaterial()) == shown.map { ".environment.\($0)" })
    for (sample, plain) in pairs {
      #expect(
        untouched(sample, plain) == [], "\(Swift.type(of: sample)) has a field without a coding")
    }
  }

  @Test func `every field of a graph, its drafts and its gateways comes back`() async throws {
    let folder = StateFolder()
    let clock = StillClock()
    let store = try await SQLiteStorage.open(in: folder.path, clock: clock).storage
    let run = try await store.add(
      NewGraph(Self.plan, Self.material, workspace: "/w", scheduling: .immediate), at: clock.now)
    #expect(try await store.graphs(matching: GraphQuery()).first == run)
    #expect(run.plan == Self.plan && run.workspace == "/w" && run.scheduling == .immediate)
    let read = try #require(try await store.material(of: run.id))
    #expect(read.drafts["b"] == Self.draft)
    #expect(read.gateways.all.first == Self.gateway)
    #expect(read == Self.material)
    await store.close()
  }
}
