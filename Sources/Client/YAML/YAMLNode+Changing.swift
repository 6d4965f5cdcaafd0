import ClientModel

/// A step from a list or mapping to one of its values.
package enum YAMLStep: Hashable, Sendable {
  case key(String)
  case item(Int)
}

extension YAMLNode {
  /// Creates the node that the parser would return for a written value.
  init(_ value: YAMLValue) {
    let place = YAMLPosition(file: "", line: 1, column: 1)
    let kind: Kind =
      switch value {
      case .text(let text): .text(text)
      case .plain(let text): text.isEmpty || text == "null" ? .null : .plain(text)
      case .integer(let number): .plain(String(number))
      case .number(let number): .plain(String(number))
      case .boolean(let value): .plain(value ? "true" : "false")
      case .list(let items): .list(items.map(YAMLNode.init))
      case .mapping(let fields):
        .mapping(fields.map { Field(key: $0.key, place: place, value: YAMLNode($0.value)) })
      }
    self.init(kind: kind, place: place)
  }

  /// The value that is written for this node.
  var value: YAMLValue {
    switch kind {
    case .null: .plain("null")
    case .plain(let text): .plain(text)
    case .text(let text): .text(text)
    case .list(let items): .list(items.map(\.value))
    case .mapping(let fields): .mapping(fields.map { .init($0.key, $0.value.value) })
    }
  }

  /// Returns whether two nodes have the same value, ignoring positions. An unquoted scalar equals a
  /// quoted string if every YAML parser reads both as the same string.
  func isSame(as other: YAMLNode) -> Bool {
    switch (kind, other.kind) {
    case (.null, .null): true
    case (.plain(let one), .plain(let two)), (.text(let one), .text(let two)): one.isSame(as: two)
    case (.plain(let one), .text(let two)), (.text(let one), .plain(let two)):
      one.isSame(as: two) && YAMLWriter.isPlain(one)
    case (.list(let one), .list(let two)):
      one.count == two.count && zip(one, two).allSatisfy { $0.isSame(as: $1) }
    case (.mapping(let one), .mapping(let two)):
      one.count == two.count
        && zip(one, two).allSatisfy { $0.key.isSame(as: $1.key) && $0.value.isSame(as: $1.value) }
    case (.null, _), (.plain, _), (.text, _), (.list, _), (.mapping, _): false
    }
  }

  /// Returns the index of the value after a step, or nil if the value does not exist.
  func index(of step: YAMLStep) -> Int? {
    switch (step, kind) {
    case (.key(let key), .mapping(let fields)): fields.firstIndex { $0.key.isSame(as: key) }
    case (.item(let index), .list(let items)): items.indices.contains(index) ? index : nil
    case (.key, _), (.item, _): nil
    }
  }

  /// Returns the value at a path, or nil if it does not exist.
  func at(_ path: some Collection<YAMLStep>) -> YAMLNode? {
    guard let step = path.first else { return self }
    guard let index = index(of: step) else { return nil }
    return child(index).at(path.dropFirst())
  }

  private func child(_ index: Int) -> YAMLNode {
    switch kind {
    case .list(let items): items[index]
    case .mapping(let fields): fields[index].value
    case .null, .plain, .text: self
    }
  }

  /// Returns a copy in which the node at a path is changed.
  func changing(_ path: some Collection<YAMLStep>, _ change: (YAMLNode) -> YAMLNode) -> YAMLNode {
    guard let step = path.first else { return change(self) }
    guard let index = index(of: step) else { return self }
    let changed = child(index).changing(path.dropFirst(), change)
    return replacing(index..<index + 1, with: changed, named: nil)
  }

  /// Returns a copy in which one entry replaces a range of entries. If `value` is nil, the range is
  /// removed.
  ///
  /// - Parameter name: The key of the new field, or nil to keep the old key.
  func replacing(_ range: Range<Int>, with value: YAMLNode?, named name: String?) -> YAMLNode {
    switch kind {
    case .list(var items):
      items.replaceSubrange(range, with: value.map { [$0] } ?? [])
      return YAMLNode(kind: .list(items), place: place)
    case .mapping(var fields):
      let old = range.isEmpty ? nil : fields[range.lowerBound]
      let new = value.map { value in
        Field(key: name ?? old?.key ?? "", place: old?.place ?? place, value: value)
      }
      fields.replaceSubrange(range, with: new.map { [$0] } ?? [])
      return YAMLNode(kind: .mapping(fields), place: place)
    case .null, .plain, .text: return self
    }
  }
}
