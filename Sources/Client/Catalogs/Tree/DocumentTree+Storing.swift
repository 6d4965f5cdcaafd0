extension DocumentTree {
  /// Changes with the layout below; another's file counts as absent.
  private static let version: UInt64 = 2
  /// "WEIRTREE"; reads otherwise on a machine of the other byte order.
  private static let mark: UInt64 = 0x4545_5254_5249_4557
  private static let headWords = 7

  /// Writes the tree as bytes, piece by piece. They do not contain the file's name.
  ///
  /// - Parameter write: Returns false when it could not write; then nothing more is written.
  func store(_ write: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    nodes.withUnsafeBytes { nodeBytes in
      text.withUnsafeBytes { textBytes in
        doubles.withUnsafeBytes { doubleBytes in
          var sum = Checksum()
          for part in [nodeBytes, textBytes, doubleBytes] { sum.add(part) }
          let head: [UInt64] = [
            Self.mark, Self.version, UInt64(MemoryLayout<Node>.stride), UInt64(nodes.count),
            UInt64(text.count), UInt64(doubles.count), sum.value,
          ]
          return head.withUnsafeBytes(write) && write(nodeBytes) && write(textBytes)
            && write(doubleBytes)
        }
      }
    }
  }

  /// A stored tree; nil unless every byte is as it was written and every number refers to a valid place.
  ///
  /// The bytes are read directly into the arrays: the 25 MB of a large document are not copied again.
  ///
  /// - Parameters:
  ///   - size: How many bytes there are.
  ///   - fill: Fills the room with the next of them; false when it could not.
  init?(storedIn size: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Bool) {
    var head = [UInt64](repeating: 0, count: Self.headWords)
    guard head.withUnsafeMutableBytes(fill) else { return nil }
    let stride = MemoryLayout<Node>.stride
    guard head[0] == Self.mark, head[1] == Self.version, head[2] == UInt64(stride),
      (1...100_000_000).contains(head[3]), head[4] <= 1_000_000_000, head[5] <= 100_000_000
    else { return nil }
    let (nodeCount, textCount, doubleCount) = (Int(head[3]), Int(head[4]), Int(head[5]))
    guard size == Self.headWords * 8 + nodeCount * stride + textCount + doubleCount * 4
    else { return nil }
    var sum = Checksum()
    var isComplete = true
    /// What it fills stays empty where it could not be filled, or is not what may stand there.
    func take<Element>(
      _ count: Int, where isFit: (UnsafeRawBufferPointer) -> Bool = { _ in true }
    ) -> [Element] {
      [Element](unsafeUninitializedCapacity: count) { buffer, filled in
        let raw = UnsafeMutableRawBufferPointer(
          start: buffer.baseAddress, count: count * MemoryLayout<Element>.stride)
        guard isComplete, fill(raw), isFit(UnsafeRawBufferPointer(raw)) else {
          isComplete = false
          return
        }
        sum.add(UnsafeRawBufferPointer(raw))
        filled = count
      }
    }
    self.init(file: "")
    // A byte that is no kind must not become one.
    nodes = take(nodeCount) { raw in
      (0..<nodeCount).allSatisfy { Node.Kind(rawValue: raw[$0 * stride]) != nil }
    }
    text = take(textCount)
    doubles = take(doubleCount)
    guard isComplete, sum.value == head[6], isSound else { return nil }
  }

  private var isSound: Bool {
    let (nodeCount, textCount) = (nodes.count, text.count)
    let isInside = nodes.enumerated().allSatisfy { index, node in
      let isText = node.kind == .plain || node.kind == .text
      return Int(node.end) > index && Int(node.end) <= nodeCount
        && (!isText || Int(node.start) + Int(node.count) <= textCount)
        && (node.kind != .alias
          || (Int(node.start) < nodeCount
            && nodes[Int(node.start)].kind != .alias))
    }
    return isInside && doubles.allSatisfy { Int($0) < nodeCount }
  }
}

/// Finds damage, not deceit: the files lie where only their owner writes.
private struct Checksum {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var sum = value ^ UInt64(bytes.count)
    let words = bytes.count / 8
    for index in 0..<words {
      sum =
        (sum ^ bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        &* 0xFF51_AFD7_ED55_8CCD
      sum ^= sum >> 32
    }
    for index in (words * 8)..<bytes.count {
      sum = (sum ^ UInt64(bytes[index])) &* 0xC4CE_B9FE_1A85_EC53
    }
    value = sum
  }
}
