import ClientModel
import Testing

@testable import ViewModels

/// JSON bodies in which templates stand in place of values.
struct TemplatedJSONTests {
  /// The text without white space outside of strings and templates.
  private func squeezed(_ text: String) -> String {
    var result = ""
    var (isInString, isEscaped, depth) = (false, false, 0)
    var rest = text[...]
    while let character = rest.first {
      if !isInString, rest.hasPrefix("{{") { depth += 1 }
      if isInString || depth > 0 || !character.isWhitespace { result.append(character) }
      if depth > 0, rest.hasPrefix("}}") {
        depth = 0
        result.append("}")
        rest = rest.dropFirst()
      } else if depth == 0 {
        if character == "\"", !isEscaped { isInString.toggle() }
        isEscaped = isInString && character == "\\" && !isEscaped
      }
      rest = rest.dropFirst()
    }
    return result
  }

  @Test(arguments: [
    #"{"params":{"input":{{x}},"b":"{{q}}"}}"#, #"{"a":{{obj}},"b":[{{x}},{{x}}]}"#, "{{obj}}",
    #"{"a": {{ spaced name }}, "b": 1{{zeros}}}"#, #"[{{a}},{"b":{"c":{{d}}}}]"#,
    #"{"s":"a {{q}} } b","n":{{n}}}"#, #"{"e":"\"{{","n":{{n}}}"#, #"{"a":{{x}}{{y}}}"#,
    #"{"a":-{{x}},"b":{{x}}e5}"#,
  ])
  func `indenting changes white space only`(text: String) throws {
    let laid = try #require(TemplatedJSON(text).laidOut)
    #expect(squeezed(laid) == squeezed(text))
    #expect(TemplatedJSON(laid).laidOut == laid, "indented again it stays")
    #expect(laid == text || laid.contains("\n") || !text.contains(","))
  }

  @Test func `templates stand where values stand`() {
    #expect(
      TemplatedJSON(#"{"a":{{x}},"b":[{{y}},{{z}}],"c":{}}"#).laidOut
        == "{\n  \"a\": {{x}},\n  \"b\": [\n    {{y}},\n    {{z}}\n  ],\n  \"c\": {}\n}")
  }

  @Test(arguments: [
    #"{"a":{{x}}, // note"# + "\n\"b\":2}", #"{"a":{{x}"#, "{{a}}: 1", #"{"a":1 {{more}}}"#,
    #"{"a" {{x}}}"#, "",
  ])
  func `a text that is not JSON is left alone`(text: String) {
    #expect(TemplatedJSON(text).laidOut == nil)
  }

  @Test func `an indented body can be sent`() {
    var model = AppModel()
    var draft = Draft(method: "POST", url: "https://a.example/")
    draft.body = .json(#"{"n":{{x}},"s":"{{x}}"}"#)
    _ = model.receive(.composer(.loaded(draft, name: "a")))
    let environment = Environment(name: "dev", values: ["x": "5"])
    _ = model.receive(.environments(.list(["dev"], chosen: environment)))
    _ = model.perform(.composer(.indent))
    #expect(model.composer.draft.text(of: .body).contains("\"n\": {{x}},"))
    guard case .text(let sent)? = model.composer.examination.request?.body else {
      Issue.record("The request cannot be sent.")
      return
    }
    #expect(sent.masked.contains("\"n\": 5,"))
  }
}
