import Foundation
import TestSupport
import TestTraits
import Testing

/// Graphs through the program: files, `weir run`, and what is left after it.
@Suite(.serialized, .usesSystem(minutes: 5)) struct GraphCommandTests {
  /// A workspace of these graphs, with requests that name themselves at the server.
  static func home(_ url: String, _ graphs: [String: String], trusted: Bool = true) throws
    -> WeirHome
  {
    let home = try WeirHome()
    var files = [
      "weir.yaml": "name: Graphs\n", "environments.yaml": "shared: {base: \"\(url)\"}\n",
      "requests/get.yaml": "url: \"{{base}}/get\"\n",
      "requests/post.yaml": "method: POST\nurl: \"{{base}}/post\"\n",
      "requests/bad.yaml": "url: \"{{base}}/bad?status=500\"\n",
      "requests/echo.yaml": "url: \"{{base}}/{{value}}\"\n",
    ]
    for (name, text) in graphs { files["graphs/\(name).yaml"] = text }
    for (path, text) in files { try home.folder.write("work/\(path)", text) }
    if trusted { #expect(try home.run("trust").code == 0) }
    return home
  }

  private struct Printed: Decodable {
    struct Step: Decodable {
      var name: String
      var state: String
      var job: Int64?
      var status: Int?
      var because: String?
    }

    var id: String
    var state: String
    var call: String?
    var summary: String
    var steps: [Step]
  }

  private func printed(_ finished: WeirHome.Finished) throws -> Printed {
    try JSONDecoder().decode(Printed.self, from: Data(finished.output.utf8))
  }

  @Test func `a step that is tried again is named on standard error`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try Self.home(server.url, ["flow": "steps: {flaky: {request: flaky}}\n"])
      try home.folder.write(
        "work/requests/flaky.yaml", "url: \"{{base}}/flaky?drop=first&id=flaky\"\n")
      #expect(try home.run("trust").code == 0)
      let run = try home.run("run", "flow")
      #expect(run.code == 0, "\(run.output)")
      #expect(run.errorOutput.contains("flaky: Attempt 1 of "), "\(run.errorOutput)")
      let quiet = try home.run("run", "flow", "--format", "json")
      #expect(!quiet.errorOutput.contains("Attempt "))
    }
  }

  @Test func `R20 R21 R25 B16 weir run runs a graph and reports each step in input order`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try Self.home(
        server.url,
        [
          "flow": """
          on-failure: continue
          steps:
            last: { request: get, after: [sum] }
            first: { request: post }
            sum:
              jq: "[.a, .b] | add"
              inputs:
                a: { from: first, jq: ".id | length" }
                b: { from: first, jq: "38" }
            echo:
              request: echo
              inputs: { value: sum }
            bad: { request: bad }
            never: { request: get, needs: [bad] }
          """
        ])
      let table = try home.run("run", "flow")
      #expect(table.code == 1, "\(table.errorOutput)")
      #expect(table.lines.first == "g1  flow  4 of 6, 1 failed, 1 skipped")
      // What a local step gave stands nowhere else.
      #expect(table.lines.contains { $0.hasPrefix("  sum ") && $0.hasSuffix(" 42") })
      #expect(try home.run("show", "g1").lines == table.lines)
      let output = try home.run("run", "graphs/flow", "--call", "order-7", "--format", "json")
      let json = try printed(output)
      #expect(json.id == "g2" && json.state == "failed" && json.call == "order-7")
      #expect(json.steps.map(\.name) == ["last", "first", "sum", "echo", "bad", "never"])
      #expect(json.steps.map(\.state) == ["done", "done", "done", "done", "failed", "skipped"])
      #expect(output.output.contains(#""result" : 42,"#) && json.steps[2].job == nil)
      #expect(json.steps[4].status == 500 && json.steps[5].because == "bad")
      let ids = try server.ledger.entries().map(\.id).filter { $0 == "42" }
      #expect(ids.count == 2)
      // What a program outside asks of a job: which graph, which step.
      let listed = try home.run("queue", "list", "--format", "json")
      #expect(
        listed.output.contains(#""graph" : "g2""#) && listed.output.contains(#""step" : "echo""#))
      let shown = try home.run("show", "g1")
      #expect(shown.lines == table.lines)
      #expect(try home.run("show", "g1", "--step", "sum").output == "42\n")
      #expect(try home.run("show", "g1", "--step", "never").errorOutput.contains("skipped"))
      let unknown = try home.run("show", "g1", "--step", "smu")
      #expect(unknown.code == 2 && unknown.errorOutput.contains("sum"))
      #expect(try home.run("show", "g1", "--curl").code == 2)
      #expect(!(try home.run("show", "g1", "--body").output.contains("STEP")))
    }
  }

  @Test func `a queued graph survives its process and is run by the queue runner`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try Self.home(server.url, ["two": "serial: [get, post]\n"])
      let queued = try home.run("run", "--queue", "two")
      #expect(queued.lines == ["g1"])
      #expect(try server.ledger.entries().isEmpty)
      // Its parts are stored: the files may go.
      try FileManager.default.removeItem(atPath: home.workingFolder + "/requests")
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(try server.ledger.entries().map(\.id) == ["get", "post"])
      #expect(try home.run("queue", "wait", "g1").lines.first == "g1  two  2 of 2")
      #expect(try home.run("queue", "clear", "--finished").code == 0)
      #expect(try home.run("show", "g1").code == 2)
    }
  }

  @Test func `orders for graphs work from any process`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try Self.home(server.url, ["two": "serial: [get, post]\n"])
      for _ in 0..<2 { _ = try home.run("run", "--queue", "two") }
      #expect(try home.run("queue", "hold", "g1").lines == ["Graph g1: held. 0 of 2, held"])
      #expect(
        try home.run("queue", "cancel", "g2").lines == ["Graph g2: cancelled. 0 of 2, stopped"])
      #expect(try home.run("queue", "cancel", "g2").code == 2)
      #expect(try home.run("show", "g2").output.contains("notRun"))
      #expect(try home.run("queue", "delete", "g2").code == 2)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(try server.ledger.entries().isEmpty)
      #expect(try home.run("queue", "release", "g1").code == 0)
      #expect(try home.run("queue", "retry", "g2").code == 0)
      #expect(try home.run("queue", "run", "--until-idle").code == 0)
      #expect(try server.ledger.entries().map(\.id).sorted() == ["get", "get", "post", "post"])
    }
  }

  @Test func `T-R5 what cannot run ends with a word, never with waiting`() async throws {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try Self.home(
        server.url,
        [
          "empty": "steps: {}\n",
          "cycle": "steps:\n  a: {request: get, needs: [b]}\n  b: {request: get, needs: [a]}\n",
          "gone": "serial: [get, nowhere]\n", "wrong": "steps:\n  a: {request: get, neds: [a]}\n",
          "missing":
            "steps:\n  a: {request: get}\n  b: {request: echo, inputs: {value: {from: a, pointer: /no}}}\n",
        ])
      let empty = try home.run("run", "empty")
      #expect(empty.code == 0 && empty.lines == ["g1  empty  0 of 0"])
      let cycle = try home.run("run", "cycle")
      #expect(cycle.code == 2 && cycle.errorOutput.contains("wait for each other"))
      #expect(try home.run("run", "gone").errorOutput.contains("nowhere"))
      let wrong = try home.run("run", "wrong")
      #expect(wrong.code == 2 && wrong.errorOutput.contains("graphs/wrong.yaml:2:"))
      let missing = try home.run("run", "missing")
      #expect(missing.code == 2 && missing.output.contains("The value `value` is missing."))
      #expect(try server.ledger.entries().map(\.id) == ["get"])
      let unknown = try home.run("run", "mising")
      #expect(unknown.code == 2 && unknown.errorOutput.contains("graphs/missing"))
    }
  }

  @Test func `a jq program that cannot be read is reported at its place before anything is sent`()
    async throws
  {
    try await onOwnThread {
      let server = try RecorderServer()
      let home = try Self.home(
        server.url,
        [
          "good": "steps:\n  a: {request: get}\n  b: {jq: '.', inputs: {v: a}}\n",
          "step": "steps:\n  a: {request: get}\n  b: {jq: '.a b', inputs: {v: a}}\n",
          "input": """
          steps:
            a: {request: get}
            b:
              jq: |
                .v
              inputs: {v: {from: a, jq: "nothing(1)"}}
          """,
          "open": "steps:\n  a: {request: get}\n  b:\n    jq: |\n      .a\n      | (.b\n",
        ])
      for (name, place, words) in [
        ("step", "graphs/step.yaml:3:11", ["step `b`", "unexpected IDENT", "line 1"]),
        ("input", "graphs/input.yaml:6:31", ["input `v`", "nothing/1 is not defined", "line 1"]),
        ("open", "graphs/open.yaml:4:9", ["step `b`", "syntax error", "its end"]),
      ] {
        // The graph before it is not run either.
        let refused = try home.run("run", "good", name)
        #expect(refused.code != 0)
        for words in [place] + words {
          #expect(refused.errorOutput.contains(words), "\(refused.errorOutput)")
        }
      }
      #expect(server.requests.isEmpty)
      let session = try TmuxSession.open(home)
      try session.press(",", "r")
      try session.expect(focused: "b Requests")
      try session.press("/")
      try session.type("step")
      try session.press("Enter")
      try session.expect("graphs/step.yaml:3:11")
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `a program runs only in a trusted workspace, and jq never sees the environment`()
    async throws
  {
    try await onOwnThread {
      let server = try LedgerServer(.written)
      let home = try Self.home(
        server.url,
        [
          "tool": "steps:\n  t: {command: [sh, -c, 'echo 7 | tee ran']}\n",
          "env": "steps:\n  e: {jq: 'env | has(\"WEIR_TRIAL\")'}\n",
          "nojq": "steps:\n  e: {jq: '1'}\n",
        ], trusted: false)
      let refused = try home.run("run", "tool")
      #expect(refused.code == 2 && refused.errorOutput.contains("weir trust"))
      let ran = home.workingFolder + "/ran"
      #expect(!FileManager.default.fileExists(atPath: ran))
      let env = try home.run("run", "env", "--format", "json", environment: ["WEIR_TRIAL": "x"])
      #expect(env.output.contains(#""result" : false,"#))
      let nojq = try home.run("run", "nojq", environment: ["PATH": "/nonexistent"])
      #expect(nojq.code == 2 && nojq.errorOutput.contains("`jq` was not started"))
      #expect(try home.run("trust").code == 0)
      #expect(try home.run("run", "tool", "--format", "json").output.contains(#""result" : 7,"#))
      #expect(FileManager.default.fileExists(atPath: ran))
    }
  }
}
