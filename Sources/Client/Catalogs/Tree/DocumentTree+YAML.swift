import ClientYAML

extension DocumentTree {
  /// Reads YAML without expanding aliases. Ignores tags, except those that make a plain scalar a
  /// string, as in `!!str 12`.
  ///
  /// - Parameter pause: A function that is called regularly with the number of bytes read so far.
  ///   It throws to stop reading.
  static func yaml(
    _ bytes: UnsafeBufferPointer<UInt8>, file: String, budget: TreeBudget = .standard,
    pause: (Int) throws(CatalogStop) -> Void
  ) throws(CatalogStop) -> DocumentTree {
    var builder = TreeBuilder(file: file, budget: budget, bytes: bytes.count)
    var events = YAMLEvents(bytes, file: file)
    var anchors: [String: Int] = [:]
    /// The anchors of open lists and mappings. An anchor is valid only after the end of its node,
    /// so a node cannot contain itself.
    var pending: [String?] = []
    var count = 0
    while true {
      count += 1
      if count % 8192 == 0 { try pause(events.offset) }
      do throws(YAMLProblem) {
        let event = try events.next()
        let (line, column, anchor) = (events.line, events.column, events.anchor)
        let isKey = builder.wantsKey
        switch event {
        case .scalar(let text, let quoting):
          let index = builder.tree.nodes.count
          let kind = Node.Kind(text, quoting)
          if isKey, kind == .plain, text.count == 2, text[0] == UInt8(ascii: "<"),
            text[1] == text[0]
          {
            builder.markMerge()
          }
          try builder.scalar(
            isKey && kind == .null ? .plain : kind, text, line: line, column: column)
          if let anchor { anchors[anchor] = index }
        case .list, .mapping:
          guard !isKey else {
            throw YAMLProblem(
              YAMLPosition(file: file, line: line, column: column),
              why: "A key is a list or a mapping.", whatToDo: "Use text as the key.")
          }
          if case .list = event {
            try builder.begin(.list, line: line, column: column)
          } else {
            try builder.begin(.mapping, line: line, column: column)
          }
          pending.append(anchor)
        case .close:
          let index = builder.end()
          if let anchor = pending.removeLast() { anchors[anchor] = index }
        case .alias(let name):
          guard let target = anchors[name] else {
            throw YAMLProblem(
              YAMLPosition(file: file, line: line, column: column),
              why: "The alias `*\(name.prefix(40))` has no complete anchor before it.",
              whatToDo: "Write the value out, or define the anchor `&\(name.prefix(40))` above.")
          }
          let kind = builder.tree.nodes[builder.tree.resolved(target)].kind
          guard !isKey || kind == .plain || kind == .text else {
            throw YAMLProblem(
              YAMLPosition(file: file, line: line, column: column),
              why: "A key is an alias of a list or a mapping.", whatToDo: "Use text as the key.")
          }
          try builder.alias(of: target, line: line, column: column)
        case .end: return try builder.finished()
        }
      } catch { throw .problem(error) }
    }
  }
}

extension DocumentTree.Node.Kind {
  /// Determines the kind of a scalar.
  ///
  /// - Source: YAML 1.2.2, section 10.3 (core schema).
  fileprivate init(_ text: UnsafeBufferPointer<UInt8>, _ quoting: YAMLEvents.Quoting) {
    guard quoting == .plain else {
      self = .text
      return
    }
    switch text.count {
    case 0: self = .null
    case 1: self = text[0] == UInt8(ascii: "~") ? .null : .plain
    case 4:
      let isNull = ["null", "Null", "NULL"].contains { text.elementsEqual($0.utf8) }
      self = isNull ? .null : .plain
    default: self = .plain
    }
  }
}
