import ClientDocuments

extension FoldedEvents {
  /// The rows that show, as `Outline.rows` has them.
  var notation: [String] {
    get throws { try rows(in: 0..<count).map { $0.outline.rows[$0.node] } }
  }
}

extension Outline {
  /// A line for each node, with its places in the body.
  var rows: [String] {
    nodes.map { "\($0.kind) \($0.depth) \($0.span) \($0.label) \($0.value) \($0.children)" }
  }

  /// A line for each node: its depth in dots, its kind, label and value as they stand in the body.
  func notation(_ bytes: [UInt8]) -> [String] {
    nodes.map { node in
      let label = String(decoding: bytes[node.label], as: UTF8.self)
      let value = String(decoding: bytes[node.value], as: UTF8.self)
      return String(repeating: ".", count: node.depth) + "\(node.kind) \(label)|\(value)"
    }
  }

  static func notation(_ form: OutlineForm, _ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return Outline(form, bytes).notation(bytes)
  }

  /// Why the nodes break a law of outlines; nil when they break none.
  func breach(in length: Int) -> String? {
    var last = 0
    for (number, node) in nodes.enumerated() {
      let words = "node \(number) \(node)"
      if node.span.lowerBound < last { return "starts fall: \(words)" }
      last = node.span.lowerBound
      if node.span.upperBound > length { return "outside of the body: \(words)" }
      if node.next <= number || node.next > nodes.count { return "next is wrong: \(words)" }
      if children(of: number).count != node.children { return "children are wrong: \(words)" }
      for part in [node.label, node.value] where !part.isEmpty {
        if part.lowerBound < node.span.lowerBound || part.upperBound > node.span.upperBound {
          return "label or value outside of it: \(words)"
        }
      }
      if node.parent >= 0 {
        let parent = nodes[node.parent]
        if node.parent >= number || node.depth != parent.depth + 1 { return "parent: \(words)" }
        if node.span.upperBound > parent.span.upperBound {
          return "outside of its parent: \(words)"
        }
      } else if node.depth != 0 {
        return "depth: \(words)"
      }
    }
    var end = 0
    for root in children(of: nil) {
      if nodes[root].span.lowerBound < end { return "roots overlap at \(root)" }
      end = nodes[root].span.upperBound
    }
    return nil
  }
}
