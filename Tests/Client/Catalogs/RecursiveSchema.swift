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

  static let all = choices + inherited + nested

  private static let choices: [RecursiveSchema] = {
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

  /// Schemas that are parts of one another.
  private static let inherited: [RecursiveSchema] = {
    let (a, b, c, d) = (reference("A"), reference("B"), reference("C"), reference("D"))
    let texts = { (name: String) in "{type: object, properties: {\(name): {type: string}}}" }
    return [
      RecursiveSchema(
        testDescription: "two schemas that are all of each other",
        schemas: """
          A: {allOf: [\(b)], properties: {a: {type: string}}}
          B: {allOf: [\(a)], properties: {b: {type: string}}}
          """,
        value: #"{"a":"x","b":"y"}"#, words: "object(b text, a text)"),
      RecursiveSchema(
        testDescription: "a choice that is itself a part",
        schemas: """
          A: {allOf: [{oneOf: [\(b), \(c)]}]}
          B: {allOf: [\(a), \(texts("b"))]}
          C: {allOf: [\(a), \(texts("c"))]}
          """,
        value: #"{"b":"x"}"#, words: "one(object(b text) | object(c text))"),
      RecursiveSchema(
        testDescription: "alternatives that inherit where they are written",
        schemas: "A: {oneOf: [{allOf: [\(a), \(texts("x"))]}, \(texts("y"))]}",
        value: #"{"x":"z"}"#, words: "one(object(x text) | object(y text))"),
      RecursiveSchema(
        testDescription: "a middle class that is no alternative",
        schemas: """
          A: {oneOf: [\(b), \(c)]}
          B: {allOf: [\(a), \(d), \(texts("b"))]}
          C: {allOf: [\(a), \(texts("c"))]}
          D: {allOf: [\(a), \(texts("d"))]}
          """,
        value: #"{"b":"x","d":"y"}"#),
      RecursiveSchema(
        testDescription: "a choice between a schema and a part of it",
        schemas: """
          A: {anyOf: [\(b), \(c)], oneOf: [\(a), \(c)]}
          B: {allOf: [\(a), \(c)]}
          C: {type: object, properties: {c: {type: string}}}
          """,
        value: #"{"c":"x"}"#),
      RecursiveSchema(
        testDescription: "references in a ring without a schema",
        schemas: "A: \(b)\nB: \(c)\nC: \(b)", value: #"{"x":[1]}"#, words: "any"),
      RecursiveSchema(
        testDescription: "escaped names in a ring of choices",
        schemas: """
          A: {oneOf: [{$ref: '#/components/schemas/b%20c'}, {type: string}]}
          b c: {anyOf: [{$ref: '#/components/schemas/x~1y~0z'}, {type: integer}]}
          x/y~z: {oneOf: [\(a)]}
          """,
        value: "7"),
    ]
  }()

  /// Schemas whose values hold values of their own kind.
  private static let nested: [RecursiveSchema] = {
    let a = reference("A")
    return [
      RecursiveSchema(
        testDescription: "a binary tree whose nodes name their kind",
        schemas: """
          A:
            oneOf:
            - {type: object, required: [kind], properties: {kind: {const: leaf}}}
            - {type: object, required: [kind, left], properties: {kind: {const: node}, left: \(a), right: \(a)}}
          """,
        value:
          #"{"kind":"node","left":{"kind":"leaf"},"right":{"kind":"node","left":{"kind":"leaf"}}}"#
      ),
      RecursiveSchema(
        testDescription: "a language of conditions",
        schemas: """
          A:
            anyOf:
            - {type: object, required: [and], properties: {and: {type: array, items: \(a)}}}
            - {type: object, required: [not], properties: {not: \(a)}}
            - {type: object, properties: {eq: {type: string}}}
          """,
        value: #"{"and":[{"not":{"eq":"x"}},{"eq":"y"}]}"#),
      RecursiveSchema(
        testDescription: "a reference to a part of itself",
        schemas: """
          A: {type: object, properties: {in: {type: object, properties: {more: {$ref: '#/components/schemas/A/properties/in'}, n: {type: integer}}}}}
          """,
        value: #"{"in":{"more":{"more":{"n":1}}}}"#),
      RecursiveSchema(
        testDescription: "a schema of several types",
        schemas: "A: {type: [object, string, 'null'], properties: {next: \(a)}}",
        value: #"{"next":{"next":"end"}}"#),
      RecursiveSchema(
        testDescription: "definitions of its own, by anchors",
        schemas: """
          A:
            $ref: '#/components/schemas/A/$defs/node'
            $defs:
              node: {$anchor: tree, type: object, properties: {left: {$ref: '#tree'}, right: {anyOf: [{$ref: '#tree'}, {type: 'null'}]}}}
          """,
        value: #"{"left":{"right":null}}"#),
      RecursiveSchema(
        testDescription: "lists of itself under any name",
        schemas: "A: {type: object, additionalProperties: {type: array, items: \(a)}}",
        value: #"{"x":[{"y":[]},{}]}"#),
      RecursiveSchema(
        testDescription: "names, unevaluated and contained values",
        schemas: """
          A: {type: object, propertyNames: \(a), unevaluatedProperties: \(a), properties: {list: {type: array, contains: \(a), unevaluatedItems: \(a), items: {type: integer}}}}
          """,
        value: #"{"list":[1,2]}"#),
    ]
  }()
}
