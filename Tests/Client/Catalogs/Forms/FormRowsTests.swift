import ClientModel
import Testing

@testable import ClientCatalogs

struct FormRowsTests {
  private func labels(_ form: EndpointForm) -> [String] {
    form.rows.map { String(repeating: "  ", count: $0.depth) + $0.label }
  }

  @Test func `optional and deprecated fields are folded behind one row`() {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    var form = sketch.form(
      .get, "/x",
      [
        .sketch("need", text, isRequired: true), .sketch("a", text),
        .sketch("old", .query, text, isDeprecated: true),
      ])
    #expect(labels(form) == ["server", "need", "optional"])
    #expect(form.rows.last?.kind == .more(2))
    form.unfold(FieldID(.more(.query)))
    #expect(labels(form) == ["server", "need", "optional", "a", "old"])
    form.set("x", for: .parameter(.query, "old"))
    #expect(labels(form) == ["server", "need", "optional", "a", "old"])
    form.fold(FieldID(.more(.query)))
    #expect(labels(form) == ["server", "need", "old", "optional"])
    #expect(form.rows.last?.kind == .more(1))
  }

  @Test func `an object that contains itself is unfolded step by step`() throws {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    let node = sketch.schemas.reserve()
    sketch.schemas[node] = Schema(
      .object(
        [
          .init(name: "name", schema: text, isRequired: true),
          .init(name: "child", schema: node, isRequired: true),
        ], others: nil))
    var form = sketch.form(
      .post, "/x", bodies: [.sketch("application/json", node)], isBodyRequired: true)
    let before = form.rows.count
    #expect(before < 20)
    let last = try #require(form.rows.last { $0.fold == .closed })
    form.unfold(last.id)
    #expect(form.rows.count == before + 2)
    form.set("x", for: last.id.property("name"))
    #expect(form.draft().body != .none)
  }

  @Test func `a list grows and shrinks and its elements have the same names`() {
    var sketch = CatalogSketch()
    let list = sketch.list(.integer)
    var form = sketch.form(.get, "/x", [.sketch("n", list, isRequired: true)])
    let id = FieldID.parameter(.query, "n")
    let first = form.addItem(to: id)
    let second = form.addItem(to: id)
    form.set("1", for: first)
    form.set("2", for: second)
    form.remove(first)
    #expect(labels(form) == ["server", "n", "  n[0]"])
    #expect(form.rows.last?.id == second)
    #expect(form.rows.last?.isRemovable == true)
    #expect(form.draft().query == [DraftField("n", "2")])
    form.remove(second)
    #expect(form.draft().query == [])
  }

  @Test func `one of several shapes is chosen, and its fields follow`() throws {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    let cat = sketch.object([("meow", text)], required: ["meow"])
    let dog = sketch.add(
      .object([.init(name: "bark", schema: text, isRequired: true)], others: nil)
    ) {
      $0.title = "Dog"
    }
    let pet = sketch.add(.oneOf([cat, dog]))
    var form = sketch.form(
      .post, "/x", bodies: [.sketch("application/json", pet)], isBodyRequired: true)
    #expect(form.problems.map(\.field) == [.body])
    let row = try #require(form.rows.last)
    guard case .alternatives(let options) = row.kind else {
      Issue.record("no alternatives")
      return
    }
    #expect(options.map(\.label) == ["1: an object", "Dog"])
    form.choose(1, for: .body)
    #expect(labels(form).suffix(2) == ["body", "  bark"])
    form.set("woof", for: FieldID.body.alternative(1).property("bark"))
    #expect(form.draft().body == .json("{\n  \"bark\": \"woof\"\n}"))
    let again = EndpointForm(reading: form.draft(), form.endpoint, in: form.catalog)
    #expect(again.rows.last?.value == "woof")
  }

  @Test func `null, an empty text and nothing are three things`() {
    var sketch = CatalogSketch()
    let text = sketch.add(.text) { $0.isNullable = true }
    let body = sketch.object([("a", text), ("b", text), ("c", text)])
    var form = sketch.form(.post, "/x", bodies: [.sketch("application/json", body)])
    form.setNull(FieldID.body.property("a"))
    form.setEmpty(FieldID.body.property("b"))
    form.set("x", for: FieldID.body.property("c"))
    form.set("", for: FieldID.body.property("c"))
    #expect(form.draft().body == .json("{\n  \"a\": null,\n  \"b\": \"\"\n}"))
    #expect(form.problems == [])
  }

  @Test func `servers have variables and any other address may be typed`() throws {
    var sketch = CatalogSketch()
    sketch.servers = [
      CatalogServer(
        url: "https://{region}.example.com", summary: "",
        variables: [.init(name: "region", defaultValue: "eu", choices: ["eu", "us"], summary: "")])
    ]
    var form = sketch.form(.get, "/x")
    #expect(form.draft().url == "https://eu.example.com/x")
    form.set("us", for: .serverVariable("region"))
    #expect(form.draft().url == "https://us.example.com/x")
    form.set("uss", for: .serverVariable("region"))
    #expect(form.problems.map(\.field) == [.serverVariable("region")])
    form.set("http://127.0.0.1:8080/", for: .server)
    #expect(form.draft().url == "http://127.0.0.1:8080/x")
    #expect(labels(form) == ["server"])
  }

  @Test func `credentials go where their scheme says, and alternatives are chosen`() {
    var sketch = CatalogSketch()
    sketch.security = [
      "pair": .http(.basic), "head": .key(name: "X-Key", in: .header), "token": .http(.bearer),
    ]
    var form = sketch.form(.get, "/x", security: [["head"], ["pair"], ["token"], []])
    #expect(labels(form) == ["server", "security", "X-Key"])
    form.set("env:KEY", for: .credential("head", .key))
    #expect(form.draft().headers == [DraftField("X-Key", "env:KEY", mark: .secret)])
    form.choose(1, for: .security)
    form.set("me", for: .credential("pair", .field("user")))
    form.set("env:PASS", for: .credential("pair", .field("password")))
    #expect(form.draft().headers == [])
    #expect(form.draft().authorization == .basic(user: "me", password: "env:PASS"))
    form.choose(2, for: .security)
    form.set("env:TOKEN", for: .credential("token", .field("token")))
    #expect(form.draft().authorization == .bearer("env:TOKEN"))
    form.choose(3, for: .security)
    #expect(form.draft().authorization == .none)
    #expect(form.problems == [])
  }

  @Test func `a key in a cookie is a reference beside other cookies`() throws {
    var sketch = CatalogSketch()
    sketch.security = ["jar": .key(name: "sid", in: .cookie)]
    let text = sketch.add(.text)
    var form = sketch.form(.get, "/x", [.sketch("c", .cookie, text)], security: [["jar"]])
    form.set("a;b", for: .parameter(.cookie, "c"))
    form.set("env:SID", for: .credential("jar", .key))
    #expect(
      form.draft().headers == [DraftField("Cookie", "c=a%3Bb; sid=env:SID", mark: .secret)])
    #expect(try form.prepared().headers.first?.value.references == [.environment("SID")])
    let again = EndpointForm(reading: form.draft(), form.endpoint, in: form.catalog)
    #expect(again.normalDraft() == form.draft())
  }

  @Test(arguments: 0..<200)
  func `every problem can be shown at its field, and every row be found`(seed: Int) throws {
    var random = RandomForms(seed: seed)
    var form = random.empty()
    random.fill(&form)
    for problem in form.problems {
      form.reveal(problem.field)
      let row = form.rows.first { $0.problems.contains(problem) }
      #expect(row != nil, "seed \(seed): \(problem.field) \(problem.what)")
    }
    let ids = form.rows.map(\.id)
    #expect(Set(ids).count == ids.count, "seed \(seed)")
    for row in form.rows where row.kind != .unmapped {
      if case .more = row.kind { continue }
      #expect(form.find(row.id) != nil, "seed \(seed): \(row.id)")
    }
  }

  @Test(arguments: 0..<200)
  func `what is wrong with a draft is reported at a field of its form`(seed: Int) throws {
    var random = RandomForms(seed: seed)
    let empty = random.empty()
    let form = EndpointForm(
      reading: random.draft(like: empty), empty.endpoint, in: empty.catalog)
    for index in form.draft().query.indices { _ = form.field(at: .query(index)) }
    for index in form.draft().headers.indices { _ = form.field(at: .header(index)) }
    var filled = random.empty()
    random.fill(&filled)
    for (index, field) in filled.draft().query.enumerated() {
      let found = filled.field(at: .query(index))
      #expect(filled.find(found) != nil, "seed \(seed): \(field.name) \(found)")
      #expect(found != .server, "seed \(seed): \(field.name)")
    }
  }

  @Test func `a discriminator's word comes with the alternative`() throws {
    let catalog = try Document.open("one-of-discriminator.yaml")
    var form = EndpointForm(try #require(catalog.endpoint("putShape")), in: catalog)
    form.choose(0, for: .body)
    form.set("2.5", for: FieldID.body.alternative(0).property("radius"))
    #expect(form.problems == [])
    #expect(
      form.draft().body == .json("{\n  \"kind\": \"circle\",\n  \"radius\": 2.5\n}"))
    var draft = form.draft()
    draft.body = .json("{\"kind\":\"square\",\"side\":1}")
    let read = EndpointForm(reading: draft, form.endpoint, in: catalog)
    #expect(
      read.rows.last { $0.section == .body }?.id == FieldID.body.alternative(1).property("side"))
    #expect(read.problems == [])
  }
}
