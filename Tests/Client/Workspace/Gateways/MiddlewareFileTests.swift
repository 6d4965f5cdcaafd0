import ClientModel
import ClientPipeline
import ClientWorkspace
import TestSupport
import Testing

/// The stages of gateways in `weir.yaml`.
struct MiddlewareFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func gateway(_ text: String) throws -> Gateway {
    try folder.write(
      "gateways:\n  api:\n    url: https://a.example\n"
        + text.split(separator: "\n").map { "    \($0)\n" }.joined(), to: "weir.yaml")
    return try #require(try Workspace.open(folder.path).settings.gateways["api"])
  }

  private func problem(_ text: String) -> WorkspaceProblem? {
    do {
      _ = try gateway(text)
      return nil
    } catch { return error as? WorkspaceProblem }
  }

  @Test
  func `J13 J15 J16 J17 stages are read in their order, a gateway's programs from its folder`()
    throws
  {
    let read = try gateway(
      """
      encode: form
      parsers:
        application/json: json
        Application/XML: {command: [./xml, -x], deadline: 2}
      middleware:
        submit: [{command: [sign]}]
        dispatch: [{command: [python3, ./sign.py, --now]}]
        response:
          - root: /data
          - capture: {header: X-Session, as: session}
          - {command: [/bin/check]}
      """)
    let root = try Workspace.open(folder.path).root
    #expect(
      read.middleware
        == MiddlewareRule(
          onSubmit: [.command(CommandRule(["sign"]))],
          onDispatch: [.command(CommandRule(["python3", "\(root)/sign.py", "--now"]))],
          parsers: [
            ParserRule(mediaType: "application/json", parser: .json),
            ParserRule(
              mediaType: "application/xml",
              parser: .command(CommandRule(["\(root)/xml", "-x"], deadline: .seconds(2)))),
          ],
          onResponse: [
            .root("/data"), .capture(header: "X-Session", name: "session"),
            .command(CommandRule(["/bin/check"])),
          ]))
    #expect(read.encoding == .form)
    #expect(
      read.summary
        == "form bodies, sign on submit, python3 on dispatch, application/json by json, "
        + "application/xml by xml, root /data, X-Session stored as session, check")
  }

  @Test func `programs that transform bodies are read, shown and part of what is trusted`()
    throws
  {
    let read = try gateway(
      "transform: {request: {command: [./hide, -e], deadline: 2}, response: {command: [tr, a, b]}}")
    let root = try Workspace.open(folder.path).root
    #expect(
      read.middleware
        == MiddlewareRule(
          requestTransform: CommandRule(["\(root)/hide", "-e"], deadline: .seconds(2)),
          responseTransform: CommandRule(["tr", "a", "b"])))
    #expect(read.middleware.commands.map(\.name) == ["hide", "tr"] && !read.middleware.isEmpty)
    #expect(read.summary == "request bodies by hide, response bodies by tr")
  }

  @Test(arguments: [
    ("transform: {reqest: {command: [x]}}", "4:17", "request"),
    ("transform: {request: {comand: [x]}}", "4:27", "command"),
    ("middleware: {respnse: []}", "4:18", "response"),
    ("middleware: {response: [{rot: /a}]}", "4:30", "root"),
    ("middleware: {response: [{root: data}]}", "4:36", "/error/code"),
    ("middleware: {response: [{root: /a, command: [x]}]}", "4:49", "exactly one of"),
    ("middleware: {response: [{}]}", "4:29", "root, capture and command"),
    ("middleware: {response: [{root: /a, deadline: 3}]}", "4:50", "Remove"),
    ("middleware: {response: [{capture: {header: X Y, as: a}}]}", "4:48", "letters"),
    ("middleware: {response: [{capture: {header: X, as: 'a b'}}]}", "4:55", "letters"),
    ("middleware: {response: [{capture: {header: X}}]}", "4:39", "as"),
    ("middleware: {submit: [{command: []}]}", "4:37", "list"),
    ("middleware: {submit: [{command: [tools/x]}]}", "4:37", "./tools/x"),
    ("middleware: {submit: [{command: [x], deadline: 0}]}", "4:52", "more than 0"),
    ("middleware: {submit: [{comand: [x]}]}", "4:28", "command"),
    ("parsers: {json: json}", "4:15", "application/json"),
    ("parsers: {application/json: jsn}", "4:33", "json"),
    ("encode: fomr", "4:13", "form"),
    ("options: {parse: json}", "4:22", "application/json"),
  ])
  func `a mistake in stages names its place and the right word`(
    text: String, place: String, help: String
  ) throws {
    let found = try #require(problem(text))
    let reported = "\(found.what) \(found.why) \(found.whatToDo)"
    #expect(reported.contains("weir.yaml:\(place)"), "\(reported)")
    #expect(found.whatToDo.contains(help), "\(reported)")
  }

  @Test func `an untrusted workspace runs no program, and a changed program is no longer trusted`()
    throws
  {
    _ = try gateway("middleware: {dispatch: [{command: [./sign.sh]}]}")
    try folder.write("echo 1", to: "sign.sh")
    let workspace = try Workspace.open(folder.path)
    let accepted = "\(folder.path)/state/trust"
    try folder.write("", to: "state/trust")
    let before = try WorkspaceTrust.examine(workspace, accepted: accepted)
    var request = try #require(
      Preparation(files: .assumed, gateways: workspace.settings.gateways)
        .examine(Draft(url: "/x", gateway: "api")).request)
    #expect(request.gateway?.middleware == .byName)
    #expect(
      before.problems(with: request, in: workspace).map(\.what)
        == ["The gateway api runs the program sign.sh."])
    request.gateway = nil
    #expect(before.problems(with: request, in: workspace).isEmpty)
    _ = try before.accept(workspace, accepted: accepted)
    #expect(
      try WorkspaceTrust.examine(workspace, accepted: accepted).state == .trusted)
    try folder.write("echo 2", to: "sign.sh")
    #expect(
      try WorkspaceTrust.examine(workspace, accepted: accepted).state == .untrusted)
  }
}
