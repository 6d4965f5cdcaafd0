import ClientModel
import ClientWorkspace
import TestSupport
import Testing

/// Mistakes in every kind of file of a workspace: file, line, column, what is wrong and the nearest right
/// one; and files made to take for ever.
@Suite struct BadFileTests {
  enum Kind: String, CaseIterable, Sendable {
    case workspace = "weir.yaml"
    case environments = "environments.yaml"
    case request = "requests/a/r.yaml"
    case graph = "graphs/g.yaml"
  }

  private func problem(_ text: String, in kind: Kind) throws -> WorkspaceProblem? {
    let folder = try TemporaryFolder()
    try folder.write("name: test\n", to: "weir.yaml")
    try folder.write(text, to: kind.rawValue)
    do throws(WorkspaceProblem) {
      let workspace = try Workspace.open(folder.path)
      switch kind {
      case .workspace: break
      case .environments: _ = try workspace.environments()
      case .request: _ = try workspace.load(RequestName("a/r")!)
      case .graph: _ = try workspace.graph("g")
      }
      return nil
    } catch { return error }
  }

  private static let mistakes: [(kind: Kind, text: String, line: Int, column: Int, hint: String)] =
    [
      (.workspace, "name: x\ngatewys: {}\n", 2, 1, "gateways"),
      (.workspace, "gateways:\n  api:\n    ulr: http://h\n", 3, 5, "url"),
      (.workspace, "gateways:\n  api:\n    url: http://h\n    encode: fomr\n", 4, 13, "form"),
      (
        .workspace, "gateways:\n  api:\n    url: http://h\n    parsers: {a/b: jsn}\n", 4, 20, "json"
      ),
      (
        .workspace,
        "gateways:\n  api:\n    url: http://h\n    stubs:\n      - {path: /x, statsu: 200}\n",
        5, 20, "status"
      ),
      (
        .workspace,
        "gateways:\n  api:\n    url: http://h\n    stubs:\n      - {path: /x, fail: dorp}\n",
        5, 26, "drop"
      ),
      (.environments, "shraed: {a: b}\n", 1, 1, "shared"),
      (.request, "url: http://h\nmehtod: POST\n", 2, 1, "method"),
      (.request, "url: http://h\noptions: {timeot: 3}\n", 2, 11, "timeout"),
      (.request, "url: http://h\nassert:\n  - status 2xx\n  - status 20\n", 4, 5, "2xx"),
      (.request, "url: http://h\nassert: [time < soon]\n", 2, 10, "2 s"),
      (.request, "url: http://h\nassert:\n  - {a: b}\n", 3, 5, "quotes"),
      (.graph, "on-failur: stop\nsteps: {}\n", 1, 1, "on-failure"),
      (.graph, "steps:\n  a: {request: x, nedes: [a]}\n", 2, 19, "needs"),
      (.graph, "on-failure: stpo\nserial: [a]\n", 1, 13, "stop"),
    ]

  @Test(arguments: mistakes.indices)
  func `a mistake is shown by file, line, column and the nearest right word`(_ place: Int) throws {
    let mistake = Self.mistakes[place]
    let found = try #require(try problem(mistake.text, in: mistake.kind))
    let at = try #require(found.place)
    #expect(at.file.hasSuffix(mistake.kind.rawValue), "\(found)")
    #expect(at.line == mistake.line && at.column == mistake.column, "\(found)")
    #expect(found.whatToDo.contains(mistake.hint), "\(found)")
  }

  /// Aliases of aliases, deep nesting, and very many keys.
  private static let bombs: [String] = {
    var aliases = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
    for level in 1..<12 {
      let one = "*a\(level - 1)"
      aliases +=
        "a\(level): &a\(level) [\(Array(repeating: one, count: 9).joined(separator: ","))]\n"
    }
    let deep =
      "steps: " + String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
    let merged = "x: &x {a: &y {<<: *y}}\n<<: *x\n"
    return [aliases, deep, merged]
  }()

  @Test(arguments: Kind.allCases)
  func `a bomb in any file is an error within 100 ms`(_ kind: Kind) throws {
    for (number, bomb) in Self.bombs.enumerated() {
      var found: WorkspaceProblem?
      // The best of three: others work on the same machine.
      var quickest = Duration.seconds(60)
      for _ in 0..<3 where quickest >= .milliseconds(100) {
        quickest = min(quickest, try threadTime { found = try problem(bomb, in: kind) })
      }
      #expect(found != nil, "bomb \(number)")
      #expect(quickest < .milliseconds(100), "bomb \(number): \(quickest)")
    }
  }
}
