/// An iterator over the children of a container, which stays valid between two steps of a search.
struct SlotCursor: Sendable {
  let container: JSONNode
  private var start: Int?
  private var ordinal: Int
  private let end: Int
  private var hasBegun = false
  /// The current offset in the body.
  private(set) var position: Int

  /// Creates a cursor that starts at a child of a container.
  ///
  /// - Parameter end: The index after the last child to return.
  init(_ container: JSONNode, from first: Int = 0, end: Int = .max) {
    self.container = container
    ordinal = first
    self.end = end
    position = max(0, container.offset)
  }

  /// Returns the next child, or nil after the last one.
  mutating func next(
    _ document: JSONDocument, _ reader: ByteReader
  ) throws(DocumentError) -> JSONSlot? {
    guard ordinal < end else { return nil }
    if hasBegun {
      guard let before = start else { return nil }
      start = try document.nextSlotStart(after: before, ordinal - 1, of: container, reader)
    } else {
      hasBegun = true
      start = try document.slotStart(ordinal, of: container, reader)
    }
    guard let start else { return nil }
    position = start
    let slot = try document.slot(at: start, ordinal: ordinal, of: container, reader)
    ordinal += 1
    return slot
  }
}

extension JSONDocument {
  /// The maximum size in bytes of an object whose repeated keys are resolved.
  private static let smallObject = 1 << 20

  /// Returns whether a raw key equals the decoded bytes.
  func isKey(_ raw: Range<Int>?, _ wanted: [UInt8]) throws(DocumentError) -> Bool {
    guard let raw, raw.count >= wanted.count, raw.count <= 6 * wanted.count else { return false }
    let bytes = try source.bytes(in: raw)
    return bytes == wanted || JSONText.decoded(bytes) == wanted
  }

  /// Returns the members of a small object and the first repeated key, or nil for a large object.
  ///
  /// The last value of a repeated key is returned, at the position of the first.
  func members(
    of node: JSONNode, _ reader: ByteReader
  ) throws(DocumentError) -> (nodes: [JSONNode], repeated: [UInt8]?)? {
    guard try end(of: node, reader) - node.offset <= Self.smallObject else { return nil }
    var nodes: [JSONNode] = []
    var repeated: [UInt8]?
    var places: [[UInt8]: Int] = [:]
    var cursor = SlotCursor(node)
    while let slot = try cursor.next(self, reader) {
      guard let raw = slot.key else {
        nodes.append(slot.value)
        continue
      }
      let key = JSONText.decoded(try source.bytes(in: raw))
      if let known = places[key] {
        nodes[known] = slot.value
        if repeated == nil { repeated = key }
      } else {
        places[key] = nodes.count
        nodes.append(slot.value)
      }
    }
    return (nodes, repeated)
  }

  /// Returns the item at an index, or `.null` if it does not exist. A negative index is relative to
  /// the end. Returns nil if the value is neither an array nor null.
  func item(
    _ place: Int, of value: PathValue, _ reader: ByteReader
  ) throws(DocumentError) -> PathValue? {
    let (node, range): (JSONNode, Range<Int>)
    switch value {
    case .null: return .null
    case .text: return nil
    case .slice(let array, let part): (node, range) = (array, part)
    case .node(let found):
      if typeName(of: value) == "null" { return .null }
      guard found.kind == .array else { return nil }
      // The count is needed only for a negative index, and counting may scan the array.
      let known = place < 0 ? try childCount(of: found, reader).known : Int.max / 2
      (node, range) = (found, 0..<known)
    }
    let wanted = place < 0 ? range.upperBound + place : range.lowerBound + place
    guard range.contains(wanted), let start = try slotStart(wanted, of: node, reader) else {
      return .null
    }
    return .node(try slot(at: start, ordinal: wanted, of: node, reader).value)
  }

  /// Returns the array items or string characters from `low` up to `high`. Returns `.null` for
  /// null. Returns nil for a value of another type.
  func slice(
    _ low: Int?, _ high: Int?, of value: PathValue, _ reader: ByteReader
  ) throws(DocumentError) -> PathValue? {
    switch value {
    case .null: return .null
    case .slice(let node, let range):
      let part = Self.cut(low, high, range.count)
      return .slice(
        node, range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
    case .node(let node) where node.kind == .array:
      return .slice(node, Self.cut(low, high, try childCount(of: node, reader).known))
    case .node(let node) where node.kind == .string:
      return Self.cut(text: try decodedString(.node(node)), low, high)
    case .text(let bytes): return Self.cut(text: bytes, low, high)
    case .node: return typeName(of: value) == "null" ? .null : nil
    }
  }

  private static func cut(text: [UInt8], _ low: Int?, _ high: Int?) -> PathValue {
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    var part = String.UnicodeScalarView()
    part.append(contentsOf: scalars[cut(low, high, scalars.count)])
    return .text(Array(String(part).utf8))
  }

  private static func cut(_ low: Int?, _ high: Int?, _ count: Int) -> Range<Int> {
    let place = { (end: Int) in min(count, max(0, end < 0 ? end + count : end)) }
    let first = low.map(place) ?? 0
    return first..<max(first, high.map(place) ?? count)
  }

  /// Returns the byte range of adjacent items, from the first item's start to the last item's end.
  /// Returns nil if the items do not exist.
  func span(
    of range: Range<Int>, in node: JSONNode, _ reader: ByteReader
  ) throws(DocumentError) -> Range<Int>? {
    guard !range.isEmpty, let first = try slotStart(range.lowerBound, of: node, reader),
      let last = try slotStart(range.upperBound - 1, of: node, reader)
    else { return nil }
    let start = try slot(at: first, ordinal: range.lowerBound, of: node, reader).value
    let end = try slot(at: last, ordinal: range.upperBound - 1, of: node, reader).value
    return start.offset..<(try self.end(of: end, reader))
  }
}
