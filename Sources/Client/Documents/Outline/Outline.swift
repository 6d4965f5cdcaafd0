/// A body that is not JSON, as a tree of byte ranges.
///
/// The body is XML, HTML, form data, a multipart body or an event stream. The nodes are a flat list
/// in body order, and contain only byte ranges, so copied text is always as received. At most
/// `longest` bytes are read and `mostNodes` nodes are created. The last node then has the remaining
/// bytes and the kind `rest`.
package struct Outline: Sendable {
  /// The maximum number of bytes to read.
  package static let longest = 16 << 20
  /// The maximum number of nodes, each of which needs 64 bytes.
  package static let mostNodes = 250_000

  package enum Kind: UInt8, Sendable {
    /// An element of XML or HTML. The label is its name, and the value is its attributes.
    case element
    /// An element that contains only text, which is the value.
    case leaf
    case text, section, comment, instruction, doctype
    /// A closing tag that has no opening tag.
    case stray
    /// A form field. The label and the value are encoded as in the body.
    case field
    /// A part of a multipart body. The label is empty, and the value is the content.
    case part
    case header, content
    /// The text before the first part or after the last part.
    case surroundings
    /// An event of a stream. The value is the first line of its data.
    case event
    /// A line of an event.
    case line
    /// A JSON value inside one of the nodes above. The value is the complete JSON value. The label
    /// of a member is the key between the quotes, and that of an item is an empty range at the
    /// item's index.
    case member, item
    /// The bytes that exceed the limits.
    case rest
  }

  package struct Node: Sendable, Hashable {
    package internal(set) var kind: Kind
    /// The depth in the tree, which is 0 for a root.
    package let depth: Int
    /// The range of the complete node.
    package internal(set) var span: Range<Int>
    package internal(set) var label: Range<Int>
    package internal(set) var value: Range<Int>
    /// The number of the parent, or -1 for a root.
    package let parent: Int
    /// The number of the first node after this node's descendants.
    package internal(set) var next = 0
    package internal(set) var children = 0
  }

  package internal(set) var nodes: [Node] = []
  /// The first error and its position as a sentence, or nil if there is no error.
  package internal(set) var fault: String?
  /// Whether a value may have several lines of an event stream, whose `data:` prefixes are not part
  /// of the value.
  package internal(set) var joinsLines = false

  package init() {}

  /// Returns the children of a node, or the roots if `parent` is nil.
  package func children(of parent: Int?) -> [Int] {
    var result: [Int] = []
    var at = parent.map { $0 + 1 } ?? 0
    let end = parent.map { nodes[$0].next } ?? nodes.count
    while at < end {
      result.append(at)
      at = nodes[at].next
    }
    return result
  }

  /// Returns the innermost node that contains this byte, or else the last root before the byte, or
  /// nil.
  package func node(at offset: Int) -> Int? {
    // Nodes are sorted by their start. The last node that starts at or before the byte is the
    // innermost one, unless it ends before the byte. An ancestor may then contain the byte.
    var low = 0
    var high = nodes.count
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle].span.lowerBound > offset { high = middle } else { low = middle + 1 }
    }
    var at = low - 1
    while at >= 0, nodes[at].parent >= 0, nodes[at].span.upperBound <= offset {
      at = nodes[at].parent
    }
    return at >= 0 ? at : nil
  }
}

/// A builder of an outline from nodes in ascending order.
struct OutlineBuilder {
  private(set) var outline = Outline()
  /// The open nodes, the outermost first.
  private(set) var open: [Int] = []
  var isFull: Bool { outline.nodes.count >= Outline.mostNodes }

  init() {}

  subscript(node: Int) -> Outline.Node {
    get { outline.nodes[node] }
    set { outline.nodes[node] = newValue }
  }

  @discardableResult
  mutating func add(
    _ kind: Outline.Kind, _ span: Range<Int>, label: Range<Int>? = nil, value: Range<Int>? = nil
  ) -> Int {
    let number = outline.nodes.count
    let parent = open.last ?? -1
    if parent >= 0 { outline.nodes[parent].children += 1 }
    let start = span.lowerBound
    outline.nodes.append(
      Outline.Node(
        kind: kind, depth: open.count, span: span, label: label ?? start..<start,
        value: value ?? start..<start, parent: parent, next: number + 1))
    return number
  }

  /// Adds a node and opens it. Nodes added before it is closed become descendants.
  @discardableResult
  mutating func begin(
    _ kind: Outline.Kind, _ span: Range<Int>, label: Range<Int>? = nil, value: Range<Int>? = nil
  ) -> Int {
    let number = add(kind, span, label: label, value: value)
    open.append(number)
    return number
  }

  /// Closes the innermost open node at this offset.
  mutating func end(at offset: Int) {
    guard let last = open.popLast() else { return }
    outline.nodes[last].span = outline.nodes[last].span.lowerBound..<offset
    outline.nodes[last].next = outline.nodes.count
  }

  /// Closes the innermost element, which becomes a leaf if it contains only text.
  mutating func endMerging(at offset: Int) {
    if let last = open.last, outline.nodes[last].children == 1, last == outline.nodes.count - 2,
      let text = outline.nodes.last, text.kind == .text
    {
      outline.nodes.removeLast()
      outline.nodes[last].children = 0
      outline.nodes[last].kind = .leaf
      outline.nodes[last].value = text.value
    }
    end(at: offset)
  }

  mutating func joinsLines() { outline.joinsLines = true }

  mutating func fail(_ sentence: String) {
    if outline.fault == nil { outline.fault = sentence }
  }

  /// Closes the open nodes and returns the outline. Unread bytes become the last node.
  mutating func finish(at end: Int, of length: Int) -> Outline {
    while !open.isEmpty { self.end(at: end) }
    if end < length { add(.rest, end..<length) }
    return outline
  }
}
