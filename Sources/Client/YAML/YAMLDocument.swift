/// A parser of one YAML document, with limits on size, depth and aliases.
package enum YAMLDocument {
  static let byteLimit = 10_000_000
  static let depthLimit = 100
  static let nodeLimit = 200_000
  static let aliasLimit = 1000

  /// The UTF-8 bytes of the byte order mark U+FEFF, with which a document may start.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Returns the document's root, or `null` if the text has no document. The tag `!!str` makes a
  /// plain scalar a string, and other tags are ignored.
  package static func parse(_ text: String, file: String) throws(YAMLProblem) -> YAMLNode {
    let start = YAMLPosition(file: file, line: 1, column: 1)
    guard text.utf8.count <= byteLimit else {
      throw YAMLProblem(
        start, what: "\(file) cannot be read.", why: "It is larger than 10 MB.",
        whatToDo: "Split the file, or store large bodies in separate files.")
    }
    var text = text
    return try text.withUTF8 { all in
      let hasMark = all.starts(with: byteOrderMark)
      let bytes = UnsafeBufferPointer(rebasing: all.dropFirst(hasMark ? byteOrderMark.count : 0))
      return Result { () throws(YAMLProblem) in
        var composer = YAMLComposer(YAMLEvents(bytes, file: file), file: file)
        return try composer.document() ?? YAMLNode(kind: .null, place: start)
      }
    }.get()
  }
}

/// A builder of nodes from events, which limits their number. The nodes of an alias's target are
/// counted at each use.
private struct YAMLComposer: ~Copyable {
  private struct Anchored {
    let node: YAMLNode
    let nodes: Int
    let depth: Int
  }

  private let file: String
  private var events: YAMLEvents
  private var nodes = 0
  private var aliases = 0
  private var anchors: [String: Anchored] = [:]
  /// The number of levels below the last node that was built.
  private var height = 0

  init(_ events: consuming YAMLEvents, file: String) {
    self.file = file
    self.events = events
  }

  /// Reads the document. Returns nil if the text has no document.
  mutating func document() throws(YAMLProblem) -> YAMLNode? {
    let first = try events.next()
    if case .end = first { return nil }
    let root = try node(first, depth: 1)
    // This call throws if there is a second document.
    _ = try events.next()
    return root
  }

  private var place: YAMLPosition {
    YAMLPosition(file: file, line: events.line, column: events.column)
  }

  private mutating func node(
    _ event: YAMLEvents.Event, depth: Int
  ) throws(YAMLProblem) -> YAMLNode {
    let (start, before, anchor) = (place, nodes, events.anchor)
    if case .alias(let name) = event { return try alias(name, depth: depth) }
    try count(1, to: depth, at: start)
    let kind: YAMLNode.Kind
    var below = 0
    switch event {
    case .scalar(let bytes, let quoting): kind = Self.scalar(bytes, quoting)
    case .list:
      var items: [YAMLNode] = []
      while let item = try next() {
        items.append(try node(item, depth: depth + 1))
        below = max(below, height + 1)
      }
      kind = .list(items)
    case .mapping:
      var fields: [YAMLNode.Field] = []
      var keys: Set<String> = []
      while let event = try next() {
        let (keyPlace, key) = (place, try key(event))
        guard keys.insert(key).inserted else {
          throw YAMLProblem(
            keyPlace, why: "The key `\(key)` occurs twice.", whatToDo: "Remove one of them.")
        }
        let value = try node(try events.next(), depth: depth + 1)
        fields.append(YAMLNode.Field(key: key, place: keyPlace, value: value))
        below = max(below, height + 1)
      }
      kind = .mapping(fields)
    case .close, .alias, .end:
      preconditionFailure("The YAML parser returned an event out of order.")
    }
    let node = YAMLNode(kind: kind, place: start)
    height = below
    if let anchor { anchors[anchor] = Anchored(node: node, nodes: nodes - before, depth: below) }
    return node
  }

  /// Reads the next event. Returns nil at the end of the open list or mapping.
  private mutating func next() throws(YAMLProblem) -> YAMLEvents.Event? {
    let event = try events.next()
    if case .close = event { return nil }
    return event
  }

  private func key(_ event: YAMLEvents.Event) throws(YAMLProblem) -> String {
    if case .scalar(let bytes, _) = event { return String(decoding: bytes, as: UTF8.self) }
    throw YAMLProblem(
      place, why: "A key is a list, a mapping or an alias.", whatToDo: "Use text as the key.")
  }

  private mutating func alias(_ name: String, depth: Int) throws(YAMLProblem) -> YAMLNode {
    guard let target = anchors[name] else {
      throw YAMLProblem(
        place, why: "The alias `*\(name)` has no anchor before it.",
        whatToDo: "Write `&\(name)` before the value, or write the value out.")
    }
    aliases += target.nodes
    try count(target.nodes, to: depth + target.depth, at: place)
    height = target.depth
    return target.node
  }

  private mutating func count(
    _ more: Int, to depth: Int, at place: YAMLPosition
  ) throws(YAMLProblem) {
    nodes += more
    guard depth <= YAMLDocument.depthLimit else {
      throw excess(place, "is more than 100 levels deep")
    }
    guard nodes <= YAMLDocument.nodeLimit else {
      throw excess(place, "has more than 200,000 values")
    }
    guard aliases <= YAMLDocument.aliasLimit else {
      throw excess(place, "has more than 1,000 aliases")
    }
  }

  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, _ quoting: YAMLEvents.Quoting
  ) -> YAMLNode.Kind {
    let text = String(decoding: bytes, as: UTF8.self)
    return switch quoting {
    case .plain: ["", "~", "null", "Null", "NULL"].contains(text) ? .null : .plain(text)
    case .quoted: .text(text)
    }
  }

  private func excess(_ place: YAMLPosition, _ what: String) -> YAMLProblem {
    YAMLProblem(
      place, why: "It \(what), counting expanded aliases.",
      whatToDo: "Make the file smaller.")
  }
}
