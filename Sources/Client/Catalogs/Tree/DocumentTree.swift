import ClientYAML

/// A JSON or YAML document as an array of small nodes with positions.
///
/// Nodes are in document order. The first child of a list or mapping follows it directly, and `end`
/// is the number of its next sibling. The children of a mapping are alternating keys and values.
/// Ten megabytes of text need about 25 MB, a tenth of the memory of a tree of objects.
struct DocumentTree: Sendable {
  /// One value, which has 24 bytes.
  struct Node: Sendable {
    enum Kind: UInt8, Sendable {
      case null
      /// An unquoted scalar, which may be a number or a Boolean.
      case plain
      /// A quoted scalar, which is always text.
      case text
      case list
      case mapping
      /// An alias of the value with the number `start`.
      case alias
    }

    var kind: Kind
    var line: UInt32
    var column: UInt32
    /// The offset in `text` at which the value's text begins.
    var start: UInt32
    /// The number of bytes of a scalar, or the number of children. A field of a mapping counts as
    /// two children.
    var count: UInt32
    /// The number of the next value that is not a descendant.
    var end: UInt32
  }

  /// The name of the document in messages.
  var file: String
  var nodes: [Node] = []
  /// The concatenated texts of all scalars in UTF-8.
  var text: [UInt8] = []
  /// The keys that are repeated in their mapping.
  var doubles: [UInt32] = []

  /// Returns the node, or the target of an alias, which is never an alias itself.
  func resolved(_ node: Int) -> Int {
    nodes[node].kind == .alias ? Int(nodes[node].start) : node
  }

  func place(_ node: Int) -> YAMLPosition {
    guard node < nodes.count else { return YAMLPosition(file: file, line: 1, column: 1) }
    return YAMLPosition(
      file: file, line: Int(nodes[node].line), column: Int(nodes[node].column))
  }

  /// Returns the text of a scalar, or an empty string for a list or mapping.
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

  /// Returns whether the text of a scalar equals a word.
  func `is`(_ node: Int, _ word: StaticString) -> Bool {
    nodes.withUnsafeBufferPointer { nodes in
      text.withUnsafeBufferPointer { text in Self.is(node, word, nodes, text) }
    }
  }

  /// Returns the value of a key, with aliases resolved. Returns nil if the key is missing or the
  /// node is not a mapping.
  ///
  /// This function is called for dozens of keys of each schema, so it copies nothing and changes no
  /// reference counts. It searches only the first 300 fields, so that a document cannot make it
  /// slow. Mappings with known keys have fewer fields.
  ///
  /// - Parameter tree: A pointer to the tree, because passing the tree by value would change the
  ///   reference counts of its arrays.
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

  /// Returns the numbers of a list's items, or of a mapping's alternating keys and values. Does not
  /// resolve aliases.
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
