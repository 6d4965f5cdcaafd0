import ClientModel
import TestSupport
import Testing

@testable import ClientCatalogs

struct FormSizeTests {
  @Test(.timeLimit(.minutes(1)))
  func `ten thousand values of one input stay usable`() throws {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    var rules = EndpointRules()
    rules.bulk = ["q"]
    var form = sketch.form(.get, "/x", [.sketch("q", text, isRequired: true)], rules: rules)
    let id = FieldID.parameter(.query, "q")
    form.setItems((0..<10_000).map { "value \($0)" }, of: id)
    #expect(form.rows.count == 10_002)
    #expect(form.problems == [])
    #expect(form.draft().query.count == 10_000)
    let last = form.addItem(to: id)
    form.set("one more", for: last)
    form.remove(try #require(form.rows.first { $0.label == "q[0]" }).id)
    let query = form.draft().query
    #expect(query.first?.value == "value 1" && query.last?.value == "one more")
    #expect(
      EndpointForm(reading: form.draft(), form.endpoint, in: form.catalog).rows.count == 10_002)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a thousand objects of a body stay usable`() {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    let item = sketch.object([("a", text), ("b", text)], required: ["a"])
    let list = sketch.add(.list(of: item))
    let form = sketch.form(
      .post, "/x", bodies: [.sketch("application/json", list)], isBodyRequired: true)
    var draft = form.draft()
    draft.body = .json(
      "[" + (0..<1000).map { "{\"a\":\"\($0)\",\"c\":{}}" }.joined(separator: ",") + "]")
    let read = EndpointForm(reading: draft, form.endpoint, in: form.catalog)
    #expect(read.draft() == draft)
    #expect(read.problems == [])
    #expect(read.rows.count > 3000)
  }

  /// A form of so many parameters and as many fields of its body, filled and read again.
  private func work(_ count: Int) throws {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    let names = (0..<count).map { "p\($0)" }
    let nested = sketch.object([("a", text)])
    let body = sketch.object(
      names.map { ("b" + $0, text) } + names.map { ("o" + $0, nested) })
    let form = sketch.form(
      .post, "/x", names.map { .sketch($0, text) }, bodies: [.sketch("application/json", body)],
      isBodyRequired: true)
    var given = form
    for refusal in given.give(names.flatMap { [($0, ["v"]), ("b" + $0, ["w"])] }) {
      Issue.record("\(refusal)")
    }
    for name in names { given.set("x", for: .body.property("o" + name).property("a")) }
    let draft = given.draft()
    #expect(draft.query.count == count && given.problems == [])
    #expect(given.rows.count > 3 * count)
    let read = EndpointForm(reading: draft, form.endpoint, in: form.catalog)
    #expect(read.draft() == draft)
    let fields = read.fieldNames
    #expect(names.allSatisfy { fields.name(of: .parameter(.query, $0)) == $0 })
  }

  @Test(.timeLimit(.minutes(2)))
  func `a form of four times the fields takes no more than eight times the time`() throws {
    try work(50)
    let small = try threadTime { try work(250) }
    let large = try threadTime { try work(1000) }
    #expect(large < small * 8, "\(small) and \(large)")
  }
}
