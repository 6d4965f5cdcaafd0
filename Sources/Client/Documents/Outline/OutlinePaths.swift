/// A generator of XPath-like paths to the nodes of an outline. The steps below a node are computed
/// once for all rows.
package struct OutlinePaths {
  /// The maximum number of siblings whose names are compared. With more siblings, a step is an
  /// index among all of them.
  private static let mostNames = 2_000

  private let text: OutlineText
  private let outline: Outline
  /// The steps to the children of each requested node, and to the roots under the key -1.
  private var steps: [Int: [Int: String]] = [:]

  /// Creates a path generator.
  ///
  /// - Parameter rootStep: The step to the first root if the outline is a part of a body, or nil.
  package init(_ outline: Outline, in source: ByteSource, rootStep: String? = nil) {
    self.outline = outline
    if let rootStep { steps[-1] = [0: "/" + rootStep] }
    text = OutlineText(outline, in: source)
  }

  /// Returns the steps to a node, the outermost first, such as `/rss` and `/item[2]`. In a very
  /// deep path, one nil element replaces the middle steps.
  package mutating func steps(to node: Int, first: Int, last: Int) throws(DocumentError)
    -> [String?]
  {
    var nodes: [Int] = []
    var at = node
    while at >= 0 {
      nodes.append(at)
      at = outline.nodes[at].parent
    }
    nodes.reverse()
    let isDeep = nodes.count > first + last
    var way: [String?] = []
    for node in isDeep ? nodes.prefix(first) : nodes[...] { way.append(try step(to: node)) }
    guard isDeep else { return way }
    way.append(nil)
    for node in nodes.suffix(last) { way.append(try step(to: node)) }
    return way
  }

  private mutating func step(to node: Int) throws(DocumentError) -> String {
    let parent = outline.nodes[node].parent
    if let known = steps[parent]?[node] { return known }
    let children = outline.children(of: parent < 0 ? nil : parent)
    guard children.count <= Self.mostNames else {
      return "/node()[\((children.firstIndex(of: node) ?? 0) + 1)]"
    }
    var tests: [(node: Int, test: String)] = []
    var counts: [String: Int] = [:]
    for child in children {
      let test = try text.test(of: child)
      tests.append((child, test))
      counts[test, default: 0] += 1
    }
    var places: [String: Int] = [:]
    var made: [Int: String] = [:]
    for (child, test) in tests {
      places[test, default: 0] += 1
      made[child] = "/" + (counts[test] == 1 ? test : "\(test)[\(places[test] ?? 0)]")
    }
    steps[parent] = made
    return made[node] ?? "/node()"
  }
}
