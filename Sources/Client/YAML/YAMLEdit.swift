import ClientModel

/// An editor of YAML text that changes only the bytes of the edited values. Comments, order,
/// quotes, flow style, blank lines and line breaks are preserved.
///
/// Each new text is parsed and compared with the expected value. If the layout does not allow an
/// edit, the smallest possible enclosing value is replaced.
package struct YAMLEdit {
  package private(set) var text: String
  private let file: String
  private var root: YAMLNode

  /// The position of a new entry among the existing entries.
  package enum Position: Hashable, Sendable {
    case last
    case before(String)
    /// After the last of these keys that exists, or before all entries if none of them exists.
    case after([String])
  }

  /// Parses the text to edit.
  ///
  /// - Throws: An error if the text is not valid YAML.
  package init(_ text: String, file: String) throws(YAMLProblem) {
    self.text = text
    self.file = file
    root = try YAMLDocument.parse(text, file: file)
  }

  /// Returns the one-based line number of a key, or nil if the key does not exist.
  package func line(of path: [YAMLStep]) -> Int? {
    guard let last = path.last, let parent = root.at(path.dropLast()),
      let index = parent.index(of: last), case .mapping(let fields) = parent.kind
    else { return nil }
    return fields[index].place.line
  }

  /// Sets the value of a key or item, and creates a missing key or item. Only differences are
  /// written.
  package mutating func set(
    _ path: [YAMLStep], to value: YAMLValue, _ position: Position = .last
  ) throws(YAMLProblem) {
    if let old = root.at(path) {
      try change(from: old.value, to: value, at: path)
    } else {
      try put(value, at: path, position)
    }
  }

  private mutating func put(
    _ value: YAMLValue, at path: [YAMLStep], _ position: Position = .last
  ) throws(YAMLProblem) {
    if let old = root.at(path) {
      guard !old.isSame(as: YAMLNode(value)) else { return }
      return try replace(path, with: Self.like(old, value))
    }
    guard let last = path.last else { return }
    let above = path.dropLast()
    switch (root.at(above)?.kind, last) {
    case (.mapping(let fields), .key(let key)):
      try insert(value, key, at: Self.index(position, fields.map(\.key)), in: above)
    case (.list(let items), .item): try insert(value, nil, at: items.count, in: above)
    case (_, .key(let key)): try put(.mapping([.init(key, value)]), at: Array(above), position)
    case (_, .item): try put(.list([value]), at: Array(above), position)
    }
  }

  /// Removes a key or item. Does nothing if it does not exist.
  package mutating func remove(_ path: [YAMLStep]) throws(YAMLProblem) {
    let above = path.dropLast()
    guard let last = path.last, let index = root.at(above)?.index(of: last) else { return }
    let expected = root.changing(above) { $0.replacing(index..<index + 1, with: nil, named: nil) }
    try accept(expected, above, unlinking: path) { (layout) throws(YAMLLayout.Unsupported) in
      try layout.remove(index, in: above)
    }
  }

  /// Renames a key. Does nothing if the key does not exist or the new name is taken.
  package mutating func rename(_ path: [YAMLStep], to name: String) throws(YAMLProblem) {
    let above = path.dropLast()
    guard let last = path.last, let parent = root.at(above), let index = parent.index(of: last),
      let value = root.at(path), parent.index(of: .key(name)) == nil
    else { return }
    let expected = root.changing(above) {
      $0.replacing(index..<index + 1, with: value, named: name)
    }
    try accept(expected, above) { (layout) throws(YAMLLayout.Unsupported) in
      try layout.rename(index, in: above, to: name)
    }
  }

  /// Copies an entry with the unchanged text of its value to the end of its mapping, under a new
  /// key. Does nothing if the entry does not exist.
  package mutating func copy(_ path: [YAMLStep], as name: String) throws(YAMLProblem) {
    let above = path.dropLast()
    guard let last = path.last, let parent = root.at(above), let index = parent.index(of: last),
      case .mapping(let fields) = parent.kind
    else { return }
    let expected = root.changing(above) {
      $0.replacing(fields.count..<fields.count, with: fields[index].value, named: name)
    }
    try accept(expected, above) { (layout) throws(YAMLLayout.Unsupported) in
      try layout.copy(index, in: above, as: name)
    }
  }

  /// Writes the differences between two values. The old value in the document may have any style.
  package mutating func change(
    from old: YAMLValue, to new: YAMLValue, at path: [YAMLStep] = []
  ) throws(YAMLProblem) {
    guard old != new else { return }
    switch (old, new, root.at(path)?.kind) {
    case (.mapping(let one), .mapping(let two), .mapping(let fields)):
      let renamed = Self.renamed(one, two, in: fields)
      guard let renamed, !two.isEmpty else { return try put(new, at: path) }
      for (name, other) in renamed { try rename(path + [.key(name)], to: other) }
      let before = Dictionary(uniqueKeysWithValues: one.map { ($0.key, $0.value) })
      let names = Dictionary(uniqueKeysWithValues: renamed.map { ($0.1, $0.0) })
      let known = Set(two.map(\.key))
      for field in one where !known.contains(field.key) { try remove(path + [.key(field.key)]) }
      for (index, field) in two.enumerated() {
        let inside = path + [.key(field.key)]
        if let value = before[names[field.key] ?? field.key], root.at(inside) != nil {
          try change(from: value, to: field.value, at: inside)
        } else if before[field.key] != field.value {
          try put(field.value, at: inside, .after(two[..<index].map(\.key)))
        }
      }
    case (.list(let one), .list(let two), .list(let items))
    where one.count == items.count && !two.isEmpty:
      let start = zip(one, two).prefix { $0 == $1 }.count
      let end = zip(one[start...].reversed(), two[start...].reversed()).prefix { $0 == $1 }.count
      let (left, right) = (one.count - start - end, two.count - start - end)
      guard left + right <= Self.mostItems else { return try put(new, at: path) }
      for index in start..<start + min(left, right) {
        try change(from: one[index], to: two[index], at: path + [.item(index)])
      }
      for index in (start + min(left, right)..<start + left).reversed() {
        try remove(path + [.item(index)])
      }
      for index in start + min(left, right)..<start + right {
        try insert(two[index], nil, at: index, in: path[...])
      }
    case (_, _, .some): try put(new, at: path)
    case (_, _, nil): return
    }
  }

  /// The maximum number of changed items in a list. If more items differ, the complete list is
  /// replaced.
  private static let mostItems = 100

  /// Returns the renamed keys and their new names. Returns nil if the order of the other keys
  /// changed, or if a key is repeated.
  private static func renamed(
    _ old: [YAMLValue.Field], _ new: [YAMLValue.Field], in fields: [YAMLNode.Field]
  ) -> [(String, String)]? {
    let (one, two) = (old.map(\.key), new.map(\.key))
    let (before, after) = (Set(one), Set(two))
    guard before.count == one.count, after.count == two.count,
      one.filter(after.contains) == two.filter(before.contains)
    else { return nil }
    guard one.count == two.count else { return [] }
    let known = Set(fields.map(\.key))
    return zip(one, two).filter { old, new in
      old != new && !after.contains(old) && !before.contains(new) && known.contains(old)
        && !known.contains(new)
    }
  }

  private static func index(_ position: Position, _ keys: [String]) -> Int {
    switch position {
    case .last: keys.count
    case .before(let key): keys.firstIndex(of: key) ?? keys.count
    case .after(let names): (keys.lastIndex { names.contains($0) } ?? -1) + 1
    }
  }

  /// Returns the new value, without quotes if both values are numbers and the user wrote the old
  /// one without quotes.
  private static func like(_ old: YAMLNode, _ value: YAMLValue) -> YAMLValue {
    guard case .plain(let before) = old.kind, case .text(let text) = value,
      !YAMLWriter.isPlain(before), Int(before) != nil, Int(text) != nil
    else { return value }
    return .plain(text)
  }

  private mutating func replace(
    _ path: [YAMLStep], with value: YAMLValue
  ) throws(YAMLProblem) {
    try accept(root.changing(path) { _ in YAMLNode(value) }, path[...], unlinking: path) {
      (layout) throws(YAMLLayout.Unsupported) in try layout.replace(path[...], with: value)
    }
  }

  private mutating func insert(
    _ value: YAMLValue, _ key: String?, at index: Int, in path: ArraySlice<YAMLStep>
  ) throws(YAMLProblem) {
    let expected = root.changing(path) {
      $0.replacing(index..<index, with: YAMLNode(value), named: key)
    }
    try accept(expected, path) { (layout) throws(YAMLLayout.Unsupported) in
      try layout.insert(value, key, at: index, in: path)
    }
  }

  // MARK: Checks

  /// Accepts the first edited text that has the expected value.
  ///
  /// The attempts are, in this order: the edit itself, the edit after moving the anchors of the
  /// changed value, and the replacement of the enclosing values, the smallest first.
  ///
  /// - Parameter changed: The path of the removed or replaced value, to whose anchors aliases may
  ///   refer. Nil if no value is removed or replaced.
  private mutating func accept(
    _ expected: YAMLNode, _ path: ArraySlice<YAMLStep>, unlinking changed: [YAMLStep]? = nil,
    _ edit: (inout YAMLLayout) throws(YAMLLayout.Unsupported) -> Void
  ) throws(YAMLProblem) {
    if try take(expected, edit) { return }
    if let changed {
      let isTaken = try take(expected) { (layout) throws(YAMLLayout.Unsupported) in
        try layout.moveAnchors(from: changed[...])
        try edit(&layout)
      }
      if isTaken { return }
    }
    for count in (0...path.count).reversed() {
      let around = path.prefix(count)
      guard let value = expected.at(around)?.value else { continue }
      let isTaken = try take(expected) { (layout) throws(YAMLLayout.Unsupported) in
        try layout.replace(around, with: value)
      }
      if isTaken { return }
    }
    let document = expected.value.document
    guard try YAMLDocument.parse(document, file: file).isSame(as: expected) else {
      throw YAMLProblem(
        expected.place, what: "\(file) was not changed.",
        why: "Weir cannot write the changed values as YAML.",
        whatToDo: "Edit the file by hand.")
    }
    text = document
    root = expected
  }

  private mutating func take(
    _ expected: YAMLNode, _ edit: (inout YAMLLayout) throws(YAMLLayout.Unsupported) -> Void
  ) throws(YAMLProblem) -> Bool {
    var layout = try YAMLLayout(text, file: file)
    do throws(YAMLLayout.Unsupported) { try edit(&layout) } catch { return false }
    let changed: YAMLNode
    do throws(YAMLProblem) {
      changed = try YAMLDocument.parse(layout.text, file: file)
    } catch {
      // The layout does not allow the edit.
      return false
    }
    guard changed.isSame(as: expected) else { return false }
    (text, root) = (layout.text, changed)
    return true
  }
}
