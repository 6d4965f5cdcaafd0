import ClientYAML

/// A JSON or YAML document as one array of small values, with the place of each.
///
/// Values stand in the order of the document: the first child of a list or mapping follows it, and
/// `end` is where its next sibling begins. A mapping's children are key, value, key, value. Ten
/// megabytes of text take about 25 MB here, where a tree of objects takes ten times as much.
struct DocumentTree: Sendable {
  /// One value, 24 bytes.
  struct Node: Sendable {
    enum Kind: UInt8, Sendable {
      case null
      /// Not quoted: may be a number or a truth value.
      case plain
      /// Quoted: always text.
      case text
      case list
      case mapping
      /// Stands for the value whose number is `start`.
      case alias
    }

    var kind: Kind
    var line: UInt32
    var column: UInt32
    /// Where its text begins in `text`.
    var start: UInt32
    /// Bytes of text, or children of a list, or children of a mapping (two for each field).
    var count: UInt32
    /// The number of the value after it and all within it.
    var end: UInt32
  }

  /// How the document is named in messages.
  var file: String
  var nodes: [Node] = []
  /// The texts of all scalars, one after the other, in UTF-8.
  var text: [UInt8] = []
  /// Keys that stand in their mapping a second time.
  var doubles: [UInt32] = []

  /// The node itself, or what it stands for. An alias only ever stands for a closed value that is
  /// none, so one step is enough.
  func resolved(_ node: Int) -> Int {
    nodes[node].kind == .alias ? Int(nodes[node].start) : node
  }

  func place(_ node: Int) -> YAMLPlace {
    guard node < nodes.count else { return YAMLPlace(file: file, line: 1, column: 1) }
    return YAMLPlace(
      file: file, line: Int(nodes[node].line), column: Int(nodes[node].column))
  }

  /// The scalar's text; empty for a list or mapping.
  func string(_ node: Int) -> String {
    let node = nodes[resolved(node)]
    guard node.kind == .plain || node.kind == .text else { return "" }
    return text.withUnsafeBufferPointer { bytes in
      String(
        decoding: UnsafeBufferPointer(
          rebasing: bytes[Int(node.start)..<Int(node.start + node.count)]),
        as: UTF8.self)
    }
  }

  /// Whether a scalar's text is exactly this.
  func `is`(_ node: Int, _ word: StaticString) -> Bool {
    nodes.withUnsafeBufferPointer { nodes in
      text.withUnsafeBufferPointer { text in Self.is(node, word, nodes, text) }
    }
  }

  /// The value under a key, an alias followed; nil when there is none, or this is not a mapping.
  ///
  /// Asked for dozens of keys of each schema: it neither copies nor counts references. The first 300
  /// fields are looked at; what is looked up by name has fewer, and no document makes this slow.
  ///
  /// - Parameter tree: By its place: one that is passed as a value is copied, with a reference counted for
  ///   each of its parts.
  static func field(
    of tree: UnsafePointer<DocumentTree>, _ mapping: Int, _ key: StaticString
  ) -> Int? {
    tree.pointee.nodes.withUnsafeBufferPointer { nodes in
      guard nodes[mapping].kind == .mapping else { return nil }
      return tree.pointee.text.withUnsafeBufferPointer { text in
        let end = Int(nodes[mapping].end)
        var next = mapping + 1
        var left = 300
        while next < end, left > 0 {
          left -= 1
          let value = Int(nodes[next].end)
          if Self.is(next, key, nodes, text) {
            return nodes[value].kind == .alias ? Int(nodes[value].start) : value
          }
          next = Int(nodes[value].end)
        }
        return nil
      }
    }
  }

  private static func `is`(
    _ node: Int, _ word: StaticString, _ nodes: UnsafeBufferPointer<Node>,
    _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var node = nodes[node]
    if node.kind == .alias { node = nodes[Int(node.start)] }
    let length = word.utf8CodeUnitCount
    guard Int(node.count) == length, node.kind == .plain || node.kind == .text else { return false }
    let (start, letters) = (Int(node.start), word.utf8Start)
    for index in 0..<length where text[start + index] != letters[index] { return false }
    return true
  }

  /// The numbers of a list's items, or of a mapping's keys and values in turn; aliases not followed.
  func children(_ node: Int) -> Children {
    let parent = nodes[node]
    guard parent.kind == .list || parent.kind == .mapping else {
      return Children(tree: self, position: node + 1, end: node + 1)
    }
    return Children(tree: self, position: node + 1, end: Int(parent.end))
  }

  struct Children: Sequence, IteratorProtocol {
    let tree: DocumentTree
    var position: Int
    let end: Int

    mutating func next() -> Int? {
      guard position < end else { return nil }
      defer { position = Int(tree.nodes[position].end) }
      return position
    }
  }
}
