import ClientModel

@testable import ClientCatalogs

/// Forms with random fields, filled at random; the same seed gives the same form.
struct RandomForms {
  private var state: UInt64
  private var sketch = CatalogSketch()

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func number(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  mutating func chance(_ of: Int) -> Bool { number(below: of) == 0 }

  mutating func pick<T>(_ values: [T]) -> T { values[number(below: values.count)] }

  // MARK: Forms

  /// A form of a random endpoint with nothing filled in.
  mutating func empty() -> EndpointForm {
    sketch = CatalogSketch()
    sketch.servers.append(
      CatalogServer(
        url: "https://{host}.example.com/{base}", summary: "",
        variables: [
          .init(name: "host", defaultValue: "eu", choices: ["eu", "us"], summary: ""),
          .init(name: "base", defaultValue: "v2", choices: [], summary: ""),
        ]))
    sketch.security = [
      "head": .key(name: "X-Key", in: .header), "query": .key(name: "key", in: .query),
      "jar": .key(name: "sid", in: .cookie), "pair": .http(.basic), "token": .http(.bearer),
    ]
    var parameters: [Parameter] = []
    for name in ["id", "part"] {
      parameters.append(
        .sketch(
          name, .path, parameterSchema(), style: pick([.simple, .label, .matrix]),
          explode: chance(2)))
    }
    for index in 0..<(1 + number(below: 5)) {
      // Objects that are taken apart claim their members' names, each object its own.
      let schema = parameterSchema(prefix: "p\(index)")
      parameters.append(
        .sketch(
          "q\(index)", .query, schema,
          style: pick([.form, .form, .spaceDelimited, .pipeDelimited, .deepObject]),
          explode: chance(2), allowsReserved: chance(4), isJSON: chance(6)))
    }
    parameters.append(.sketch("X-One", .header, parameterSchema(), explode: chance(2)))
    parameters.append(.sketch("c1", .cookie, sketch.add(.text)))
    var bodies: [BodyForm] = []
    if chance(2) { bodies.append(.sketch("application/json", schema(depth: 0))) }
    if chance(4) { bodies.append(.sketch("application/vnd.x+json", schema(depth: 0))) }
    if chance(3) {
      bodies.append(
        .sketch(
          "application/x-www-form-urlencoded", flat(),
          encodings: [
            "f0": FieldEncoding(contentType: nil, style: .form, explode: chance(2)),
            "f1": FieldEncoding(contentType: nil, style: .deepObject, explode: true),
          ]))
    }
    if chance(3) { bodies.append(.sketch("multipart/form-data", flat())) }
    if chance(4) { bodies.append(.sketch("text/csv", sketch.add(.text))) }
    if chance(4) { bodies.append(.sketch("image/png", sketch.add(.binary))) }
    return sketch.form(
      .post, "/x/{id}/{part}", parameters, bodies: bodies,
      security: pick([[], [["head"]], [["head"], ["pair"]], [["query", "jar"], ["token"], []]]))
  }

  private mutating func scalarSchema() -> SchemaID {
    switch number(below: 7) {
    case 0: return sketch.add(.integer)
    case 1: return sketch.add(.number)
    case 2: return sketch.add(.boolean)
    case 3: return sketch.add(.text) { $0.choices = ["\"a b\"", "\"c,d\"", "\"e\""] }
    case 4: return sketch.add(.any) { $0.choices = ["1", "\"1\"", "null", "true"] }
    default: return sketch.add(.text)
    }
  }

  private mutating func parameterSchema(prefix: String = "m") -> SchemaID {
    switch number(below: 5) {
    case 0: return sketch.add(.list(of: scalarSchema()))
    case 1:
      return sketch.object((0..<3).map { ("\(prefix)\($0)", scalarSchema()) })
    case 2: return sketch.list(choices: ["one", "two", "a;b"])
    default: return scalarSchema()
    }
  }

  /// The schema of a form: what one level of fields can hold.
  private mutating func flat() -> SchemaID {
    var fields: [(String, SchemaID)] = []
    for index in 0..<(1 + number(below: 4)) {
      fields.append(("f\(index)", parameterSchema(prefix: "o")))
    }
    fields.append(("file", sketch.add(.binary)))
    return sketch.object(fields)
  }

  private mutating func schema(depth: Int) -> SchemaID {
    guard depth < 3 else { return scalarSchema() }
    switch number(below: 8) {
    case 0: return sketch.add(.list(of: schema(depth: depth + 1)))
    case 1: return sketch.add(.oneOf([schema(depth: depth + 1), schema(depth: depth + 1)]))
    case 2: return sketch.add(.any)
    case 3: return scalarSchema()
    case 4:
      // One that contains itself.
      let id = sketch.schemas.reserve()
      sketch.schemas[id] = Schema(
        .object(
          [
            .init(name: "child", schema: id, isRequired: chance(3)),
            .init(name: "value", schema: scalarSchema(), isRequired: true),
          ], others: nil))
      return id
    default:
      return sketch.object(
        (0..<(1 + number(below: 4))).map { ("n\($0)", schema(depth: depth + 1)) },
        required: chance(2) ? ["n0"] : [], others: chance(2) ? scalarSchema() : nil)
    }
  }

  // MARK: Filling

  mutating func text() -> String {
    pick([
      "a", "7", "-2.5", "true", "null", "a+b&c=d;e,f/g e", "{{name}}", "x{{y}}z", "\"q\"", "é ü",
      "100%", "a|b", ".", "{}", "[1,2]", "env:NAME", "1e3", "line\nend", "\\", "a=b", "#",
    ])
  }

  /// Fills in a few fields, as a user would.
  mutating func fill(_ form: inout EndpointForm) {
    for id in [FieldID.server, .serverVariable("host"), .security, .mediaType] where chance(2) {
      guard let field = form.find(id) else { continue }
      switch field.kind {
      case .proposals(let options), .choice(let options):
        form.choose(number(below: options.count), for: id)
      default: form.set(pick(["us", "eu"]), for: id)
      }
    }
    for section in [FormSection.security, .path, .query, .header, .cookie, .body] {
      for field in form.fields(in: section) where section == .path || !chance(3) {
        guard field.id != .mediaType, field.id != .security else { continue }
        fill(field, &form, depth: 0)
      }
    }
  }

  private mutating func fill(_ field: FormField, _ form: inout EndpointForm, depth: Int) {
    if chance(12) { return form.setNull(field.id) }
    switch field.kind {
    case .choice(let options) where !chance(8), .alternatives(let options):
      form.choose(number(below: options.count), for: field.id)
    case .severalOf(let options):
      form.pick(options.map(\.label).filter { _ in chance(2) }, for: field.id)
    case .list:
      for _ in 0..<number(below: 3) { form.addItem(to: field.id) }
      if chance(4) { form.giveEmpty(field.id) }
    case .object:
      if chance(4) { form.giveEmpty(field.id) }
      if case .object(_, .some) = field.schema.kind, field.setting == .json, chance(3) {
        form.addMember(text(), to: field.id)
      }
    default:
      if chance(10) {
        form.setEmpty(field.id)
      } else {
        form.set(text(), for: field.id)
      }
    }
    guard depth < 4 else { return }
    for child in form.children(of: field) where !chance(3) || field.kind != .object {
      fill(child, &form, depth: depth + 1)
    }
  }

  // MARK: Drafts of nobody's form

  /// A draft of which some reads like the form's own, and much does not.
  mutating func draft(like form: EndpointForm) -> Draft {
    var draft = Draft(
      name: pick([nil, "mine"]), method: pick(["POST", "POST", "GET", "PURGE"]),
      url: pick([
        "https://api.example.com/v1/x/{id}/{part}", "https://us.example.com/v9/x/{id}/{part}",
        "https://elsewhere.test/a/{id}", "/x/{id}/{part}", "https://api.example.com/v1/x/7/a%2Cb",
        "https://api.example.com/v1/x/{id}/{part}?q0=1&q0=a%20b&z=1,2+3",
        "https://api.example.com/v1/x/{id}/{part}?bare#frag", "{{base}}/x/{id}/{part}",
      ]),
      pathVariables: fields(["id", "part", "spare"]),
      query: fields(["q0", "q1", "q2", "q0[m0]", "p10", "key", "other"]),
      headers: fields(["X-One", "x-one", "X-Key", "Cookie", "Content-Type", "X-Other"]),
      idempotencyKey: pick([nil, "", "k"]), removedHeaders: pick([[], ["Accept"]]),
      gateway: pick([nil, "shop"]))
    draft.options.route.unixSocket = pick([nil, "/run/x"])
    draft.authorization = pick([
      .none, .bearer("env:T"), .basic(user: "u", password: "p"), .digest(user: "u", password: "p"),
    ])
    draft.body = body()
    draft.endpoint = EndpointName(catalog: form.catalog.name, endpoint: form.endpoint.id)
    return draft
  }

  private mutating func fields(_ names: [String]) -> [DraftField] {
    (0..<number(below: 6)).map { _ in
      DraftField(
        pick(names), text(),
        mark: pick([.plain, .plain, .plain, .secret, .off, .literal, .encoded]))
    }
  }

  private mutating func body() -> DraftBody {
    switch number(below: 8) {
    case 0:
      return .json(
        pick([
          "{}", "[]", " {\"n0\" : 1e2, \"n1\":[1, \"1\", null],\"x\":{\"y\":{{name}}}}", "3", "nul",
          "{\"value\":\"{{name}}\",\"child\":{\"child\":{}}}", "{\"a\":1,\"a\":2}", "",
        ]))
    case 1: return .text(text(), mediaType: pick(["text/csv", "text/plain"]))
    case 2: return .form(fields(["f0", "f1", "f1[o0]", "other", "o0"]))
    case 3:
      return .multipart(
        (0..<number(below: 4)).map { _ in
          DraftPart(
            name: pick(["f0", "f1", "file", "other"]), value: text(),
            path: pick([nil, nil, "/tmp/a.png"]), fileName: pick([nil, nil, "b.png"]),
            mediaType: pick([nil, nil, "application/json", "text/plain"]))
        })
    case 4: return .file(path: "/tmp/a.png", mediaType: pick([nil, "image/png", "image/gif"]))
    case 5: return .bytes([1, 2], mediaType: pick([nil, "image/png"]))
    default: return .none
    }
  }
}
