extension DocumentTree {
  /// Changes with the layout below; another's file counts as absent.
  private static let version: UInt64 = 2
  /// "WEIRTREE"; reads otherwise on a machine of the other byte order.
  private static let mark: UInt64 = 0x4545_5254_5249_4557
  private static let headWords = 7

  /// Gives the tree as bytes to be kept, piece by piece; the file's name is not among them.
  ///
  /// - Parameter write: False when it could not; nothing more is given then.
  func keep(_ write: (UnsafeRawBufferPointer) -> Bool) -> Bool {
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

  /// A tree that was kept; nil unless every byte is as it was and every number leads where it may.
  init?(kept bytes: UnsafeRawBufferPointer) {
    let headSize = Self.headWords * 8
    guard bytes.count >= headSize else { return nil }
    let head = (0..<Self.headWords).map { bytes.load(fromByteOffset: $0 * 8, as: UInt64.self) }
    let stride = MemoryLayout<Node>.stride
    guard head[0] == Self.mark, head[1] == Self.version, head[2] == UInt64(stride),
      head[3] <= 100_000_000, head[4] <= 1_000_000_000, head[5] <= 100_000_000
    else { return nil }
    let (nodeCount, textCount, doubleCount) = (Int(head[3]), Int(head[4]), Int(head[5]))
    guard nodeCount > 0,
      bytes.count == headSize + nodeCount * stride + textCount + doubleCount * 4
    else { return nil }
    func part(_ start: Int, _ count: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
    }
    let nodePart = part(headSize, nodeCount * stride)
    let textPart = part(headSize + nodeCount * stride, textCount)
    let doublePart = part(headSize + nodeCount * stride + textCount, doubleCount * 4)
    var sum = Checksum()
    for part in [nodePart, textPart, doublePart] { sum.add(part) }
    guard sum.value == head[6] else { return nil }
    // A byte that is no kind must not become one.
    guard
      (0..<nodeCount).allSatisfy({
        Node.Kind(rawValue: nodePart.load(fromByteOffset: $0 * stride, as: UInt8.self)) != nil
      })
    else { return nil }
    self.init(file: "")
    nodes = [Node](unsafeUninitializedCapacity: nodeCount) { buffer, count in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: nodePart)
      count = nodeCount
    }
    text = Array(textPart)
    doubles = (0..<doubleCount).map {
      doublePart.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)
    }
    guard isSound else { return nil }
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
    let whole = bytes.count / 8
    for index in 0..<whole {
      sum =
        (sum ^ bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        &* 0xFF51_AFD7_ED55_8CCD
      sum ^= sum >> 32
    }
    for index in (whole * 8)..<bytes.count {
      sum = (sum ^ UInt64(bytes[index])) &* 0xC4CE_B9FE_1A85_EC53
    }
    value = sum
  }
}
