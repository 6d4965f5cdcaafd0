/// The differences between two JSON bodies, as rows.
///
/// Members are matched by key. Array elements are matched by an identifying member or, without such
/// a member, by their position between unchanged elements.
package struct BodyComparison: Sendable {
  /// The maximum size in bytes of a body to compare.
  package static let largest = 16 << 20
  /// The maximum number of rows. Differences beyond it are only counted.
  package static let mostRows = 20_000

  package struct Row: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// A container whose contents differ.
      case equal(Int)
      /// A container that contains differences.
      case holds
      case changed, added, removed
      /// An element whose position has changed, and which may also contain differences.
      case moved(from: Int, to: Int)
    }

    package enum Label: Hashable, Sendable {
      case body
      case key(String)
      /// The index in the right array or, for a removed element, in the left array.
      case place(Int)
    }

    package let kind: Kind
    package let depth: Int
    package let label: Label
    /// The first 256 bytes of the value in each body, as written, or nil if the value is missing in
    /// that body.
    package let left: [UInt8]?
    package let right: [UInt8]?
    /// The path of this value, with all elements in place of each array index. Nil for the body,
    /// for equal values and for a path of more than 64 parts.
    package let path: IgnoredPath?
  }

  package private(set) var rows: [Row] = []
  /// The number of values that were changed, added, removed or moved.
  package private(set) var differences = 0
  /// The number of rows that were omitted because of `mostRows`.
  package private(set) var omitted = 0

  private let left: ValueTree
  private let right: ValueTree
  /// The stack of the remaining comparisons. It replaces recursion, so any depth is possible.
  private var tasks: [Task] = []

  /// The path of a value, or nil if it has more than 64 parts. Longer paths would need too much
  /// memory in a body with 100,000 levels.
  private typealias Path = [IgnoredPath.Part]?

  private enum Task {
    case pair(Int, Int, depth: Int, Row.Label, Path, move: (Int, Int)?)
    case row(Row.Kind, depth: Int, Row.Label, left: Int?, right: Int?, Path)
  }

  /// Compares two bodies.
  ///
  /// - Parameters:
  ///   - left: The earlier body, which must be valid JSON.
  ///   - right: The later body, which must be valid JSON.
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

  /// Returns the tasks, with one row in place of each series of adjacent equal values.
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
    // A row of merged equal values has no path.
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

  /// Returns the tasks for an object's members, in the order of the right object, followed by the
  /// removed members in the order of the left object.
  private func members(
    _ old: Int, _ new: Int, _ depth: Int, _ path: Path
  ) -> [Task] {
    // Members with a repeated key are matched in order, the first with the first.
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
