import ClientModel
import Testing

@testable import ClientCatalogs

/// Styles as OpenAPI 3.1.1, section 4.8.12.5 and RFC 6570, section 3.2 give them by example.
struct ParameterStyleTests {
  private static let hostile = "a+b&c=d;e,f/g e"
  private static let encoded = "a%2Bb%26c%3Dd%3Be%2Cf%2Fg%20e"

  enum Shape: String, CaseIterable { case empty, text, list, object }

  private func form(
    _ place: Parameter.Location, _ style: Parameter.Style, _ explode: Bool, _ shape: Shape
  ) -> EndpointForm {
    var sketch = CatalogSketch()
    let number = sketch.add(.integer)
    let schema: SchemaID
    switch shape {
    case .empty, .text: schema = sketch.add(.text)
    case .list: schema = sketch.list()
    case .object: schema = sketch.object([("R", number), ("G", number), ("B", number)])
    }
    let parameter = Parameter.sketch(
      "color", place, schema, style: style, explode: explode)
    var form = sketch.form(.get, place == .path ? "/x/{color}" : "/x", [parameter])
    let id = FieldID.parameter(place, "color")
    switch shape {
    case .empty: form.setEmpty(id)
    case .text: form.set("blue", for: id)
    case .list:
      for word in ["blue", "black", "brown"] { form.set(word, for: form.addItem(to: id)) }
    case .object:
      for (name, value) in [("R", "100"), ("G", "200"), ("B", "150")] {
        form.set(value, for: id.property(name))
      }
    }
    return form
  }

  @Test(arguments: [
    (Parameter.Style.matrix, false, Shape.empty, ";color"),
    (.matrix, false, .text, ";color=blue"),
    (.matrix, false, .list, ";color=blue,black,brown"),
    (.matrix, true, .list, ";color=blue;color=black;color=brown"),
    (.matrix, false, .object, ";color=R,100,G,200,B,150"),
    (.matrix, true, .object, ";R=100;G=200;B=150"),
    (.label, false, .text, ".blue"),
    (.label, false, .list, ".blue,black,brown"),
    (.label, true, .list, ".blue.black.brown"),
    (.label, false, .object, ".R,100,G,200,B,150"),
    (.label, true, .object, ".R=100.G=200.B=150"),
    (.simple, false, .text, "blue"),
    (.simple, false, .list, "blue,black,brown"),
    (.simple, true, .list, "blue,black,brown"),
    (.simple, false, .object, "R,100,G,200,B,150"),
    (.simple, true, .object, "R=100,G=200,B=150"),
  ]) func `a path segment has its style's separators`(
    style: Parameter.Style, explode: Bool, shape: Shape, expected: String
  ) throws {
    #expect(try form(.path, style, explode, shape).target() == "/x/" + expected)
  }

  @Test(arguments: [
    (Parameter.Style.form, true, Shape.empty, "color="),
    (.form, true, .text, "color=blue"),
    (.form, false, .list, "color=blue,black,brown"),
    (.form, true, .list, "color=blue&color=black&color=brown"),
    (.form, false, .object, "color=R,100,G,200,B,150"),
    (.form, true, .object, "R=100&G=200&B=150"),
    (.spaceDelimited, false, .list, "color=blue%20black%20brown"),
    (.spaceDelimited, false, .object, "color=R%20100%20G%20200%20B%20150"),
    (.pipeDelimited, false, .list, "color=blue%7Cblack%7Cbrown"),
    (.pipeDelimited, false, .object, "color=R%7C100%7CG%7C200%7CB%7C150"),
    (.deepObject, true, .object, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
  ]) func `a query has its style's separators`(
    style: Parameter.Style, explode: Bool, shape: Shape, expected: String
  ) throws {
    #expect(try form(.query, style, explode, shape).target() == "/x?" + expected)
  }

  @Test(arguments: [
    (false, Shape.text, "blue"), (false, .list, "blue,black,brown"),
    (false, .object, "R,100,G,200,B,150"), (true, .object, "R=100,G=200,B=150"),
  ]) func `a header is simple and nothing in it is encoded`(
    explode: Bool, shape: Shape, expected: String
  ) throws {
    let headers = try form(.header, .simple, explode, shape).prepared().headers
    #expect(headers.first == HeaderField("color", SensitiveText(expected)))
  }

  @Test(arguments: [
    (true, Shape.text, "color=blue"), (false, .list, "color=blue,black,brown"),
    (true, .object, "R=100; G=200; B=150"),
  ]) func `cookies share one header`(explode: Bool, shape: Shape, expected: String) throws {
    let draft = form(.cookie, .form, explode, shape).draft()
    #expect(draft.headers == [DraftField("Cookie", expected)])
  }

  @Test func `O9 T-O5 a hostile value arrives complete in every place`() throws {
    var sketch = CatalogSketch()
    let text = sketch.add(.text)
    let list = sketch.list()
    var form = sketch.form(
      .get, "/x/{p}/{m}",
      [
        .sketch("p", .path, text), .sketch("m", .path, list, style: .matrix, explode: true),
        .sketch("q", text), .sketch("joined", list, explode: false),
        .sketch("open", text, allowsReserved: true),
      ])
    form.set(Self.hostile, for: .parameter(.path, "p"))
    form.set(Self.hostile, for: form.addItem(to: .parameter(.path, "m")))
    form.set(Self.hostile, for: .parameter(.query, "q"))
    for _ in 0..<2 { form.set(Self.hostile, for: form.addItem(to: .parameter(.query, "joined"))) }
    form.set(Self.hostile, for: .parameter(.query, "open"))
    #expect(
      try form.target()
        == "/x/\(Self.encoded)/;m=\(Self.encoded)?q=\(Self.encoded)"
        + "&joined=\(Self.encoded),\(Self.encoded)&open=a%2Bb%26c=d;e,f/g%20e")
  }

  @Test func `templates survive and are encoded where separators stand`() throws {
    var sketch = CatalogSketch()
    let list = sketch.list()
    let number = sketch.add(.integer)
    var form = sketch.form(
      .get, "/x/{n}", [.sketch("n", .path, number), .sketch("q", list, explode: false)])
    form.set("{{n}}", for: .parameter(.path, "n"))
    form.set("{{one}}", for: form.addItem(to: .parameter(.query, "q")))
    form.set("two", for: form.addItem(to: .parameter(.query, "q")))
    #expect(form.problems == [])
    #expect(form.draft().query == [DraftField("q", "{{one}},two", mark: .encoded)])
    #expect(try form.target(["n": "7", "one": "a,b&c"]) == "/x/7?q=a%2Cb%26c,two")
  }
}
