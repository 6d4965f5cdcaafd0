import Testing

/// Schemas whose `A` leads back to itself, and a value of it.
struct RecursiveSchema: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let schemas: String
  let value: String
  /// The body's schema on one line, where that is the point of the case.
  var words: String?

  static func reference(_ name: String) -> String {
    "{$ref: '#/components/schemas/\(name)'}"
  }

  static let all: [RecursiveSchema] = {
    let (a, b, c, d) = (reference("A"), reference("B"), reference("C"), reference("D"))
    return [
      RecursiveSchema(
        testDescription: "subtypes that inherit from the choice between them",
        schemas: """
          A: {oneOf: [\(b), \(c)], discriminator: {propertyName: kind}}
          B: {allOf: [\(a), {type: object, properties: {bark: {type: boolean}}}]}
          C: {allOf: [\(a), {type: object, properties: {lives: {type: integer}}}]}
          """,
        value: #"{"kind":"B","bark":true}"#,
        words: "one(object(bark truth) | object(lives integer))"),
      RecursiveSchema(
        testDescription: "a subtype of a subtype",
        schemas: """
          A: {oneOf: [\(b), \(d)]}
          B: {allOf: [\(c), {properties: {b: {type: string}}}]}
          C: {allOf: [\(a), {properties: {c: {type: string}}}]}
          D: {type: object, properties: {d: {type: string}}}
          """,
        value: #"{"b":"x","c":"y"}"#,
        words: "one(object(c text, b text) | object(d text))"),
      RecursiveSchema(
        testDescription: "a choice that is its own alternative",
        schemas: "A: {oneOf: [\(a), {type: object, properties: {x: {type: string}}}]}",
        value: #"{"x":"y"}"#, words: "one(object(x text))"),
      RecursiveSchema(
        testDescription: "two choices between each other",
        schemas: """
          A: {oneOf: [\(b), {type: string}]}
          B: {anyOf: [\(a), {type: integer}]}
          """,
        value: "7", words: "one(text | integer)"),
      RecursiveSchema(
        testDescription: "three choices in a ring without a way out",
        schemas: "A: {oneOf: [\(b), \(b)]}\nB: {anyOf: [\(c), \(c)]}\nC: {oneOf: [\(a), \(a)]}",
        value: #"{"x":[1]}"#),
      RecursiveSchema(
        testDescription: "a choice joined with a sibling that holds it",
        schemas: """
          A: {type: object, properties: {child: \(a), n: {type: integer}}, oneOf: [\(b), \(c)]}
          B: {allOf: [\(a), {properties: {b: {type: string}}}]}
          C: {allOf: [\(a), {properties: {c: {type: string}}}]}
          """,
        value: #"{"n":1,"b":"x","child":{"n":2,"c":"y","child":{"b":"z"}}}"#),
      RecursiveSchema(
        testDescription: "additionalProperties",
        schemas: """
          A: {type: object, additionalProperties: {anyOf: [\(a), \(b)]}}
          B: {allOf: [{oneOf: [\(b), {type: string}]}]}
          """,
        value: #"{"x":{"y":{"z":"deep"}}}"#),
      RecursiveSchema(
        testDescription: "lists of themselves",
        schemas: "A: {type: array, minItems: 0, items: {oneOf: [\(a), {type: string}]}}",
        value: #"["a",["b",["c"]]]"#),
      RecursiveSchema(
        testDescription: "a list of nothing but itself", schemas: "A: {type: array, items: \(a)}",
        value: "[[[],[]]]"),
      RecursiveSchema(
        testDescription: "prefixItems",
        schemas: "A: {type: array, prefixItems: [{oneOf: [\(a), {type: 'null'}]}]}",
        value: "[[null]]"),
      RecursiveSchema(
        testDescription: "not, if, then and else",
        schemas: """
          A: {type: object, not: \(a), if: \(a), then: {allOf: [\(a)]}, else: \(b), properties: {x: {type: string}}}
          B: {not: {not: \(b)}, if: \(b)}
          """,
        value: #"{"x":"y"}"#),
      RecursiveSchema(
        testDescription: "a discriminator whose mapping leads back",
        schemas: """
          A:
            type: object
            required: [kind]
            properties: {kind: {type: string}, next: \(a)}
            discriminator: {propertyName: kind, mapping: {b: '#/components/schemas/B', a: '#/components/schemas/A'}}
            anyOf: [\(b), \(a)]
          B: {allOf: [\(a), {type: object, properties: {b: {type: integer}}}]}
          """,
        value: #"{"kind":"b","b":1,"next":{"kind":"a"}}"#),
      RecursiveSchema(
        testDescription: "references with siblings",
        schemas: """
          A: {$ref: '#/components/schemas/B', description: one, properties: {a: {type: string}}}
          B: {$ref: '#/components/schemas/C', oneOf: [\(a), {$ref: '#/components/schemas/C', title: c}]}
          C: {type: object, properties: {c: {$ref: '#/components/schemas/A', title: again}}}
          """,
        value: #"{"a":"x","c":{"a":"y"}}"#),
      RecursiveSchema(
        testDescription: "dynamic references",
        schemas: """
          A: {$dynamicAnchor: node, type: object, properties: {next: {$dynamicRef: '#node'}, list: {type: array, items: {$ref: '#node'}}}}
          """,
        value: #"{"list":[{"list":[]}],"next":{"next":{}}}"#),
      RecursiveSchema(
        testDescription: "patternProperties and dependent schemas",
        schemas: """
          A: {type: object, patternProperties: {'^x': {oneOf: [\(a), \(b)]}}, dependentSchemas: {x: \(a)}}
          B: {anyOf: [{allOf: [\(b)]}, {type: integer}]}
          """,
        value: #"{"x1":{"x2":3}}"#),
      RecursiveSchema(
        testDescription: "null beside itself",
        schemas: "A: {anyOf: [{type: 'null'}, \(b)]}\nB: {oneOf: [\(a), {type: 'null'}]}",
        value: "null"),
    ]
  }()
}
