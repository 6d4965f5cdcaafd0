import ClientYAML

/// A builder of a tree from values in document order, within a budget.
struct TreeBuilder {
  private(set) var tree: DocumentTree
  private let budget: TreeBudget
  /// The open lists and mappings.
  private var open: [Int] = []
  /// The complete mappings with a `<<` key. `openMerging` contains the open ones.
  private var merging: [Int] = []
  private var openMerging: Set<Int> = []

  init(file: String, budget: TreeBudget, bytes: Int) {
    tree = DocumentTree(file: file)
    self.budget = budget
    tree.nodes.reserveCapacity(bytes / 12)
    tree.text.reserveCapacity(bytes * 3 / 4)
  }

  /// Whether the innermost open node is a mapping and its next value is a key.
  var wantsKey: Bool {
    guard let last = open.last, tree.nodes[last].kind == .mapping else { return false }
    return tree.nodes[last].count % 2 == 0
  }

  mutating func scalar(
    _ kind: DocumentTree.Node.Kind, _ bytes: UnsafeBufferPointer<UInt8>, line: Int, column: Int
  ) throws(YAMLProblem) {
    let start = tree.text.count
    tree.text.append(contentsOf: bytes)
    try add(kind, start: start, count: bytes.count, line: line, column: column)
  }

  mutating func alias(of target: Int, line: Int, column: Int) throws(YAMLProblem) {
    try add(.alias, start: tree.resolved(target), count: 0, line: line, column: column)
  }

  mutating func begin(
    _ kind: DocumentTree.Node.Kind, line: Int, column: Int
  ) throws(YAMLProblem) {
    let index = tree.nodes.count
    try add(kind, start: 0, count: 0, line: line, column: column)
    open.append(index)
    guard open.count <= budget.depth else {
      throw excess(index, "It is more than \(budget.depth) levels deep.")
    }
  }

  /// Closes the innermost list or mapping, and returns its number.
  mutating func end() -> Int {
    let index = open.removeLast()
    tree.nodes[index].end = UInt32(tree.nodes.count)
    if tree.nodes[index].kind == .mapping { reportRepeatedKeys(in: index) }
    if openMerging.remove(index) != nil { merging.append(index) }
    return index
  }

  /// Records that the innermost mapping has a merge key.
  mutating func markMerge() {
    if let last = open.last { openMerging.insert(last) }
  }

  /// Returns the complete tree, which is `null` if nothing was read.
  mutating func finished() throws(YAMLProblem) -> DocumentTree {
    if tree.nodes.isEmpty { try add(.null, start: 0, count: 0, line: 1, column: 1) }
    try tree.merge(merging, limit: budget.nodes)
    return tree
  }

  private mutating func add(
    _ kind: DocumentTree.Node.Kind, start: Int, count: Int, line: Int, column: Int
  ) throws(YAMLProblem) {
    if let last = open.last { tree.nodes[last].count += 1 }
    let index = tree.nodes.count
    tree.nodes.append(
      DocumentTree.Node(
        kind: kind, line: UInt32(truncatingIfNeeded: line),
        column: UInt32(truncatingIfNeeded: column), start: UInt32(truncatingIfNeeded: start),
        count: UInt32(truncatingIfNeeded: count), end: UInt32(index + 1)))
    guard index < budget.nodes else {
      throw excess(
        index, "With this value, the document has more than \(TreeBudget.standard.nodes) values.")
    }
  }

  private func excess(_ index: Int, _ why: String) -> YAMLProblem {
    YAMLProblem(
      tree.place(index), why: why,
      whatToDo: "Split the document; `$ref` can refer to files beside it.")
  }

  /// Records repeated keys. In a small mapping, all pairs of keys are compared, which is faster
  /// than a set.
  private mutating func reportRepeatedKeys(in mapping: Int) {
    let keys = Array(
      tree.children(mapping).enumerated().lazy.filter { $0.offset % 2 == 0 }.map(\.element))
    guard keys.count > 1 else { return }
    if keys.count <= 12 {
      for (position, key) in keys.enumerated() where position > 0 {
        if keys[..<position].contains(where: { isSame($0, key) }) {
          tree.doubles.append(UInt32(key))
        }
      }
    } else {
      var seen: Set<String> = []
      for key in keys where !seen.insert(tree.string(key)).inserted {
        tree.doubles.append(UInt32(key))
      }
    }
  }

  private func isSame(_ left: Int, _ right: Int) -> Bool {
    let (left, right) = (tree.nodes[left], tree.nodes[right])
    guard left.count == right.count, left.kind != .alias, right.kind != .alias else { return false }
    let (first, second) = (Int(left.start), Int(right.start))
    for offset in 0..<Int(left.count)
    where tree.text[first + offset] != tree.text[second + offset] { return false }
    return true
  }
}
