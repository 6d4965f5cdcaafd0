import CJSONScan

extension JSONDocument {
  /// Returns the children of a container at the indices in `window`, with previews. Ignores indices
  /// that do not exist.
  ///
  /// Reads at most approximately 32 KiB to find the first child, regardless of the body's size.
  ///
  /// - Parameter previewLength: The maximum number of raw bytes of each key and each value.
  package func children(
    of node: JSONNode, in window: Range<Int>, previewLength: Int = previewLength
  ) throws(DocumentError) -> [JSONChild] {
    let reader = reader()
    var result: [JSONChild] = []
    try forEachSlot(of: node, in: window, reader) { slot throws(DocumentError) in
      result.append(try child(slot, previewLength: previewLength, reader))
    }
    return result
  }

  /// Returns the number of children of a container, or 0 if the node is not a container.
  package func childCount(of node: JSONNode) throws(DocumentError) -> ChildCount {
    try childCount(of: node, reader())
  }

  func childCount(of node: JSONNode, _ reader: ByteReader) throws(DocumentError) -> ChildCount {
    try measure(node, reader).count
  }

  /// Returns the number of children and the size of a container in a single scan.
  private func measure(
    _ node: JSONNode, _ reader: ByteReader
  ) throws(DocumentError) -> (count: ChildCount, size: ValueSize) {
    guard node.isContainer else { return (.exactly(0), .exactly(0)) }
    if let container = containerIndex(of: node) {
      let entry = index.containers[container]
      let count = Int(entry.children)
      guard entry.end != 0 else { return (.atLeast(count), .atLeast(reader.count - node.offset)) }
      return (.exactly(count), .exactly(Int(entry.end) - node.offset))
    }
    var seek = JSONSeek(inside: node.offset + 1)
    seek.cursor.pending = 1
    var seen = 0
    // Longer containers are in the index, unless they are nested too deeply.
    let end = min(reader.count, node.offset + 256 * 1024)
    let verdict = try seek.run(reader, to: end, limit: 0, target: .max, floor: 0, seen: &seen)
    let size = seek.offset - node.offset
    return verdict == CJS_CLOSED
      ? (.exactly(seen), .exactly(size)) : (.atLeast(seen), .atLeast(size))
  }

  func child(
    _ slot: JSONSlot, previewLength: Int, _ reader: ByteReader
  ) throws(DocumentError) -> JSONChild {
    let start = slot.value.offset
    let reach = min(reader.count, start + previewLength)
    // The end of a long string or container is not searched, so that previews are fast.
    let near = ValueEndScan(document: self, reader: ByteReader(structure.prefix(reach + 1)))
    let end = slot.value.kind == .missing ? start : try near.end(of: slot.value)
    let key: [UInt8]? =
      if let range = slot.key {
        try source.bytes(
          in: range.lowerBound..<min(range.upperBound, range.lowerBound + previewLength))
      } else {
        nil
      }
    let measured = slot.value.isContainer ? try measure(slot.value, reader) : nil
    var size = measured?.size
    if size == nil, previewLength > 0 {
      size = end > reach ? try longSize(of: slot.value, reader) : .exactly(max(0, end - start))
    }
    return JSONChild(
      node: slot.value, ordinal: slot.ordinal, key: key,
      preview: try source.bytes(in: start..<max(start, min(end, reach))), isCut: end > reach,
      childCount: measured?.count, size: size)
  }

  /// Returns the size of a value that is longer than its preview. The end of a string is found with
  /// the index, and the end of any other value is searched in at most 64 KiB.
  private func longSize(
    of node: JSONNode, _ reader: ByteReader
  ) throws(DocumentError) -> ValueSize {
    let isString = node.kind == .string
    let reach =
      isString ? reader : ByteReader(source.prefix(min(reader.count, node.offset + 65_536)))
    let end = try self.end(of: node, reach)
    let isEndKnown = end < reach.count || (isComplete && reach.count == reader.count)
    return isEndKnown ? .exactly(end - node.offset) : .atLeast(end - node.offset)
  }

  /// Calls `body` with a container's slots at the indices in `window`, in order.
  func forEachSlot(
    of node: JSONNode, in window: Range<Int>, _ reader: ByteReader,
    _ body: (JSONSlot) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    guard node.isContainer, !window.isEmpty,
      var start = try slotStart(window.lowerBound, of: node, reader)
    else { return }
    var ordinal = window.lowerBound
    while true {
      try body(try slot(at: start, ordinal: ordinal, of: node, reader))
      ordinal += 1
      guard ordinal < window.upperBound,
        let next = try nextSlotStart(after: start, ordinal - 1, of: node, reader)
      else { return }
      start = next
    }
  }

  /// Returns the slot offset of child `ordinal`, or nil if the child does not exist.
  func slotStart(
    _ ordinal: Int, of node: JSONNode, _ reader: ByteReader
  ) throws(DocumentError) -> Int? {
    let container = containerIndex(of: node)
    if let container, ordinal >= Int(index.containers[container].children) { return nil }
    let from = startPoint(before: ordinal, of: node, container: container)
    if from.ordinal == ordinal, from.isSlotStart { return from.offset }
    var seek = JSONSeek(inside: from.offset, lines: node.kind == .document && form == .lines)
    seek.cursor.pending = from.ordinal < 0 ? 1 : 0
    seek.cursor.line_content = from.ordinal < 0 || from.isSlotStart ? 0 : 1
    var seen = 0
    let verdict = try seek.run(
      reader, to: reader.count, limit: 0, target: ordinal - from.ordinal,
      floor: node.kind == .document ? -1 : 0, seen: &seen)
    return verdict == CJS_REACHED ? seek.offset : nil
  }

  /// Returns the offset of the slot after the slot at `start`, or nil after the last slot.
  func nextSlotStart(
    after start: Int, _ ordinal: Int, of node: JSONNode, _ reader: ByteReader
  ) throws(DocumentError) -> Int? {
    // There is a checkpoint after every long child, so a long child is never scanned.
    if let container = containerIndex(of: node), Int(index.containers[container].mark) > start {
      if let far = checkpoint(of: ordinal + 1, container: container) { return far }
    }
    var seek = JSONSeek(inside: start, lines: node.kind == .document && form == .lines)
    var seen = 0
    let verdict = try seek.run(
      reader, to: reader.count, limit: 0, target: 1, floor: node.kind == .document ? -1 : 0,
      seen: &seen)
    return verdict == CJS_REACHED ? seek.offset : nil
  }

  /// Returns the container's index entry, or nil if the container is not indexed.
  func containerIndex(of node: JSONNode) -> Int? {
    node.kind == .document ? 0 : index.containerIndex(at: node.offset)
  }
}

/// A search for the end of a value in a limited part of the body. If the value does not end in that
/// part, the result is the end of the part.
private struct ValueEndScan {
  let document: JSONDocument
  let reader: ByteReader

  func end(of node: JSONNode) throws(DocumentError) -> Int {
    try min(document.end(of: node, reader), reader.count)
  }
}
