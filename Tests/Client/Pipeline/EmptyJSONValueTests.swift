import ClientModel
import ClientPipeline
import Testing

/// Values that fill templates of a JSON body outside of quotes.
struct EmptyJSONValueTests {
  private func examine(_ body: String, _ values: [String: SensitiveText]) -> Examination {
    let preparation = Preparation(
      environment: Environment(name: "test", values: values), files: .assumed,
      random: RandomSource { Array(repeating: 0xAB, count: $0) })
    return preparation.examine(Draft(method: "POST", url: "https://a/", body: .json(body)))
  }

  @Test(arguments: [
    (#"{"n": {{n}}, "b": 1}"#, ""), (#"[{{n}}]"#, ""), ("{{n}}", ""), (#"{"n": {{n}}}"#, "  "),
    (#"{"n": -{{n}}}"#, ""), (#"{"n": {{n}}}"#, "abc"), (#"{"n": {{n}}}"#, "1,"),
  ])
  func `a value that leaves the body without JSON is a problem`(body: String, value: String) {
    let result = examine(body, ["n": SensitiveText(value)])
    #expect(result.request == nil)
    #expect(result.problems.first?.place == .body)
    #expect(result.problems.first?.what == "The body is not valid JSON.")
  }

  @Test func `the name that is empty is said`() {
    let problems = examine(#"{"n": {{n}}}"#, ["n": ""]).problems
    #expect(problems.map(\.why) == ["{{n}} is empty, and a JSON value is expected in its place."])
    #expect(problems.first?.whatToDo.contains("null") == true)
  }

  @Test(arguments: [("\"{{n}}\"", ""), ("{{n}}", "null"), ("{{n}}", "[1]"), ("[1{{n}}]", "0")])
  func `an empty text within quotes and any JSON outside of them are sent`(
    body: String, value: String
  ) {
    #expect(examine(body, ["n": SensitiveText(value)]).problems == [])
  }

  @Test func `a name without a value is reported once`() {
    #expect(examine(#"{"n": {{n}}}"#, [:]).problems.map(\.what) == ["{{n}} has no value."])
  }
}
