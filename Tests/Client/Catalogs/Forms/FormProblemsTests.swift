import ClientModel
import Testing

@testable import ClientCatalogs

struct FormProblemsTests {
  /// What is wrong with one text in one field.
  private func faults(
    _ kind: Schema.Kind, _ text: String, _ change: (inout Schema) -> Void = { _ in }
  ) -> [String] {
    var sketch = CatalogSketch()
    let schema = sketch.add(kind, change)
    var form = sketch.form(.get, "/x", [.sketch("q", schema)])
    form.set(text, for: .parameter(.query, "q"))
    for problem in form.problems {
      #expect(problem.field == .parameter(.query, "q"))
      #expect(!problem.what.isEmpty && !problem.whatToDo.isEmpty)
    }
    return form.problems.map(\.why)
  }

  @Test func `numbers are measured`() {
    #expect(faults(.integer, "7") == [])
    #expect(faults(.integer, "1e3") == [])
    #expect(faults(.integer, "7.5") == ["`7.5` is not a whole number."])
    #expect(faults(.integer, "seven") == ["`seven` is not a whole number."])
    #expect(faults(.number, "+1") == ["`+1` is not a number."])
    #expect(faults(.number, "0x10") == ["`0x10` is not a number."])
    #expect(faults(.number, "1e999") == ["`1e999` is not a number."])
    #expect(faults(.number, "0.5") { $0.bounds.minimum = 1 } == ["`0.5` is too small."])
    #expect(faults(.number, "1") { $0.bounds.minimum = 1 } == [])
    #expect(
      faults(.number, "1") {
        $0.bounds.minimum = 1
        $0.bounds.isMinimumExclusive = true
      } == ["`1` is too small."])
    #expect(faults(.number, "9") { $0.bounds.maximum = 8.5 } == ["`9` is too large."])
    #expect(
      faults(.integer, "7") { $0.bounds.multipleOf = 2 } == ["`7` is not a multiple of 2."])
    #expect(faults(.number, "0.3") { $0.bounds.multipleOf = 0.1 } == [])
    #expect(
      faults(.integer, "2147483648") { $0.format = "int32" }
        == ["`2147483648` does not fit in 32 bits."])
    #expect(
      faults(.integer, "9223372036854775808") { $0.format = "int64" }
        == ["`9223372036854775808` does not fit in 64 bits."])
  }

  @Test func `texts are measured`() {
    #expect(faults(.text, "ab") { $0.bounds.minimumLength = 3 } == ["It has 2 characters."])
    #expect(faults(.text, "👩‍👩‍👧") { $0.bounds.maximumLength = 4 } == ["It has 5 characters."])
    #expect(faults(.text, "abc") { $0.bounds.pattern = "b" } == [])
    #expect(
      faults(.text, "abc") { $0.bounds.pattern = "^b" } == ["It does not match the pattern ^b."])
    #expect(faults(.text, "٣") { $0.bounds.pattern = "^\\d$" } != [])
    #expect(faults(.text, "abc") { $0.bounds.pattern = "(?<" } == [])
    #expect(faults(.boolean, "yes") == ["`yes` is neither true nor false."])
    #expect(faults(.text, "123e4567-e89b-12d3-a456-426614174000") { $0.format = "uuid" } == [])
    #expect(faults(.text, "123e4567") { $0.format = "uuid" } == ["`123e4567` is not a UUID."])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a pattern that takes for ever is not measured`() {
    let text = String(repeating: "a", count: 64) + "!"
    #expect(faults(.text, text) { $0.bounds.pattern = "^(a+)+$" } == [])
    #expect(faults(.text, text) { $0.bounds.pattern = "^((a|b)*c?)*$" } == [])
  }

  @Test(arguments: [
    ("2026-02-28", true), ("2024-02-29", true), ("2026-02-29", false), ("2026-13-01", false),
    ("2026-1-1", false), ("21.11.2026", false),
  ]) func `days are days`(text: String, isDay: Bool) {
    #expect(faults(.text, text) { $0.format = "date" }.isEmpty == isDay)
  }

  @Test(arguments: [
    ("2026-11-21T19:18:58Z", true), ("2026-11-21t19:18:58.123+02:00", true),
    ("2026-11-21T19:18:60Z", true), ("2026-11-21T19:18:58", false),
    ("2026-11-21 19:18:58Z", false), ("2026-11-21T24:00:00Z", false),
    ("2026-11-21T19:18:58.Z", false), ("2026-11-21T19:18:58+0200", false),
  ]) func `times are times`(text: String, isTime: Bool) {
    #expect(faults(.text, text) { $0.format = "date-time" }.isEmpty == isTime)
  }

  @Test func `a value that is none of the choices is refused with the nearest one`() {
    var sketch = CatalogSketch()
    let schema = sketch.add(.text) { $0.choices = ["\"available\"", "\"sold\""] }
    var form = sketch.form(.get, "/x", [.sketch("status", schema)])
    form.set("availble", for: .parameter(.query, "status"))
    #expect(form.problems.map(\.whatToDo) == ["Did you mean `available`?"])
    form.set("zzz", for: .parameter(.query, "status"))
    #expect(form.problems.map(\.whatToDo) == ["Choose one of: available, sold."])
  }

  @Test func `templates and references are not measured`() {
    var sketch = CatalogSketch()
    let number = sketch.add(.integer)
    let uuid = sketch.add(.text) { $0.format = "uuid" }
    var form = sketch.form(
      .get, "/x", [.sketch("n", number), .sketch("X-Id", .header, uuid)])
    form.set("{{n}}", for: .parameter(.query, "n"))
    form.set("env:ID", for: .parameter(.header, "X-Id"))
    #expect(form.problems == [])
  }

  @Test func `all problems are reported at once, each at its field, and required ones too`() {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    let list = sketch.add(.list(of: sketch.add(.integer))) {
      $0.bounds.minimumItems = 3
      $0.bounds.hasUniqueItems = true
    }
    let inner = sketch.object([("a", text), ("b", text)], required: ["a"])
    let body = sketch.object(
      [("name", text), ("inner", inner), ("list", list)], required: ["name"])
    var form = sketch.form(
      .post, "/x/{id}", [.sketch("id", .path, text), .sketch("q", text, isRequired: true)],
      bodies: [.sketch("application/json", body)], isBodyRequired: true)
    #expect(
      form.problems.map { "\($0.field)" } == ["path.id", "query.q", "body.name"])
    form.set("x", for: FieldID.body.property("inner").property("b"))
    for value in ["1", "1"] {
      form.set(value, for: form.addItem(to: FieldID.body.property("list")))
    }
    form.set("..", for: .parameter(.path, "id"))
    #expect(
      form.problems.map { "\($0.field)" }
        == ["path.id", "query.q", "body.name", "body.inner.a", "body.list", "body.list"])
  }

  @Test func `nothing within a body that is not given is missing`() {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    let body = sketch.object([("name", text), ("more", text)], required: ["name"])
    var form = sketch.form(.post, "/x", bodies: [.sketch("application/json", body)])
    #expect(form.problems == [])
    #expect(form.draft().body == .none)
    form.set("x", for: FieldID.body.property("more"))
    #expect(form.problems.map { "\($0.field)" } == ["body.name"])
  }

  @Test func `a value that holds its own separator is refused`() {
    var sketch = CatalogSketch()
    let list = sketch.list()
    var form = sketch.form(
      .get, "/x",
      [.sketch("q", list, style: .pipeDelimited, explode: false), .sketch("H", .header, list)])
    form.set("a|b", for: form.addItem(to: .parameter(.query, "q")))
    form.set("a,b", for: form.addItem(to: .parameter(.header, "H")))
    #expect(form.problems.map { "\($0.field)" } == ["query.q[0]", "header.H[0]"])
  }

  @Test func `a body that the endpoint does not take is reported and stays`() throws {
    let form = CatalogSketch().form(.post, "/x")
    var draft = form.draft()
    draft.body = .text("a,b", mediaType: "text/csv")
    let read = EndpointForm(reading: draft, form.endpoint, in: form.catalog)
    #expect(read.problems.map(\.why) == ["POST /x does not accept a body."])
    #expect(read.draft() == draft)
    var dropped = read
    dropped.clear(try #require(read.problems.first).field)
    #expect(dropped.problems == [])
    #expect(dropped.draft().body == .none)
  }
}
