import Testing

/// A schema whose parts in other files lead back to it, and a value of it.
struct RecursiveFiles: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// `A`, in the document itself.
  let schema: String
  /// The other files by their names.
  let parts: [(name: String, text: String)]
  let value: String
  /// The body's schema on one line, where that is the point of the case.
  var words: String?

  private static let back = "{$ref: '../loop.yaml#/components/schemas/A'}"

  static let all = [
    RecursiveFiles(
      testDescription: "choices",
      schema: "A: {oneOf: [{$ref: 'parts/dog.yaml'}, {$ref: 'parts/cat.yaml#/Cat'}]}",
      parts: [
        ("dog.yaml", "allOf: [\(back), {properties: {bark: {type: boolean}}}]"),
        (
          "cat.yaml",
          "Cat: {anyOf: [\(back), {type: object, properties: {lives: {type: integer}}}]}"
        ),
      ],
      value: #"{"lives":9}"#, words: "one(object(bark truth) | object(lives integer))"),
    RecursiveFiles(
      testDescription: "items",
      schema: "A: {type: array, items: {$ref: 'parts/node.yaml'}}",
      parts: [("node.yaml", "type: object\nproperties: {children: \(back)}")],
      value: #"[{"children":[{"children":[]}]}]"#),
    RecursiveFiles(
      testDescription: "parts",
      schema: "A: {allOf: [{$ref: 'parts/b.yaml'}], properties: {a: {type: string}}}",
      parts: [("b.yaml", "allOf: [\(back)]\nproperties: {b: {type: string}}")],
      value: #"{"a":"x","b":"y"}"#, words: "object(b text, a text)"),
    RecursiveFiles(
      testDescription: "references only, through YAML and JSON",
      schema: "A: {$ref: 'parts/b.yaml#/B'}",
      parts: [
        ("b.yaml", "B: {$ref: 'c.json#/C'}"),
        ("c.json", #"{"C": {"$ref": "../loop.yaml#/components/schemas/A"}}"#),
      ],
      value: #"{"x":[1]}"#, words: "any"),
    RecursiveFiles(
      testDescription: "a file that is its own part",
      schema: "A: {$ref: 'parts/self.yaml'}",
      parts: [("self.yaml", "oneOf: [{$ref: 'self.yaml'}, {$ref: '#'}, {type: string}]")],
      value: #""text""#, words: "one(text)"),
  ]
}
