/// A complete JSON body as a flat array of nodes, for comparison. Each node has a byte range and a
/// hash. Equal values have the same hash.
///
/// The tree needs 64 bytes per value in addition to the body, and is built without recursion.
struct ValueTree: Sendable {
  struct Node: Sendable {
    enum Kind: UInt8, Sendable { case scalar, string, number, array, object }

    var kind: Kind
    var range: Range<Int>
    /// The range of the key between the quotes. Empty for an array element.
    var key: Range<Int>
    /// The index of the first node after this value's descendants.
    var end = 0
    /// A hash that is the same for equal values. It does not depend on escapes in strings, the
    /// notation of numbers or ignored values, and depends on the order of members only if a key is
    /// repeated.
    var hash: UInt64 = 0
    var isIgnored = false
  }

  let bytes: [UInt8]
  private(set) var nodes: [Node] = []

  /// Builds the tree of a body.
  ///
  /// - Parameter bytes: One JSON value that `JSONValidator` has checked.
  init(_ bytes: [UInt8], ignoring: [IgnoredPath]) {
    self.bytes = bytes
    scan()
    sum(ignoring)
  }

  /// Returns the indices of a container's children in order, except ignored ones.
  func children(of node: Int) -> [Int] {
    var found: [Int] = []
    var child = node + 1
    while child < nodes[node].end {
      if !nodes[child].isIgnored { found.append(child) }
      child = nodes[child].end
    }
    return found
  }

  func text(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }
  func key(of node: Int) -> String { JSONText.string(bytes[nodes[node].key]) }

  // MARK: Building

  private mutating func scan() {
    var open: [Int] = []
    var key = 0..<0
    var at = 0
    func stringEnd(_ start: Int) -> Int {
      var at = start + 1
      while at < bytes.count, bytes[at] != JSONByte.quote {
        at += bytes[at] == JSONByte.backslash ? 2 : 1
      }
      return min(bytes.count, at + 1)
    }
    func close() {
      let container = open.removeLast()
      nodes[container].range = nodes[container].range.lowerBound..<at
      nodes[container].end = nodes.count
    }
    func add(_ kind: Node.Kind, _ range: Range<Int>) {
      nodes.append(Node(kind: kind, range: range, key: key, end: nodes.count + 1))
      key = 0..<0
    }
    while at < bytes.count {
      let start = at
      switch bytes[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        add(bytes[at] == UInt8(ascii: "{") ? .object : .array, at..<at)
        open.append(nodes.count - 1)
        at += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        at += 1
        if !open.isEmpty { close() }
      case JSONByte.quote:
        at = stringEnd(at)
        let isKey = open.last.map { nodes[$0].kind == .object } ?? false
        if isKey, key.isEmpty, key.lowerBound == 0 {
          // The range excludes the quotes. The range of an empty key must not start at 0, because 0
          // means that there is no key.
          key = start + 1..<max(start + 1, at - 1)
        } else {
          add(.string, start..<at)
        }
      case UInt8(ascii: ","), UInt8(ascii: ":"): at += 1
      case let byte where JSONByte.isSpace(byte): at += 1
      default:
        while at < bytes.count, !JSONByte.endsWord(bytes[at]) { at += 1 }
        at = max(at, start + 1)
        let isNumber = JSONByte.isDigit(bytes[start]) || bytes[start] == UInt8(ascii: "-")
        add(isNumber ? .number : .scalar, start..<at)
      }
    }
    while !open.isEmpty { close() }
  }

  /// Computes the hash of each node, in reverse order, because the contents of a container follow
  /// it in the array.
  private mutating func sum(_ ignoring: [IgnoredPath]) {
    if !ignoring.isEmpty { markIgnored(ignoring) }
    for number in nodes.indices.reversed() {
      var hasher = Hasher()
      let node = nodes[number]
      hasher.combine(node.kind)
      switch node.kind {
      case .scalar: hasher.combine(text: bytes[node.range])
      case .string:
        hasher.combine(text: JSONText.decoded(bytes[node.range].dropFirst().dropLast())[...])
      case .number: hasher.combine(DecimalText(bytes[node.range]))
      case .array: for child in children(of: number) { hasher.combine(nodes[child].hash) }
      case .object:
        hasher.combine(sum(ofMembers: children(of: number)))
      }
      nodes[number].hash = UInt64(bitPattern: Int64(hasher.finalize()))
    }
  }

  /// Returns the hash of an object's members. It depends on their order only if a key is repeated,
  /// because the last value is used.
  private func sum(ofMembers members: [Int]) -> UInt64 {
    var all: UInt64 = 0
    var keys: Set<Int> = []
    var ordered = Hasher()
    for member in members {
      var hasher = Hasher()
      hasher.combine(text: JSONText.decoded(bytes[nodes[member].key])[...])
      let key = hasher
      keys.insert(key.finalize())
      hasher.combine(nodes[member].hash)
      let hash = hasher.finalize()
      all &+= UInt64(bitPattern: Int64(hash))
      ordered.combine(hash)
    }
    return keys.count == members.count ? all : UInt64(bitPattern: Int64(ordered.finalize()))
  }

  private mutating func markIgnored(_ paths: [IgnoredPath]) {
    /// The enclosing containers and the ignored paths that continue in each of them.
    var around: [(end: Int, isObject: Bool, live: [ArraySlice<IgnoredPath.Part>])] = []
    var number = 0
    while number < nodes.count {
      while let last = around.last, last.end <= number { around.removeLast() }
      var live: [ArraySlice<IgnoredPath.Part>] = []
      if let parent = around.last {
        let part: IgnoredPath.Part = parent.isObject ? .key(key(of: number)) : .element
        live = parent.live.filter { $0.first == part }.map { $0.dropFirst() }
      } else {
        live = paths.map { $0.parts[...] }
      }
      if live.contains(where: \.isEmpty) {
        for each in number..<nodes[number].end { nodes[each].isIgnored = true }
        number = nodes[number].end
        continue
      }
      switch nodes[number].kind {
      case .object: around.append((nodes[number].end, true, live))
      case .array: around.append((nodes[number].end, false, live))
      case .scalar, .string, .number: break
      }
      number += 1
    }
  }
}

extension Hasher {
  fileprivate mutating func combine(text: ArraySlice<UInt8>) {
    combine(text.count)
    text.withUnsafeBytes { combine(bytes: $0) }
  }
}
