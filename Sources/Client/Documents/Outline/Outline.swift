/// A body other than JSON as a tree of byte ranges: XML, HTML, form data, multipart parts, events.
///
/// The nodes are a flat list in body order, without recursion and without copied text. Every node
/// stores its byte ranges, so nothing is encoded again and a copy of a node contains the received
/// bytes. At most `longest` bytes are read and `mostNodes` nodes are created. The rest of the body
/// is one last node of kind `rest`.
package struct Outline: Sendable {
  /// The maximum number of bytes of a body that are read.
  package static let longest = 16 << 20
  /// The maximum number of nodes; each takes 64 bytes.
  package static let mostNodes = 250_000

  package enum Kind: UInt8, Sendable {
    /// XML and HTML. The label is the name, the value the attributes.
    case element
    /// An element that contains only text; the value is the text.
    case leaf
    case text, section, comment, instruction, doctype
    /// A closing tag without an opening tag.
    case stray
    /// A form field; label and value are as encoded in the body.
    case field
    /// A part of a multipart body; the label is empty, the value is the content.
    case part
    case header, content
    /// The text before the first part and after the last.
    case surroundings
    /// An event of a stream; the value is the first line of its data.
    case event
    /// A line of an event.
    case line
    /// A JSON value inside any of these. The label is the key between its quotes, or for an item an
    /// empty range at its index. The value is the complete JSON value.
    case member, item
    /// The bytes beyond the limits above.
    case rest
  }

  package struct Node: Sendable, Hashable {
    package internal(set) var kind: Kind
    /// The depth in the tree; 0 for a root.
    package let depth: Int
    /// The range of all bytes of the node.
    package internal(set) var span: Range<Int>
    package internal(set) var label: Range<Int>
    package internal(set) var value: Range<Int>
    /// The number of the parent node, or -1 for a root.
    package let parent: Int
    /// The number of the first node after this node and its descendants.
    package internal(set) var next = 0
    /// The number of the node's children.
    package internal(set) var children = 0
  }

  package internal(set) var nodes: [Node] = []
  /// The position and reason of the first error as a sentence, or nil if there is none.
  package internal(set) var fault: String?
  /// Whether values may span several lines of an event stream. In that case, the `data:` prefix of
  /// each line after the first is not part of the value.
  package internal(set) var joinsLines = false

  package init() {}

  /// Returns the numbers of a node's children, or of the roots.
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

  /// Returns the innermost node that contains this byte. If there is none, returns the last root
  /// before the byte, or nil if no root precedes the byte.
  package func node(at offset: Int) -> Int? {
    // Nodes are sorted by their start. The last node that starts at or before the byte is the
    // innermost node that contains the byte, or ends before the byte. In the second case, an
    // ancestor may contain the byte.
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
  /// The open nodes, outermost first.
  private(set) var open: [Int] = []
  /// Whether the limit of nodes is reached.
  var isFull: Bool { outline.nodes.count >= Outline.mostNodes }

  init() {}

  subscript(node: Int) -> Outline.Node {
    get { outline.nodes[node] }
    set { outline.nodes[node] = newValue }
  }

  /// Adds a node without children.
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

  /// Adds a node and opens it. Nodes that are added before this node is closed are its descendants.
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

  /// Closes the innermost open element. An element that contains only text becomes a leaf.
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

  /// Closes the open nodes and returns the outline. If bytes remain unread, adds a node for them
  /// first.
  mutating func finish(at end: Int, of length: Int) -> Outline {
    while !open.isEmpty { self.end(at: end) }
    if end < length { add(.rest, end..<length) }
    return outline
  }
}
