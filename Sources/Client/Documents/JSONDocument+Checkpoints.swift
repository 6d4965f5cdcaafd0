import CJSONScan

extension JSONDocument {
  /// A known position in a container, from which children can be counted.
  struct StartPoint {
    let offset: Int
    /// The index of the child at the offset, or -1 before the first child.
    let ordinal: Int
    /// Whether the child's slot starts at the offset. If false, the child ends there.
    let isSlotStart: Bool
  }

  /// Returns the nearest known position at or before the slot of child `ordinal`.
  func startPoint(before ordinal: Int, of node: JSONNode, container: Int?) -> StartPoint {
    let first = StartPoint(
      offset: node.kind == .document ? 0 : node.offset + 1, ordinal: -1, isSlotStart: false)
    guard let container else { return first }
    var high = checkpoints(of: container).upperBound
    let low = checkpoints(of: container).lowerBound
    // The loop runs at most twice. If a checkpoint inside the child is found, it cannot be used,
    // and the next search is limited to those before the child.
    while let found = lastCheckpoint(in: low..<high, container: container, where: { $0 <= ordinal })
    {
      let point = startPoint(at: found, container: container)
      if point.isSlotStart || point.ordinal < ordinal { return point }
      high = firstCheckpoint(in: low..<found + 1, container: container, ordinal: ordinal)
    }
    return first
  }

  /// Returns the nearest known position in an indexed container at or before `offset`.
  func startPoint(beforeOffset offset: Int, of node: JSONNode, container: Int) -> StartPoint {
    let all = checkpoints(of: container)
    var low = all.lowerBound
    var high = all.upperBound
    while low < high {
      let middle = (low + high) / 2
      if index.checkpoints[middle].offset <= UInt64(offset) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > all.lowerBound else {
      return StartPoint(
        offset: node.kind == .document ? 0 : node.offset + 1, ordinal: -1, isSlotStart: false)
    }
    return startPoint(at: low - 1, container: container)
  }

  /// Returns the offset of the slot of child `ordinal`, or nil if the slot does not start at a
  /// checkpoint.
  func checkpoint(of ordinal: Int, container: Int) -> Int? {
    let found = lastCheckpoint(
      in: checkpoints(of: container), container: container, where: { $0 <= ordinal })
    guard let found, index.checkpoints[found].container == Int32(container),
      index.checkpoints[found].ordinal == UInt64(ordinal)
    else {
      guard let found, let own = firstOwn(of: ordinal, container: container, upTo: found) else {
        return nil
      }
      return own
    }
    return Int(index.checkpoints[found].offset)
  }

  /// Returns the offset of the checkpoint at the start of a child, or nil if there is none. A large
  /// child may also contain other checkpoints.
  private func firstOwn(of ordinal: Int, container: Int, upTo last: Int) -> Int? {
    let low = checkpoints(of: container).lowerBound
    let first = firstCheckpoint(in: low..<last + 1, container: container, ordinal: ordinal)
    guard first <= last, index.checkpoints[first].container == Int32(container),
      index.checkpoints[first].ordinal == UInt64(ordinal)
    else { return nil }
    return Int(index.checkpoints[first].offset)
  }

  /// Returns the indices of the checkpoints in an indexed container, including those in nested
  /// containers.
  private func checkpoints(of container: Int) -> Range<Int> {
    let entry = index.containers[container]
    let low = partition(0..<index.checkpoints.count) { $0.offset <= entry.start }
    guard entry.end != 0, container != 0 else {
      return (container == 0 ? 0 : low)..<index.checkpoints.count
    }
    return low..<partition(low..<index.checkpoints.count) { $0.offset < entry.end }
  }

  private func partition(_ range: Range<Int>, _ isBefore: (cjs_checkpoint) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if isBefore(index.checkpoints[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func lastCheckpoint(
    in range: Range<Int>, container: Int, where fits: (Int) -> Bool
  ) -> Int? {
    let end = partition(range) { fits(ordinal(of: $0, in: container)) }
    return end > range.lowerBound ? end - 1 : nil
  }

  private func firstCheckpoint(in range: Range<Int>, container: Int, ordinal wanted: Int) -> Int {
    partition(range) { ordinal(of: $0, in: container) < wanted }
  }

  private func startPoint(at place: Int, container: Int) -> StartPoint {
    let found = index.checkpoints[place]
    if found.container == Int32(container) {
      return StartPoint(
        offset: Int(found.offset), ordinal: Int(found.ordinal), isSlotStart: true)
    }
    let child = index.containers[childHolding(found, in: container)]
    return StartPoint(
      offset: child.end == 0 ? index.indexed : Int(child.end), ordinal: Int(child.ordinal),
      isSlotStart: false)
  }

  /// Returns the index of the child that a checkpoint belongs to.
  private func ordinal(of checkpoint: cjs_checkpoint, in container: Int) -> Int {
    checkpoint.container == Int32(container)
      ? Int(checkpoint.ordinal)
      : Int(index.containers[childHolding(checkpoint, in: container)].ordinal)
  }

  private func childHolding(_ checkpoint: cjs_checkpoint, in container: Int) -> Int {
    var at = Int(checkpoint.container)
    while index.containers[at].parent != Int32(container), index.containers[at].parent >= 0 {
      at = Int(index.containers[at].parent)
    }
    return at
  }
}
