import ClientModel
import Testing

@testable import ClientDocuments

struct GraphQLTests {
  static let introspection = #"""
    {"data": {"__schema": {
      "queryType": {"name": "Query"}, "mutationType": null, "subscriptionType": null,
      "types": [
        {"kind": "OBJECT", "name": "Query", "fields": [
          {"name": "hero", "description": "A hero.", "args": [
            {"name": "episode", "type": {"kind": "ENUM", "name": "Episode"}}],
            "type": {"kind": "NON_NULL", "name": null,
              "ofType": {"kind": "INTERFACE", "name": "Character"}}}]},
        {"kind": "INTERFACE", "name": "Character", "fields": [
          {"name": "name", "args": [], "type": {"kind": "SCALAR", "name": "String"}},
          {"name": "friends", "args": [], "type": {"kind": "LIST", "name": null,
            "ofType": {"kind": "INTERFACE", "name": "Character"}}}]},
        {"kind": "OBJECT", "name": "Droid", "fields": [
          {"name": "function", "args": [], "type": {"kind": "SCALAR", "name": "String"}}]},
        {"kind": "ENUM", "name": "Episode", "enumValues": [{"name": "EMPIRE"}, {"name": "JEDI"}]},
        {"kind": "SCALAR", "name": "String"}
      ]}}}
    """#

  private let schema = GraphQLSchema(introspection: Array(Self.introspection.utf8))

  /// The examples follow the grammar of the GraphQL specification, section 2.
  @Test(arguments: [
    "{ hero }", "query { a: hero(id: 1, x: [1, 2], y: {z: \"q\"}) @include(if: $v) { name } }",
    "query Q($v: [Int!]! = [1], $w: Boolean = true) @d { hero }  # comment",
    "mutation M { like(id: 1.5e-3) }", "subscription { s }",
    "{ ...F ... on Droid { name } ... @skip(if: true) { name } } fragment F on Hero { name }",
    "{ a(text: \"\"\"block \\\"\"\" with \" quotes\"\"\") { query on fragment } }",
    "{ a(id: {{id}}) { {{field}} } }", "{a,b,,c}", "query A { a } query B { b }",
  ])
  func `a document of the grammar is accepted`(query: String) throws {
    _ = try GraphQLDocument(query)
    #expect(GraphQLCheck.fault(in: "", nil) == nil)
  }

  @Test(arguments: [
    ("{ hero ", 1, 8, "expected a field or `}`, found the end of the query."),
    ("{\n  hero(id 1)\n}", 2, 11, "expected `:`, found `1`."),
    ("{ }", 1, 3, "expected a field or `}`, found `}`."),
    (
      "hero { a }", 1, 1,
      "expected `query`, `mutation`, `subscription`, `fragment` or `{`, found `hero`."
    ),
    ("{ a(b: \"x) }", 1, 8, "expected a value, found a string without closing quotes."),
    ("query Q($a Int) { a }", 1, 12, "expected `:`, found `Int`."),
  ])
  func `a syntax error has its line and column`(
    query: String, line: Int, column: Int, why: String
  ) {
    let fault = GraphQLCheck.fault(in: query, nil)
    #expect(fault?.place == TextPosition(line: line, column: column))
    #expect(fault?.why == why)
  }

  /// With the place of each error, twenty thousand errors in 400 kB would take minutes.
  @Test(.timeLimit(.minutes(1))) func `of very many errors, the first in the text is reported`() {
    let fields = (0..<20_000).map { "unknown\($0) ...Missing\($0)" }.joined(separator: "\n")
    let fault = GraphQLCheck.fault(in: "{ hero { name }\n\(fields) }", schema)
    #expect(fault?.place == TextPosition(line: 2, column: 1))
    #expect(fault?.why.hasPrefix("Query has no field unknown0.") == true, "\(fault?.why ?? "")")
  }

  @Test func `a deeply nested query is an error, not a crash`() {
    for piece in ["{a", "{a(b:[", "{a(b:{c:"] {
      let query = String(repeating: piece, count: 100_000)
      #expect(GraphQLCheck.fault(in: query, schema) != nil)
    }
    let types = "query Q($a: " + String(repeating: "[", count: 100_000)
    #expect(GraphQLCheck.fault(in: types, schema) != nil)
  }

  @Test(arguments: [
    ("{ hero(episode: JEDI) { name friends { name __typename } } }", nil),
    ("{ hreo { name } }", "Query has no field hreo. Did you mean hero?"),
    ("{ hero(epsode: JEDI) { name } }", "hero has no argument epsode. Did you mean episode?"),
    ("{ hero }", "hero is of type Character!. Select its fields in braces."),
    ("{ hero { name { a } } }", "name is of type String and has no fields. Remove the braces."),
    ("{ hero { ...F } }", "there is no fragment F."),
    ("{ hero { ... on Dorid { name } } }", "the schema has no type Dorid. Did you mean Droid?"),
    ("mutation { a }", "the service has no mutation."),
    ("{ hero(episode: $e) { name } }", "$e is not declared. Write it after the operation's name:"),
    ("{ {{field}} hero(episode: {{e}}) { name } }", nil),
  ])
  func `a query is compared with the schema`(query: String, why: String?) {
    let fault = GraphQLCheck.fault(in: query, schema)
    if let why {
      #expect(fault?.why.hasPrefix(why) == true, "\(fault?.why ?? "")")
    } else {
      #expect(fault == nil)
    }
  }

  @Test(arguments: [
    ("", "", ["query", "fragment"]),
    ("{ he", "he", ["hero", "__typename"]),
    ("{ hero { fr", "fr", ["name", "friends", "__typename"]),
    ("{ hero { friends { na", "na", ["name", "friends", "__typename"]),
    ("{ hero(ep", "ep", ["episode"]),
    ("{ hero(episode: E", "E", ["EMPIRE", "JEDI"]),
    ("{ hero(episode: JEDI) { n", "n", ["name", "friends", "__typename"]),
    ("{ a: hero { ... on Dr", "Dr", ["Character", "Droid", "Query"]),
    ("{ hero { ... on Droid { f", "f", ["function", "__typename"]),
    ("query Q($e: Ep", "Ep", ["Episode", "String"]),
    ("{ hero { name } } fragment F on Droid { f", "f", ["function", "__typename"]),
    ("{ hero(a: \"x", "", []),
  ])
  func `the words of a position complete a name`(
    before: String, prefix: String, words: [String]
  ) throws {
    let completion = GraphQLCompletion(before, try #require(schema))
    #expect(completion.words == words)
    #expect(completion.prefix == prefix)
  }

  @Test(arguments: 0..<200)
  func `a cut or changed query never crashes`(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let query = Array(GraphQLSchema.introspection.query.utf8)
    var bytes = Array(query[..<Int.random(in: 0...query.count, using: &random)])
    for _ in 0..<Int.random(in: 0...5, using: &random) where !bytes.isEmpty {
      let place = bytes.indices.randomElement(using: &random) ?? 0
      bytes[place] = UInt8.random(in: 0...255, using: &random)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    _ = GraphQLCheck.fault(in: text, schema)
    _ = GraphQLCompletion(text, try #require(schema))
  }

  @Test func `the introspection query is valid`() {
    #expect(GraphQLCheck.fault(in: GraphQLSchema.introspection.query, nil) == nil)
  }

  @Test func `a hostile introspection response gives no schema or a bounded one`() {
    func schema(_ text: String) -> GraphQLSchema? { GraphQLSchema(introspection: Array(text.utf8)) }
    #expect(schema("") == nil && schema("[]") == nil && schema("{\"data\": 1}") == nil)
    #expect(schema("{\"errors\": [{\"message\": \"no\"}]}") == nil)
    let nested = String(repeating: "{\"kind\":\"LIST\",\"ofType\":", count: 10_000)
    let type = nested + "1" + String(repeating: "}", count: 10_000)
    let start = "{\"data\":{\"__schema\":{\"queryType\":{\"name\":\"Q\"},\"types\":["
    let fields =
      "{\"name\":\"a\",\"type\":\(type)},{\"name\":\"\\u001b[2J\",\"type\":{\"name\":\"Q\"}}"
    let made = schema(start + "{\"name\":\"Q\",\"kind\":\"OBJECT\",\"fields\":[\(fields)]}]}}}")
    #expect(made?.types["Q"]?.fields == [])
  }
}
