/// What differs between two JSON bodies, as lines: members by their keys, elements of arrays by a key
/// that names them where there is one, else by what stays the same around them.
package struct BodyComparison: Sendable {
  /// The largest body that is compared.
  package static let largest = 16 << 20
  /// The most lines that are made; the rest is counted.
  package static let mostRows = 20_000

  package struct Row: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// So many equal values, left out.
      case equal(Int)
      /// A container with differences below.
      case holds
      case changed, added, removed
      /// An element that stands at another place, perhaps with differences below.
      case moved(from: Int, to: Int)
    }

    package enum Label: Hashable, Sendable {
      case body
      case key(String)
      /// The place among the elements on the right, or on the left for what is gone.
      case place(Int)
    }

    package let kind: Kind
    package let depth: Int
    package let label: Label
    /// The values as they stand in the bodies, cut.
    package let left: [UInt8]?
    package let right: [UInt8]?
    /// What names this value and its like in every element; nil for the body.
    package let path: IgnoredPath?
  }

  package private(set) var rows: [Row] = []
  /// How many values were changed, added, removed or moved.
  package private(set) var differences = 0
  /// How many lines were not made.
  package private(set) var omitted = 0

  private let left: ValueTree
  private let right: ValueTree
  /// What is still to be compared, the next at the end: no recursion, whatever the depth.
  private var tasks: [Task] = []

  /// Nil below what can be named: a path to each of 100,000 levels would be too much.
  private typealias Path = [IgnoredPath.Part]?

  private enum Task {
    case pair(Int, Int, depth: Int, Row.Label, Path, move: (Int, Int)?)
    case row(Row.Kind, depth: Int, Row.Label, left: Int?, right: Int?, Path)
  }

  /// - Parameters:
  ///   - left: The earlier body, valid JSON.
  ///   - right: The later one.
  package init(_ left: [UInt8], _ right: [UInt8], ignoring: [IgnoredPath] = []) {
    self.left = ValueTree(left, ignoring: ignoring)
    self.right = ValueTree(right, ignoring: ignoring)
    guard !self.left.nodes.isEmpty, !self.right.nodes.isEmpty else { return }
    tasks = [.pair(0, 0, depth: 0, .body, [], move: nil)]
    while let task = tasks.popLast() { work(task) }
  }

  private mutating func work(_ task: Task) {
    switch task {
    case .row(let kind, let depth, let label, let old, let new, let path):
      add(kind, depth, label, old, new, path)
    case .pair(let old, let new, let depth, let label, let path, let move):
      let (a, b) = (left.nodes[old], right.nodes[new])
      let isEqual = a.hash == b.hash
      if let move { add(.moved(from: move.0, to: move.1), depth, label, old, new, path) }
      if isEqual {
        if move == nil { add(.equal(1), depth, label, old, new, path) }
      } else if a.kind == b.kind, a.kind == .object || a.kind == .array {
        if move == nil { add(.holds, depth, label, old, new, path) }
        let below =
          a.kind == .object
          ? members(old, new, depth + 1, path) : elements(old, new, depth + 1, path)
        tasks += gathered(below).reversed()
      } else {
        add(.changed, depth, label, old, new, path)
      }
    }
  }

  /// Equal neighbours as one line.
  private func gathered(_ all: [Task]) -> [Task] {
    var result: [Task] = []
    var equal = 0
    func flush(_ depth: Int, _ path: Path) {
      if equal > 0 {
        result.append(.row(.equal(equal), depth: depth, .body, left: nil, right: nil, path))
      }
      equal = 0
    }
    var last: (depth: Int, path: Path) = (0, nil)
    for task in all {
      switch task {
      case .pair(let old, let new, let depth, _, let path, nil)
      where left.nodes[old].hash == right.nodes[new].hash:
        equal += 1
        last = (depth, path)
      default:
        flush(last.depth, last.path)
        result.append(task)
      }
    }
    flush(last.depth, last.path)
    return result
  }

  private mutating func add(
    _ kind: Row.Kind, _ depth: Int, _ label: Row.Label, _ old: Int?, _ new: Int?,
    _ path: Path
  ) {
    switch kind {
    case .changed, .added, .removed, .moved: differences += 1
    case .equal, .holds: break
    }
    // What is not distinguished cannot be pointed at.
    let path = if case .equal = kind { nil as Path } else { path }
    guard rows.count < Self.mostRows else {
      omitted += 1
      return
    }
    func start(_ tree: ValueTree, _ node: Int?) -> [UInt8]? {
      node.map { Array(tree.text(tree.nodes[$0].range).prefix(256)) }
    }
    rows.append(
      Row(
        kind: kind, depth: depth, label: label, left: start(left, old), right: start(right, new),
        path: path.flatMap { $0.isEmpty ? nil : IgnoredPath($0) }))
  }

  private static func path(_ path: Path, _ part: IgnoredPath.Part) -> Path {
    path.flatMap { $0.count < 64 ? $0 + [part] : nil }
  }

  // MARK: Objects

  /// In the order of the right; what is gone stands where it stood on the left.
  private func members(
    _ old: Int, _ new: Int, _ depth: Int, _ path: Path
  ) -> [Task] {
    // A key may stand twice: the first with the first, the second with the second.
    var before: [String: [Int]] = [:]
    for child in left.children(of: old).reversed() {
      before[left.key(of: child), default: []].append(child)
    }
    var partners: [Int: Int] = [:]
    var tasks: [Task] = []
    for child in right.children(of: new) {
      let key = right.key(of: child)
      let below = Self.path(path, .key(key))
      if let partner = before[key]?.popLast() {
        partners[partner] = child
        tasks.append(.pair(partner, child, depth: depth, .key(key), below, move: nil))
      } else {
        tasks.append(
          .row(.added, depth: depth, .key(key), left: nil, right: child, below))
      }
    }
    let gone = left.children(of: old).filter { partners[$0] == nil }
    return tasks
      + gone.map { child in
        let key = left.key(of: child)
        return .row(
          .removed, depth: depth, .key(key), left: child, right: nil, Self.path(path, .key(key)))
      }
  }

  // MARK: Arrays

  private func elements(
    _ old: Int, _ new: Int, _ depth: Int, _ path: Path
  ) -> [Task] {
    let (a, b) = (left.children(of: old), right.children(of: new))
    let path = Self.path(path, .element)
    return ElementMatch(a, in: left, b, in: right).steps.map { step in
      switch step {
      case .pair(let i, let j):
        .pair(a[i], b[j], depth: depth, .place(j), path, move: nil)
      case .moved(let i, let j):
        .pair(a[i], b[j], depth: depth, .place(j), path, move: (i, j))
      case .removed(let i):
        .row(.removed, depth: depth, .place(i), left: a[i], right: nil, path)
      case .added(let j): .row(.added, depth: depth, .place(j), left: nil, right: b[j], path)
      }
    }
  }
}
