/// The fields of a mapping whose keys were all known.
package struct YAMLFields: Sendable {
  package let place: YAMLPlace
  let fields: [String: YAMLNode]

  /// The value under a key; nil when it is absent or null.
  package subscript(key: String) -> YAMLNode? { fields[key] }

  /// The value under a key that must be there.
  package func required(_ key: String) throws(YAMLProblem) -> YAMLNode {
    if let node = fields[key] { return node }
    throw YAMLProblem(
      place, why: "The key `\(key)` is missing.", whatToDo: "Add `\(key):` here.")
  }
}

extension YAMLNode {
  /// This mapping's fields; an unknown key is refused with the nearest known one.
  package func fields(known: [String]) throws(YAMLProblem) -> YAMLFields {
    YAMLFields(place: place, fields: [:])
  }
  /// This mapping's fields under any keys, in the file's order.
  package func entries() throws(YAMLProblem) -> [Field] { [] }
  package func list() throws(YAMLProblem) -> [YAMLNode] { [] }
  /// The scalar's text, quoted or not; numbers and truth values as they are written.
  package func text() throws(YAMLProblem) -> String { "" }
  package func integer() throws(YAMLProblem) -> Int { 0 }
  package func number() throws(YAMLProblem) -> Double { 0 }
  /// `true` or `false`, unquoted.
  package func truth() throws(YAMLProblem) -> Bool { false }
  /// One of the named choices; another word is refused with the nearest.
  package func choice<Value>(_ choices: [String: Value]) throws(YAMLProblem) -> Value {
    throw YAMLProblem(place, why: "", whatToDo: "")
  }
}
