import ClientModel
import ClientPipeline
import Testing

/// Defaults, values that use other values, and the values that are never expanded.
struct VariableExpansionTests {
  private func environment(
    _ file: [String: String], given: [String: SensitiveText] = [:],
    data: [String: SensitiveText] = [:], folder: [String: String] = [:]
  ) -> Environment {
    var environment = Environment(data: data)
    for (name, text) in file { environment.define(name, VariableValue(inFile: text), in: .shared) }
    environment.folders["a"] = FolderDefaults(
      variables: folder.mapValues { VariableValue(inFile: $0) })
    return environment.overlaid(with: given)
  }

  private func examine(_ draft: Draft, _ environment: Environment) -> Examination {
    Preparation(environment: environment, files: .assumed).examine(draft)
  }

  private func url(_ url: String, _ environment: Environment) -> String? {
    examine(Draft(url: url), environment).request?.url
  }

  // MARK: Defaults

  @Test(arguments: [
    ("{{host:-localhost}}", "http://localhost/"), ("{{ host :- localhost }}", "http://localhost/"),
    ("{{base:-localhost}}", "https://api.example/"), ("{{empty:-localhost}}", "http://localhost/"),
    ("api.example/{{name:-}}x", "https://api.example/x"),
    ("api.example/{{a.b-c:-1:-2}}", "https://api.example/1:-2"),
  ])
  func `a default replaces a missing or empty value`(template: String, expected: String) {
    #expect(url(template, environment(["base": "api.example", "empty": ""])) == expected)
  }

  @Test func `a default is encoded for its place as a value is`() {
    let draft = Draft(
      url: "https://a.example/", query: [DraftField("q", "{{q:-a&b c}}")],
      body: .json(#"{"a": "{{a:-\#("é\"")}}", "n": {{n:-7}}}"#))
    let request = examine(draft, Environment()).request
    #expect(request?.url == "https://a.example/?q=a%26b%20c")
    #expect(request?.body == .text(SensitiveText(#"{"a": "é\"", "n": 7}"#)))
  }

  @Test func `an empty column of a row takes the default, and a default chooses no server`() {
    let data: [String: SensitiveText] = ["id": "", "host": "evil.example"]
    #expect(
      url("https://a.example/{{id:-7}}", environment([:], data: data)) == "https://a.example/7")
    #expect(
      url("https://{{host:-a.example}}/", environment([:], data: data)) == "https://a.example/")
  }

  @Test(arguments: ["{{host:-a", "{{host:-a}", "https://x/{{host:-lo/path"])
  func `a default without closing braces is reported`(text: String) {
    #expect(
      examine(Draft(url: text), Environment()).problems.first?.what.contains("braces") == true)
  }

  @Test func `a template with a default is escaped as any other`() {
    #expect(!Template.isOnlyTemplates("x{{a:-b}}") && Template.isOnlyTemplates("{{a:-b}}"))
    #expect(Template.literal("{{a:-b}}") == "{{\"{{\"}}a:-b}}")
    #expect(Template.pieces(of: Template.literal("{{a:-b}}")) == [.text("{{"), .text("a:-b}}")])
  }

  // MARK: Values that use others

  @Test func `a value in a file uses other values, also in folders and from the command line`() {
    let file = ["base": "https://{{host}}:{{port:-8443}}", "host": "a.example"]
    #expect(url("{{base}}/x", environment(file)) == "https://a.example:8443/x")
    #expect(
      url("{{base}}/x", environment(file, given: ["host": "b.example"]))
        == "https://b.example:8443/x")
    let inFolder = environment(file, folder: ["host": "{{team}}.example", "team": "red"])
    let request = examine(Draft(name: "a/r", url: "{{base}}/x"), inFolder).request
    #expect(request?.url == "https://red.example:8443/x")
    #expect(url("{{base}}/x", inFolder) == "https://a.example:8443/x")
  }

  @Test func `values that use each other are refused with the path`() {
    let cycle = environment(["a": "{{b}}", "b": "x{{c}}", "c": "{{a}}", "d": "{{a}}"])
    let problem = examine(Draft(url: "https://x/{{d}}"), cycle).problems.first
    #expect(problem?.what == "{{a}} has no usable value.")
    #expect(problem?.why == "Its value uses itself: a → b → c → a.")
    let own = examine(Draft(url: "https://x/{{s}}"), environment(["s": "{{s}}"])).problems.first
    #expect(own?.why == "Its value uses itself: s → s.")
  }

  @Test func `a value that uses an unknown name is refused with the path and the nearest name`() {
    let values = environment(["base": "https://{{hots}}", "host": "a", "url": "{{base}}/x"])
    let problem = examine(Draft(url: "{{url}}"), values).problems.first
    #expect(problem?.why == "It uses {{hots}}, which has no value: url → base → hots.")
    #expect(problem?.whatToDo.contains("Did you mean {{host}}?") == true)
  }

  @Test func `a hostile file cannot make an expansion long or large`() {
    var doubled = ["v0": String(repeating: "x", count: 100)]
    for number in 1...40 { doubled["v\(number)"] = "{{v\(number - 1)}}{{v\(number - 1)}}" }
    let clock = ContinuousClock()
    let start = clock.now
    for name in ["v20", "v31", "v40"] {
      #expect(examine(Draft(url: "https://x/{{\(name)}}"), environment(doubled)).request == nil)
    }
    doubled["v0"] = ""
    #expect(url("https://x/{{v30}}", environment(doubled)) == "https://x/")
    #expect(clock.now - start < .seconds(10))
  }

  @Test func `a secret in a value stays secret`() {
    var values = environment(["header": "Key {{token}}", "ref": "env:T", "both": "{{ref}}/{{x}}"])
    values.define("token", .fixed(.secret("t0k")), in: .file(".env"))
    values.define("x", .fixed("y"), in: .option)
    let request = examine(
      Draft(
        url: "https://x/",
        headers: [DraftField("X-A", "{{header}}"), DraftField("X-B", "{{both}}")]
      ), values
    ).request
    let headers = request?.headers.prefix(2).map(\.value)
    #expect(headers?.first == SensitiveText([.plain("Key "), .literal(Secret("t0k"), .none)]))
    #expect(
      headers?.last == SensitiveText([.reference(.environment("T"), .none), .plain("/y")]))
  }

  // MARK: The canary

  /// Values that do not come from a file of the workspace. Each contains a template of a secret.
  enum Origin: CaseIterable { case option, row, privateFile, folderOption, library }

  @Test(arguments: Origin.allCases, ["{{token}}", "{{token:-x}}", "{{\"{{\"}}token}}"])
  func `a value from outside the files is inserted once and never expanded`(
    origin: Origin, canary: String
  ) {
    var values = environment(["token": "s3cret", "deep": "<{{v}}>"])
    switch origin {
    case .option: values = values.overlaid(with: ["v": SensitiveText(canary)])
    case .row: values = values.overlaid(withData: ["v": SensitiveText(canary)])
    case .privateFile: values.define("v", .fixed(.secret(canary)), in: .file(".env"))
    case .folderOption:
      values = environment(
        ["token": "s3cret", "deep": "<{{v}}>"], given: ["v": SensitiveText(canary)],
        folder: ["v": "folder"])
    case .library: values.values["v"] = SensitiveText(canary)
    }
    let text = "{{v}} {{v:-x}}" + (origin == .row ? "" : " {{deep}}")
    let draft = Draft(
      name: "a/r", url: "https://x/", headers: [DraftField("X-A", text)],
      body: .text(text, mediaType: "text/plain"))
    let request = examine(draft, values).request
    let expected = "\(canary) \(canary)" + (origin == .row ? "" : " <\(canary)>")
    #expect(request?.headers.first?.value.revealed == expected)
    guard case .text(let body) = request?.body else {
      Issue.record("The body is missing.")
      return
    }
    #expect(body.revealed == expected)
    #expect(!body.revealed.contains("s3cret"))
  }

  @Test func `a row does not fill the values of files`() {
    let values = environment(
      ["base": "https://{{host}}"], given: [:], data: ["host": "evil.example"])
    #expect(examine(Draft(url: "{{base}}/"), values).request == nil)
  }

  // MARK: The table

  @Test func `the table has the source of each value and the sources that it overrides`() {
    var values = environment(["a": "1", "b": "{{a}}{{password}}", "password": "p4ss", "c": "{{c}}"])
    values.define("a", .fixed(.secret("2")), in: .file(".env"))
    values.define("a", VariableValue(inFile: "3"), in: .environment("dev"))
    values = values.overlaid(with: ["a": "4"])
    let table = values.variables(hiding: .standard)
    #expect(table.map(\.name) == ["a", "b", "c", "password"])
    #expect(table[0].source == .option && table[0].text == "4")
    #expect(table[0].overridden == [.environment("dev"), .file(".env"), .shared])
    #expect(table[1].text == "4" + Secret.mask && table[1].isSecret)
    #expect(table[2].text == nil && table[2].shown == "Its value uses itself: c → c.")
    #expect(table[3].text == Secret.mask)
  }

  @Test func `values of private files cannot be used while the workspace is not trusted`() {
    var values = environment(["all": "{{token}}"])
    values.define("token", .fixed(.secret("t0k")), in: .file(".env"))
    let withheld = values.withholdingPrivateValues()
    for text in ["{{token}}", "{{token:-x}}", "{{all}}"] {
      let problem = examine(Draft(url: "https://x/", headers: [DraftField("A", text)]), withheld)
        .problems.first
      #expect(problem?.why.contains("not trusted") == true)
    }
    let given = values.overlaid(with: ["token": "mine"]).withholdingPrivateValues()
    #expect(url("https://x/{{token}}", given) == "https://x/mine")
  }
}

extension SensitiveText {
  fileprivate var revealed: String {
    parts.map {
      switch $0 {
      case .plain(let text): text
      case .literal(let secret, _): secret.reveal()
      case .reference(let reference, _): reference.description
      }
    }.joined()
  }
}

/// The headers of folders.
struct FolderHeaderTests {
  private var environment: Environment {
    var environment = Environment(values: ["team": "red"])
    environment.folders = [
      "": FolderDefaults(headers: [DraftField("X-All", "1"), DraftField("X-Team", "blue")]),
      "a": FolderDefaults(headers: [DraftField("x-team", "{{team}}"), DraftField("X-A", "env:A")]),
      "a/b": FolderDefaults(headers: [DraftField("X-All", "")]),
    ]
    return environment
  }

  private func headers(_ draft: Draft, through gateways: Gateways = Gateways()) -> [String: String]
  {
    let preparation = Preparation(
      environment: environment, files: .assumed, gateways: gateways)
    let sent = preparation.examine(draft).request?.headers ?? []
    return Dictionary(
      sent.filter { $0.name.lowercased().hasPrefix("x-") }.map { ($0.name, $0.value.masked) },
      uniquingKeysWith: { $1 })
  }

  @Test func `the nearest folder takes precedence, and the request over its folders`() {
    #expect(headers(Draft(url: "https://x/")) == [:])
    #expect(headers(Draft(name: "r", url: "https://x/")) == ["X-All": "1", "X-Team": "blue"])
    #expect(
      headers(Draft(name: "a/r", url: "https://x/"))
        == ["X-All": "1", "x-team": "red", "X-A": "{env:A}"])
    #expect(
      headers(Draft(name: "a/b/r", url: "https://x/")) == ["x-team": "red", "X-A": "{env:A}"])
    let own = Draft(name: "a/r", url: "https://x/", headers: [DraftField("X-Team", "own")])
    #expect(headers(own) == ["X-All": "1", "X-Team": "own", "X-A": "{env:A}"])
  }

  @Test func `an empty value in the request switches a header of the folder off`() {
    let off = Draft(
      name: "a/r", url: "https://x/", headers: [DraftField("X-TEAM", ""), DraftField("X-Own", "")],
      removedHeaders: ["x-a"])
    #expect(headers(off) == ["X-All": "1", "X-Own": ""])
    let unused = Draft(
      name: "a/r", url: "https://x/", headers: [DraftField("X-Team", "", mark: .off)])
    #expect(headers(unused)["x-team"] == "red")
  }

  @Test func `a folder takes precedence over a gateway, and an empty value removes both`() {
    let gateway = Gateway(
      name: "g", url: "https://x/",
      defaults: GatewayDefaults(
        headers: [DraftField("X-Team", "gateway"), DraftField("X-Gate", "1")]))
    let gateways = Gateways(all: [gateway])
    var draft = Draft(name: "a/r", url: "/", gateway: "g")
    #expect(headers(draft, through: gateways)["x-team"] == "red")
    #expect(headers(draft, through: gateways)["X-Gate"] == "1")
    draft.headers = [DraftField("X-Team", "")]
    #expect(headers(draft, through: gateways)["X-Team"] == nil)
  }

  @Test func `a copy without a name keeps the folder`() {
    var draft = Draft(name: "a/b/r", url: "https://x/")
    draft.removeName()
    #expect(draft.name == nil && draft.inheritedFolder == "a/b")
    #expect(headers(draft)["x-team"] == "red")
  }
}
