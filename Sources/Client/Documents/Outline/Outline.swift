/// A body other than JSON as a tree of byte ranges: XML, HTML, form data, multipart parts, events.
///
/// A flat list in body order, without recursion and without copied text: every node stores its byte
/// ranges, so nothing is re-encoded and a copy of a node contains the received bytes. At most `longest`
/// bytes are read and `mostNodes` nodes created; the rest of the body is one last node of kind `rest`.
package struct Outline: Sendable {
  /// The maximum number of bytes of a body that are read.
  package static let longest = 16 << 20
  /// The maximum number of nodes; each takes 64 bytes.
  package static let mostNodes = 250_000

  package enum Kind: UInt8, Sendable {
    /// XML and HTML. The label is the name, the value the attributes.
    case element
    /// An element with nothing but text in it; the value is the text.
    case leaf
    case text, section, comment, instruction, doctype
    /// A closing tag that closes nothing.
    case stray
    /// Form data: label and value as they stand in the body, percent signs and all.
    case field
    /// One part of a multipart; label: nothing; value: its content.
    case part
    case header, content
    /// Before the first and behind the last part.
    case surroundings
    /// One event of a stream; value: the first line of its data.
    case event
    /// One line of an event.
    case line
    /// A value of JSON within any of these; label: the key between its quotes, or for an item an empty range
    /// at its number; value: all of the value.
    case member, item
    /// Bytes behind the limits above.
    case rest
  }

  package struct Node: Sendable, Hashable {
    package internal(set) var kind: Kind
    /// 0 for a root.
    package let depth: Int
    /// All of its bytes.
    package internal(set) var span: Range<Int>
    package internal(set) var label: Range<Int>
    package internal(set) var value: Range<Int>
    /// The node it is in; -1 for a root.
    package let parent: Int
    /// The number of the first node behind it and all that is in it.
    package internal(set) var next = 0
    /// How many nodes are directly in it.
    package internal(set) var children = 0
  }

  package internal(set) var nodes: [Node] = []
  /// Where and why it is broken, as a sentence; nil when it is not.
  package internal(set) var fault: String?
  /// Whether values may span several lines of an event stream; the prefix of each further line is then
  /// not part of the value.
  package internal(set) var joinsLines = false

  package init() {}

  /// The numbers of the nodes directly in one, or of the roots.
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

  /// The innermost node that contains this byte, or else the last root before it; nil when neither exists.
  package func node(at offset: Int) -> Int? {
    // Nodes are sorted by their start. The last node that starts at or before the byte is the innermost
    // one that contains it, or ends before it; then an ancestor may contain the byte.
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

/// Makes an outline from places in rising order.
struct OutlineBuilder {
  private(set) var outline = Outline()
  /// The nodes that are open, outermost first.
  private(set) var open: [Int] = []
  /// True when no more nodes are made.
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

  /// Adds a node; what is added until it is closed is in it.
  @discardableResult
  mutating func begin(
    _ kind: Outline.Kind, _ span: Range<Int>, label: Range<Int>? = nil, value: Range<Int>? = nil
  ) -> Int {
    let number = add(kind, span, label: label, value: value)
    open.append(number)
    return number
  }

  /// Closes the innermost open node, whose bytes end here.
  mutating func end(at offset: Int) {
    guard let last = open.popLast() else { return }
    outline.nodes[last].span = outline.nodes[last].span.lowerBound..<offset
    outline.nodes[last].next = outline.nodes.count
  }

  /// Closes the innermost open element; one with nothing but text in it becomes a leaf.
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

  /// Closes what is open, and names what was not read.
  mutating func finish(at end: Int, of length: Int) -> Outline {
    while !open.isEmpty { self.end(at: end) }
    if end < length { add(.rest, end..<length) }
    return outline
  }
}
