import ClientYAML
import Testing

struct YAMLDocumentTests {
  private func problem(_ text: String, _ read: (YAMLNode) throws(YAMLProblem) -> Void = { _ in })
    -> YAMLProblem?
  {
    do {
      try read(try YAMLDocument.parse(text, file: "a.yaml"))
      return nil
    } catch { return error }
  }

  @Test func `values have kinds and places`() throws {
    let root = try YAMLDocument.parse("a: 1\nb:\n  - 'x'\n  - ~\n", file: "a.yaml")
    let fields = try root.fields(known: ["a", "b"])
    #expect(try fields["a"]?.integer() == 1)
    let list = try #require(try fields["b"]?.list())
    #expect(list.map(\.kind) == [.text("x"), .null])
    #expect(list[0].place == YAMLPosition(file: "a.yaml", line: 3, column: 5))
  }

  @Test func `an empty file is empty`() throws {
    #expect(try YAMLDocument.parse("# nothing\n", file: "a").entries().isEmpty)
  }

  @Test func `an unknown key names its place and the nearest known one`() {
    let found = problem("name: x\nmethd: GET\n") { node throws(YAMLProblem) in
      _ = try node.fields(known: ["name", "method"])
    }
    #expect(found?.what == "a.yaml:2:1 cannot be read.")
    #expect(found?.whatToDo.hasPrefix("Did you mean `method`?") == true)
  }

  @Test(arguments: [
    "a: [", "a: 1\na: 2", "\t- x", "a: *none", "- {a: b", "a: \"x", "a: b: c", "\u{0}", "a: \u{1}",
  ])
  func `what is not YAML is an error at a place`(text: String) {
    let found = problem(text)
    #expect(found != nil)
    #expect((found?.place.line ?? 0) >= 1)
  }

  @Test func `wrong types are reported`() {
    #expect(
      problem("a: x") { n throws(YAMLProblem) in
        _ = try n.fields(known: ["a"]).required("a").integer()
      }?.why.contains("whole number") == true)
    #expect(
      problem("a: 'true'") { n throws(YAMLProblem) in
        _ = try n.fields(known: ["a"]).required("a").boolean()
      } != nil)
    #expect(problem("a: x") { n throws(YAMLProblem) in _ = try n.list() } != nil)
    #expect(
      problem("a: x") { n throws(YAMLProblem) in _ = try n.fields(known: ["a"]).required("b") }?.why
        == "The key `b` is missing.")
    #expect(
      problem("htpp") { n throws(YAMLProblem) in _ = try n.choice(["http": 1]) }?.whatToDo.contains(
        "`http`") == true)
  }

  @Test(arguments: ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"], ["", "\u{301}"])
  func `a key that is an alias is found in its line`(end: String, mark: String) {
    let found = problem("a: &x 1\(end)#\(mark)\(end)#\(mark)\(end)? *x\(end): 2")
    #expect(found?.place == YAMLPosition(file: "a.yaml", line: 4, column: 3))
  }

  @Test(.timeLimit(.minutes(5))) func `an alias bomb ends in an error`() {
    var text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
    for level in 1..<12 {
      let one = "*a\(level - 1)"
      text += "a\(level): &a\(level) [\(Array(repeating: one, count: 9).joined(separator: ","))]\n"
    }
    #expect(problem(text) != nil)
    #expect(problem(text + "? *a11\n: x\n") != nil)
    #expect(problem(text + "*a11 : x\n") != nil)
    #expect(problem(text + "[*a11]: x\n") != nil)
    #expect(problem(text + "b: {[*a11] : x}\n") != nil)
  }

  @Test func `budgets hold at their limits`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(problem(nested(100)) == nil)
    #expect(problem(nested(101)) != nil)
    #expect(problem(nested(100_000)) != nil)
    func aliases(_ count: Int) -> String { "- &a x\n" + String(repeating: "- *a\n", count: count) }
    #expect(problem(aliases(1000)) == nil)
    #expect(problem(aliases(1001)) != nil)
    #expect(problem(String(repeating: "- x\n", count: 199_999)) == nil)
    #expect(problem(String(repeating: "- x\n", count: 200_000)) != nil)
    #expect(problem("a: " + String(repeating: "x", count: 10_000_000)) != nil)
  }

  @Test func `tags run nothing`() throws {
    #expect(try YAMLDocument.parse("!command 'rm -rf'", file: "a").text() == "rm -rf")
  }
}
