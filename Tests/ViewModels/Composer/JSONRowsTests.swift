import ClientModel
import Testing

@testable import ViewModels

/// A JSON body as rows.
@Suite struct JSONRowsTests {
  private let text = """
    {
      "name":  "T\\u0069mber",
      "tags": ["a", "b"],
      "price": {"amount": 6.50, "free": false, "note": null},
      "count": {{n}}
    }

    """

  private func rows(_ text: String) throws -> JSONRows { try #require(JSONRows(text)) }

  /// Returns the text after a change of the row with this label.
  private func change(
    _ label: String, _ change: (JSONRows, Int) -> String?
  ) throws -> String? {
    let rows = try rows(text)
    return change(rows, try #require(rows.rows.firstIndex { $0.label == label }))
  }

  @Test func `each value is a row with its depth, name, text and kind`() throws {
    let rows = try rows(text)
    #expect(
      rows.rows.map { "\($0.depth) \($0.label) \($0.kind.rawValue) \(rows.shown($0))" } == [
        "0 body object {4}", "1 name string Timber", "1 tags array [2]", "2 0 string a",
        "2 1 string b", "1 price object {3}", "2 amount number 6.50", "2 free boolean false",
        "2 note null null", "1 count template {{n}}",
      ])
  }

  @Test(arguments: ["", "{", "{\"a\": }", "[1,]", "{\"a\": 1} x"])
  func `a text that is not JSON has no rows`(text: String) {
    #expect(JSONRows(text) == nil)
  }

  @Test func `a text that is too large or too deep has no rows`() {
    #expect(JSONRows("[\"\(String(repeating: "a", count: JSONRows.limit))\"]") == nil)
    #expect(
      JSONRows(String(repeating: "[", count: 70) + String(repeating: "]", count: 70)) == nil)
  }

  @Test(arguments: [
    ("name", "Oak \"1\"", "\"T\\u0069mber\"", "\"Oak \\\"1\\\"\""), ("amount", "7", "6.50", "7"),
    ("free", "true", "false", "true"), ("count", "3", "{{n}}", "3"), ("0", "", "\"a\"", "\"\""),
    ("amount", "{{x}}", "6.50", "{{x}}"),
  ])
  func `a new value replaces only its own bytes`(
    label: String, value: String, old: String, new: String
  ) throws {
    #expect(
      try change(label) { $0.setting($1, to: value) } == text.replacing(bytes: old, with: new))
  }

  @Test(arguments: ["name", "amount", "count", "tags"])
  func `the same value leaves each byte`(label: String) throws {
    #expect(try change(label) { $0.setting($1, to: $0.text(of: $0.rows[$1])) } == text)
  }

  @Test(arguments: [("amount", "7a"), ("free", "yes"), ("note", ""), ("price", "1"), ("free", "1")])
  func `a text that is not of the row's kind is refused`(label: String, value: String) throws {
    #expect(try change(label) { $0.setting($1, to: value) } == nil)
  }

  @Test func `a member is renamed, an element is not`() throws {
    #expect(
      try change("name") { $0.renaming($1, to: "title") }
        == text.replacing(bytes: "\"name\"", with: "\"title\""))
    #expect(try change("0") { $0.renaming($1, to: "x") } == nil)
  }

  @Test func `the kind changes in one order, and the text is kept where it can be`() throws {
    var text = "\"12\""
    var kinds: [String] = []
    for _ in 0..<7 {
      text = try #require(try rows(text).changingKind(0))
      kinds.append(text)
    }
    #expect(kinds == ["12", "true", "false", "null", "{}", "[]", "\"\""])
    #expect(try rows("\"{{n}}\"").changingKind(0) == "{{n}}")
    #expect(try change("price") { $0.changingKind($1) } == nil)
  }

  @Test func `a row is added below a value, with its indentation, or at the end of an object`()
    throws
  {
    #expect(
      try change("name") { $0.adding(at: $1)?.text }
        == text.replacing(bytes: "mber\",", with: "mber\",\n  \"\": \"\","))
    #expect(
      try change("tags") { $0.adding(at: $1)?.text }
        == text.replacing(bytes: "\"b\"]", with: "\"b\", \"\"]"))
    #expect(
      try change("body") { $0.adding(at: $1)?.text }
        == text.replacing(bytes: "{{n}}", with: "{{n}},\n  \"\": \"\""))
    #expect(try rows("{}").adding(at: 0)?.text == "{\"\": \"\"}")
    #expect(try rows("3").adding(at: 0) == nil)
    let added = try #require(try rows(text).adding(at: 2))
    #expect(try rows(added.text).rows[added.row].label == "2")
  }

  @Test func `a deleted row goes with its comma`() throws {
    #expect(
      try change("name") { $0.removing($1) }
        == text.replacing(bytes: "\n  \"name\":  \"T\\u0069mber\",", with: ""))
    #expect(try change("1") { $0.removing($1) } == text.replacing(bytes: ", \"b\"", with: ""))
    #expect(
      try change("count") { $0.removing($1) }
        == text.replacing(bytes: ",\n  \"count\": {{n}}", with: "")
    )
    #expect(try rows("[ 1 ]").removing(1) == "[]")
    #expect(try change("body") { $0.removing($1) } == nil)
  }

  // MARK: The composer

  private func composer(_ text: String) -> ComposerModel {
    var composer = ComposerModel()
    composer.load(Draft(method: "POST", url: "http://a.example", body: .json(text)))
    composer.show(.body)
    _ = composer.perform(.bodyRows)
    return composer
  }

  private func body(_ composer: ComposerModel) -> String { composer.draft.text(of: .body) }

  @Test func `the body changes between rows and text without a change of its bytes`() {
    var composer = composer(text)
    #expect(composer.cursor == .cell(.json, row: 0, .value))
    _ = composer.perform(.bodyRows)
    #expect(composer.cursor == .body && body(composer) == text && !composer.isUnsaved)
  }

  @Test func `an added member gets its name and value by typing`() {
    var composer = composer("")
    #expect(body(composer) == "{}")
    _ = composer.perform(.addRow)
    composer.insert("id")
    composer.typeOn(by: 1)
    composer.insert("12")
    composer.stopTyping()
    #expect(body(composer) == "{\"id\": \"12\"}")
    _ = composer.perform(.markRow)
    #expect(body(composer) == "{\"id\": 12}")
    composer.edit()
    composer.insert("x")
    #expect(
      body(composer) == "{\"id\": 12}" && composer.optionProblem?.why == "`12x` is not a number.")
    composer.typeOn(by: 1)
    #expect(composer.isTyping)
    _ = composer.perform(TypingCommand.leave)
    _ = composer.perform(.deleteRow)
    #expect(body(composer) == "{}")
  }

  @Test func `a body that is not JSON stays text and says where the error is`() {
    var model = AppModel()
    let draft = Draft(method: "POST", url: "http://a.example", body: .json("{\"a\" 1}"))
    _ = model.receive(.composer(.loaded(draft, name: "add")))
    _ = model.perform(.composer(.bodyRows))
    #expect(model.notice?.what == "The body cannot be shown as rows.")
    #expect(model.notice?.why.begins(with: "Line 1, column 6") == true)
  }
}
