import Foundation
import TestSupport
import TestTraits
import Testing

/// Each shell completes values of a workspace and its store through the script that `weir` prints.
@Suite(.serialized, .usesSystem(minutes: 5)) struct ShellCompletionTests {
  /// A workspace whose names try to be more than names, and a queue with two jobs.
  private static func home() throws -> WeirHome {
    let home = try WeirHome()
    let files = [
      "weir.yaml":
        "name: Shop\nenvironment: local\ngateways:\n  shop: {url: 'http://127.0.0.1:1/{{v}}'}\n",
      "environments.yaml":
        "environments:\n  local: {v: geheim}\n  staging: {v: geheim, w: geheim}\n",
      "requests/users/list.yaml": "url: http://127.0.0.1:1/\n",
      "requests/my users.yaml": "url: http://127.0.0.1:1/\n",
      "requests/$(touch ran).yaml": "url: http://127.0.0.1:1/\n",
      "requests/`touch ran`.yaml": "url: http://127.0.0.1:1/\n",
      "requests/it's a:b.yaml": "url: http://127.0.0.1:1/\n",
      "requests/ünïcode.yaml": "url: http://127.0.0.1:1/\n",
      "graphs/flow.yaml": "steps: {one: {request: users/list}}\n",
      "elsewhere/weir.yaml": "name: Other\n",
      "elsewhere/requests/other.yaml": "url: http://127.0.0.1:1/\n",
    ]
    for (path, text) in files { try home.folder.write("work/\(path)", text) }
    try home.folder.write("work/requests/a\nb.yaml", "url: http://127.0.0.1:1/\n")
    try home.add("http://127.0.0.1:1/first")
    try home.add("https://api.invalid/second?token=geheim")
    return home
  }

  private static func expectNothingRan(_ home: WeirHome) {
    #expect(!FileManager.default.fileExists(atPath: home.workingFolder + "/ran"))
  }

  @Test func `bash completes names, quotes them and runs none`() async throws {
    try await onOwnThread {
      let home = try Self.home()
      let rig = try CompletionRig("bash", home: home)
      let names = try rig.bash("weir run ")
      #expect(
        Set(names) == [
          #"users/list"#, #"my\ users"#, #"\$\(touch\ ran\)"#, #"\`touch\ ran\`"#, #"it\'s\ a:b"#,
          "ünïcode", "flow",
        ])
      #expect(try rig.bash("weir run us") == ["users/list"])
      #expect(try rig.bash("weir run my", ["weir", "run", "my"]) == [#"my\ users"#])
      #expect(try rig.bash("weir run 'my u", ["weir", "run", "'my u"]) == ["my users"])
      #expect(try rig.bash("weir run --workspace elsewhere ") == ["other"])
      #expect(try rig.bash("weir run --env ") == ["local", "staging"])
      Self.expectNothingRan(home)
    }
  }

  @Test func `bash completes words that it divides at colons and equals signs`() async throws {
    try await onOwnThread {
      let rig = try CompletionRig("bash", home: try Self.home())
      let lanes = ["weir", "queue", "pause"]
      #expect(try rig.bash("weir queue pause ").contains("https://api.invalid"))
      #expect(try rig.bash("weir queue pause https:", lanes + ["https", ":"]) == ["//api.invalid"])
      #expect(
        try rig.bash("weir queue pause https://a", lanes + ["https", ":", "//a"])
          == ["//api.invalid"])
      #expect(
        try rig.bash("weir run --env=st", ["weir", "run", "--env", "=", "st"]) == ["staging"])
      #expect(
        try rig.bash(
          "weir run --workspace=elsewhere ", ["weir", "run", "--workspace", "=", "elsewhere", ""])
          == ["other"])
      #expect(
        try rig.bash(
          "weir send url Content-Type:application/js",
          ["weir", "send", "url", "Content-Type", ":", "application/js"])
          == ["application/json", #"application/json-patch+json"#])
      #expect(
        try rig.bash("weir history state:fa", ["weir", "history", "state", ":", "fa"])
          == ["failed"])
    }
  }

  @Test func `bash completes jobs, states, gateways, endpoints, fields and topics`() async throws {
    try await onOwnThread {
      let rig = try CompletionRig("bash", home: try Self.home())
      #expect(Set(try rig.bash("weir queue cancel ")) == ["1", "2"])
      #expect(try rig.bash("weir queue resolve ") == [])
      #expect(try rig.bash("weir queue list --state int") == ["interrupted"])
      #expect(try rig.bash("weir send --gateway ") == ["shop", "none"])
      #expect(try rig.bash("weir send --endpoint bookshop#").contains { $0.hasPrefix("bookshop#") })
      #expect(
        try rig.bash("weir send --endpoint haven#analyzesentiment te") == ["text="])
      #expect(try rig.bash("weir send api.invalid Content-T") == ["Content-Type:"])
      #expect(try rig.bash("weir send --env staging --var ") == ["v=", "w="])
      #expect(try rig.bash("weir help troubl") == ["troubleshooting"])
      #expect(try rig.bash("weir help queue can") == ["cancel"])
      #expect(try rig.bash("weir que") == ["queue"])
    }
  }

  @Test func `fish completes values with descriptions`() async throws {
    try await onOwnThread {
      let home = try Self.home()
      let rig = try CompletionRig("fish", home: home)
      let names = try rig.fish("weir run ")
      for name in ["users/list", "my users", "$(touch ran)", "`touch ran`", "it's a:b", "ünïcode"] {
        #expect(names.contains("\(name)\trequest"), "\(name) in \(names)")
      }
      #expect(names.contains("flow\tgraph") && names.count == 7)
      let jobs = try rig.fish("weir queue cancel ")
      #expect(jobs.contains("1\twaiting  GET http://127.0.0.1:1/first"))
      #expect(jobs.contains { $0.hasPrefix("2\t") } && !jobs.contains { $0.contains("geheim") })
      #expect(try rig.fish("weir run --workspace elsewhere ") == ["other\trequest"])
      #expect(try rig.fish("weir queue pause https:") == ["https://api.invalid\tlane"])
      #expect(try rig.fish("weir send --gateway sh").first?.hasPrefix("shop\t") == true)
      #expect(
        try rig.fish("weir send --endpoint haven#analyzesentiment tex").first?.hasPrefix("text=")
          == true)
      Self.expectNothingRan(home)
    }
  }

  /// Types a line into an empty one, presses Tab, and types the rest.
  private func expect(
    _ text: String, completing line: String, _ rest: String = "", in session: TmuxSession
  ) throws {
    try session.keys("C-u")
    try session.type(line)
    try session.keys("Tab")
    if !rest.isEmpty { try session.type(rest) }
    try session.expect(text)
  }

  @Test func `zsh completes values with descriptions`() async throws {
    try await onOwnThread {
      let home = try Self.home()
      let session = try CompletionRig("zsh", home: home).terminal()
      try expect("weir run users/list", completing: "weir run u", in: session)
      try expect(
        "waiting  GET http://127.0.0.1:1/first", completing: "weir queue cancel ", in: session)
      try expect(#"weir run it\'s\ a:b"#, completing: "weir run it", in: session)
      try expect(
        "weir queue pause https://api.invalid", completing: "weir queue pause https:", in: session)
      try expect(#"weir run \$\(touch\ ran\)"#, completing: #"weir run \$"#, in: session)
      // No blank separates a name from the value that follows.
      try expect("Content-Type:x", completing: "weir send api.invalid Content-T", "x", in: session)
      Self.expectNothingRan(home)
    }
  }

  @Test func `bash inserts a quoted name and no blank before a value`() async throws {
    try await onOwnThread {
      let home = try Self.home()
      let session = try CompletionRig("bash", home: home).terminal()
      try expect(#"weir run \$\(touch\ ran\)"#, completing: #"weir run \$"#, in: session)
      try expect("weir run 'my users'", completing: "weir run 'my", in: session)
      try expect(
        "weir queue pause https://api.invalid", completing: "weir queue pause https:", in: session)
      // No blank separates a name from the value that follows.
      try expect("Content-Type:x", completing: "weir send api.invalid Content-T", "x", in: session)
      Self.expectNothingRan(home)
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a shell is told nothing of what prevents completion`(_ shell: String) async throws {
    try await onOwnThread {
      let home = try WeirHome()
      let calls = [
        ["run", "--", "positional@0", "2", "0", "weir", "run", ""],
        ["queue", "cancel", "--", "positional@0", "3", "0", "weir", "queue", "cancel", ""],
        ["run", "--", "positional@9", "2", "0", "weir", "run", ""], ["nothing"], [],
        ["run", "--", "positional@0", "x"],
      ]
      func expectSilence() throws {
        for call in calls {
          let run = try home.run(["---completion"] + call, environment: ["SAP_SHELL": shell])
          #expect(run.code == 0 && run.errorOutput.isEmpty)
          // The script for zsh drops the last line, which is a blank.
          #expect(run.lines.allSatisfy { $0 == " " }, "\(run.output)")
        }
      }
      try expectSilence()
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path("data")) == [])
      try home.folder.write("work/weir.yaml", "nonsense: [\n")
      try expectSilence()
      #expect(!FileManager.default.fileExists(atPath: home.stateFolder), "a store was made")
    }
  }
}
