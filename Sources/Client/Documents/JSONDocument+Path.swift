import CJSONScan

/// One step of the path to a value: a container and a child index.
package struct JSONStep: Hashable, Sendable {
  package let container: JSONNode
  package let ordinal: Int
}

extension JSONDocument {
  /// Returns the path to the value at `offset`, the outermost step first. The offset may be in the
  /// text, key or slot of the value. The path is never empty.
  package func steps(to offset: Int) throws(DocumentError) -> [JSONStep] {
    try track(to: offset, reader()).steps
  }

  /// Returns the value whose text or key is at `offset`.
  package func value(at offset: Int) throws(DocumentError) -> JSONNode? {
    let reader = reader()
    let track = try track(to: offset, reader)
    guard let step = track.steps.last else { return nil }
    return try slot(at: track.slotStart, ordinal: step.ordinal, of: step.container, reader).value
  }

  /// A path, and the slot offset of the last step.
  struct Track {
    var steps: [JSONStep]
    var slotStart: Int
  }

  func track(to offset: Int, _ reader: ByteReader) throws(DocumentError) -> Track {
    let container = index.containerIndex(around: offset)
    var steps = try containerSteps(to: container, reader)
    let node = try node(ofContainer: container, reader)
    let from = startPoint(beforeOffset: offset, of: node, container: container)
    var walk = PathRecorder(node, from: from, lines: form == .lines)
    try walk.run(to: offset, self, reader)
    steps += walk.frames.map { JSONStep(container: $0.container, ordinal: $0.ordinal) }
    let last = walk.frames[walk.frames.count - 1]
    guard let slotStart = last.slotStart else {
      let start = try self.slotStart(last.ordinal, of: last.container, reader)
      return Track(steps: steps, slotStart: start ?? offset)
    }
    return Track(steps: steps, slotStart: slotStart)
  }

  /// Returns the steps to an indexed container. The last step selects the container itself.
  private func containerSteps(to container: Int, _ reader: ByteReader) throws(DocumentError)
    -> [JSONStep]
  {
    var steps: [JSONStep] = []
    var at = container
    while at != 0 {
      let parent = Int(index.containers[at].parent)
      steps.append(
        JSONStep(
          container: try node(ofContainer: parent, reader),
          ordinal: Int(index.containers[at].ordinal)))
      at = parent
    }
    return steps.reversed()
  }

  func node(ofContainer container: Int, _ reader: ByteReader) throws(DocumentError) -> JSONNode {
    guard container != 0 else { return document }
    let start = Int(index.containers[container].start)
    let isObject = try reader.byte(at: start) == JSONByte.openObject
    return JSONNode(
      offset: start, kind: isObject ? .object : .array,
      depth: Int(index.containers[container].depth))
  }
}

/// A search from a container to an offset that records the path, in one pass without recursion.
private struct PathRecorder {
  struct Frame {
    let container: JSONNode
    var ordinal: Int
    /// The start of the slot, or nil while only the end of the slot is known.
    var slotStart: Int?
  }

  private(set) var frames: [Frame]
  private var at: Int
  private var hasLineContent: Bool
  private let lines: Bool

  init(_ container: JSONNode, from start: JSONDocument.StartPoint, lines: Bool) {
    let isInside = start.ordinal >= 0 && !start.isSlotStart
    frames = [
      Frame(
        container: container, ordinal: max(0, start.ordinal),
        slotStart: isInside ? nil : start.offset)
    ]
    at = start.offset
    hasLineContent = isInside
    self.lines = lines && container.kind == .document
  }

  mutating func run(
    to offset: Int, _ document: JSONDocument, _ reader: ByteReader
  ) throws(DocumentError) {
    while at < offset, let byte = try reader.byte(at: at) {
      let isLineLevel = lines && frames.count == 1
      if isLineLevel, !JSONByte.isSpace(byte) { hasLineContent = true }
      switch byte {
      case JSONByte.quote:
        at = try document.endOfString(from: at, reader)
        continue
      case JSONByte.openObject, JSONByte.openArray:
        let depth = frames[frames.count - 1].container.depth + 1
        let kind: JSONNode.Kind = byte == JSONByte.openObject ? .object : .array
        frames.append(
          Frame(
            container: JSONNode(offset: at, kind: kind, depth: depth), ordinal: 0,
            slotStart: at + 1))
      case JSONByte.closeObject, JSONByte.closeArray:
        if frames.count > 1 { frames.removeLast() }
      case JSONByte.comma where !isLineLevel: advance()
      case JSONByte.newline where isLineLevel && hasLineContent:
        hasLineContent = false
        advance()
      default: break
      }
      at += 1
    }
  }

  private mutating func advance() {
    frames[frames.count - 1].ordinal += 1
    frames[frames.count - 1].slotStart = at + 1
  }
}
