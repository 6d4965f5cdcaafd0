import ClientDocuments

/// A JSON value built from request items. Keys keep the order of the items.
indirect enum JSONTree: Equatable {
  case null
  /// Text that is known to be valid JSON.
  case raw(String)
  case string(String)
  case array([JSONTree])
  case object(keys: [String], values: [String: JSONTree])

  enum Step: Equatable {
    case key(String)
    case index(Int)
    case append
  }

  /// The reason why an item's value cannot be stored at its position.
  struct Conflict: Error { let why: String }

  /// The largest allowed array index. A larger index would fill the array with nulls.
  static let largestIndex = 1000

  mutating func put(_ value: JSONTree, at path: ArraySlice<Step>) throws(Conflict) {
    guard let step = path.first else {
      self = value
      return
    }
    switch step {
    case .key(let key): try put(value, under: key, path.dropFirst())
    case .index(let index): try put(value, at: index, path.dropFirst())
    case .append: try put(value, at: nil, path.dropFirst())
    }
  }

  private mutating func put(
    _ value: JSONTree, under key: String, _ rest: ArraySlice<Step>
  ) throws(Conflict) {
    if self == .null { self = .object(keys: [], values: [:]) }
    guard case .object(var keys, var values) = self else {
      throw Conflict(why: "`\(key)` needs an object, but another item makes the value \(kind).")
    }
    var child = values[key] ?? .null
    if values[key] == nil { keys.append(key) }
    try child.put(value, at: rest)
    values[key] = child
    self = .object(keys: keys, values: values)
  }

  private mutating func put(
    _ value: JSONTree, at index: Int?, _ rest: ArraySlice<Step>
  ) throws(Conflict) {
    if self == .null { self = .array([]) }
    guard case .array(var items) = self else {
      throw Conflict(
        why: "[\(index.map(String.init) ?? "")] needs an array, but another item makes the value "
          + "\(kind).")
    }
    let index = index ?? items.count
    guard index <= Self.largestIndex || index == items.count else {
      throw Conflict(why: "The index \(index) is larger than \(Self.largestIndex).")
    }
    while items.count <= index { items.append(.null) }
    try items[index].put(value, at: rest)
    self = .array(items)
  }

  private var kind: String {
    switch self {
    case .null: "null"
    case .raw: "a JSON value"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// The value on one line, with spaces after commas and colons as in HTTPie.
  var text: String {
    switch self {
    case .null: "null"
    case .raw(let text): text
    case .string(let text): JSONText.quoted(text)
    case .array(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
    case .object(let keys, let values):
      "{"
        + keys.map { "\"\(JSONText.escaped($0))\": \((values[$0] ?? .null).text)" }
        .joined(separator: ", ") + "}"
    }
  }
}

extension JSONTree {
  /// Splits an item's key, such as `a[b][0][]`, into steps. An escaped bracket is an ordinary
  /// character.
  static func path(_ key: [RequestItem.KeyScalar]) throws(Conflict) -> [Step] {
    var steps: [Step] = []
    var rest = key[...]
    let first = rest.prefix { $0.scalar != "[" || $0.isEscaped }
    if !first.isEmpty || rest.isEmpty { steps.append(.key(first.text)) }
    rest = rest.dropFirst(first.count)
    while let open = rest.first {
      let inner = rest.dropFirst().prefix { $0.scalar != "]" || $0.isEscaped }
      let after = rest.dropFirst(1 + inner.count)
      guard open.scalar == "[", !open.isEscaped, !after.isEmpty else {
        throw Conflict(why: "Its brackets do not match.")
      }
      let word = inner.text
      if word.isEmpty {
        steps.append(.append)
      } else if let index = Int(word), index >= 0, !inner.contains(where: \.isEscaped) {
        steps.append(.index(index))
      } else {
        steps.append(.key(word))
      }
      rest = after.dropFirst()
    }
    guard steps.count <= 100 else { throw Conflict(why: "It is nested more than 100 deep.") }
    return steps
  }
}
