import ClientModel

/// The fields of a mapping in which only known keys are allowed.
package struct YAMLFields: Sendable {
  package let place: YAMLPosition
  let fields: [String: YAMLNode]

  /// Returns the value of a key, or nil if the key is absent or its value is null.
  package subscript(key: String) -> YAMLNode? { fields[key] }

  package func required(_ key: String) throws(YAMLProblem) -> YAMLNode {
    if let node = fields[key] { return node }
    throw YAMLProblem(
      place, why: "The key `\(key)` is missing.", whatToDo: "Add `\(key):` here.")
  }
}

extension YAMLNode {
  /// Returns this mapping's fields. Throws for an unknown key, and suggests the nearest known one.
  /// Null is an empty mapping.
  package func fields(known: [String]) throws(YAMLProblem) -> YAMLFields {
    var fields: [String: YAMLNode] = [:]
    for field in try entries() {
      guard known.contains(field.key) else {
        let nearest =
          NearestWord.nearest(to: field.key, in: known).map { "Did you mean `\($0)`? " } ?? ""
        throw YAMLProblem(
          field.place, why: "The key `\(field.key)` is not known here.",
          whatToDo: nearest + "Known: \(known.joined(separator: ", ")).")
      }
      if field.value.kind != .null { fields[field.key] = field.value }
    }
    return YAMLFields(place: place, fields: fields)
  }

  /// Returns this mapping's fields in file order, with any keys. Null is an empty mapping.
  package func entries() throws(YAMLProblem) -> [Field] {
    switch kind {
    case .mapping(let fields): return fields
    case .null: return []
    case .plain, .text, .list: throw unexpected("a mapping of `key: value` lines")
    }
  }

  /// Returns this list's items. Null is an empty list.
  package func list() throws(YAMLProblem) -> [YAMLNode] {
    switch kind {
    case .list(let items): return items
    case .null: return []
    case .plain, .text, .mapping: throw unexpected("a list of `- item` lines")
    }
  }

  /// Returns the text of a quoted or unquoted scalar. Numbers and Booleans are returned as written.
  /// Null is an empty string.
  package func text() throws(YAMLProblem) -> String {
    switch kind {
    case .plain(let text), .text(let text): return text
    case .null: return ""
    case .list, .mapping: throw unexpected("text")
    }
  }

  package func integer() throws(YAMLProblem) -> Int {
    guard case .plain(let text) = kind, let number = Int(text) else {
      throw unexpected("a whole number")
    }
    return number
  }

  package func number() throws(YAMLProblem) -> Double {
    guard case .plain(let text) = kind, let number = Double(text), number.isFinite else {
      throw unexpected("a number")
    }
    return number
  }

  /// Returns the value of an unquoted `true` or `false`.
  package func boolean() throws(YAMLProblem) -> Bool {
    switch kind {
    case .plain("true"): return true
    case .plain("false"): return false
    case .plain, .text, .null, .list, .mapping: throw unexpected("true or false, without quotes")
    }
  }

  /// Returns the choice with this name. Throws for an unknown name, and suggests the nearest one.
  package func choice<Value>(_ choices: [String: Value]) throws(YAMLProblem) -> Value {
    let word = try text()
    if let value = choices[word] { return value }
    let known = choices.keys.sorted()
    let nearest = NearestWord.nearest(to: word, in: known).map { "Did you mean `\($0)`? " } ?? ""
    throw YAMLProblem(
      place, why: "`\(word)` is not a valid value here.",
      whatToDo: nearest + "Choose one of: \(known.joined(separator: ", ")).")
  }

  private func unexpected(_ wanted: String) -> YAMLProblem {
    let found =
      switch kind {
      case .null: "nothing"
      case .plain(let text), .text(let text): "`\(text.prefix(40))`"
      case .list: "a list"
      case .mapping: "a mapping"
      }
    return YAMLProblem(
      place, why: "Expected \(wanted), found \(found).",
      whatToDo: "Write \(wanted).")
  }
}
