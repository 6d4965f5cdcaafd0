/// The evaluation of a path on a body, in steps of limited work. The caller can show the progress
/// or stop after each step.
///
/// The search is depth-first with an explicit stack, and results are in text order.
package struct PathWalk: Sendable {
  /// The maximum number of results, each of which needs 24 bytes.
  package static let mostResults = 2_000_000

  /// An error that stopped the evaluation of one root. Evaluation continues with the next root.
  package struct Fault: Hashable, Sendable {
    /// The message in jq's wording: `Cannot index number with "a"`.
    package let text: String
  }

  package enum State: Hashable, Sendable {
    /// The evaluation is not finished, and `step` must be called again. `at` is the current offset
    /// in the body.
    case walking(at: Int)
    case done
    /// The maximum number of results was reached.
    case full
  }

  private struct Frame {
    enum Kind {
      case each
      /// A search for a key. The last value of a repeated key is used, as in jq.
      case lookup([UInt8], found: JSONNode?)
      /// The members of a small object, with only the last value of a repeated key.
      case members([JSONNode])
    }
    var kind: Kind
    var cursor: SlotCursor
    let next: Int
    let origin: PathValue?
  }

  private let filter: PathFilter
  private var stack: [Frame]
  private var results: SplicedBytes
  private var left = 0
  package private(set) var count = 0
  package private(set) var fault: Fault?
  /// The first key that is repeated in its object.
  package private(set) var repeatedKey: String?
  /// The current offset in the body.
  private(set) var position = 0
  private let limit: Int

  /// Creates an evaluation that starts with the first root.
  ///
  /// - Parameter limit: The number of results at which the evaluation ends as `full`.
  package init(_ filter: PathFilter, in document: JSONDocument, limit: Int = mostResults) {
    self.filter = filter
    self.limit = limit
    results = SplicedBytes(of: document.source)
    let roots = SlotCursor(document.document, end: document.form == .value ? 1 : .max)
    stack = [Frame(kind: .each, cursor: roots, next: 0, origin: nil)]
  }

  /// The results found so far, one per line, copied from the body unchanged.
  package var found: ByteSource { ByteSource(results) }

  /// Removes and returns the results since the last call.
  mutating func takeFound(from document: JSONDocument) -> ByteSource {
    defer { results = SplicedBytes(of: document.source) }
    return found
  }

  /// Continues the evaluation and reads approximately `budget` more bytes of the body.
  package mutating func step(
    _ document: JSONDocument, budget: Int = 4 << 20
  ) throws(DocumentError) -> State {
    let reader = document.reader()
    left = budget
    while let top = stack.last {
      guard count < limit else { return .full }
      guard left > 0 else { return .walking(at: position) }
      if case .members(var nodes) = top.kind {
        guard let node = nodes.popLast() else {
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].kind = .members(nodes)
        try go(.node(node), from: top.next, top.origin, document, reader)
        continue
      }
      let before = top.cursor.position
      let slot = try stack[stack.count - 1].cursor.next(document, reader)
      position = max(position, slot?.value.offset ?? before)
      left -= 64
      switch (top.kind, slot) {
      case (.lookup(let key, let found), let slot?):
        left -= max(0, slot.value.offset - before)
        if try document.isKey(slot.key, key) {
          if found != nil { note(repeated: key) }
          stack[stack.count - 1].kind = .lookup(key, found: slot.value)
        }
      case (.lookup(_, let found), nil):
        stack.removeLast()
        try go(found.map { .node($0) } ?? .null, from: top.next, top.origin, document, reader)
      case (_, let slot?):
        left -= max(0, slot.value.offset - before)
        try go(.node(slot.value), from: top.next, top.origin, document, reader)
      case (_, nil): stack.removeLast()
      }
    }
    return .done
  }

  /// Applies steps to a value, until it is a result, it is rejected, or a step has several results.
  private mutating func go(
    _ start: PathValue, from first: Int, _ from: PathValue?, _ document: JSONDocument,
    _ reader: ByteReader
  ) throws(DocumentError) {
    var value = start
    var origin = from
    for place in first..<max(first, filter.steps.count) {
      switch filter.steps[place] {
      case .mark: origin = value
      case .test(let test):
        guard let marked = origin, try document.passes(value, test) else { return }
        (value, origin) = (marked, nil)
      case .field(let key, let fit):
        switch value {
        case .null: continue
        case .node(let node) where node.kind == .object:
          stack.append(
            Frame(
              kind: .lookup(key, found: nil), cursor: SlotCursor(node), next: place + 1,
              origin: origin))
          return
        case .node, .slice, .text:
          if document.typeName(of: value) == "null" {
            value = .null
            continue
          }
          let name = JSONText.quoted(String(decoding: key, as: UTF8.self))
          return refuse(
            fit, "Cannot index \(document.typeName(of: value)) with string \(name)")
        }
      case .item(let item, let fit):
        guard let found = try document.item(item, of: value, reader) else {
          return refuse(fit, "Cannot index \(document.typeName(of: value)) with number")
        }
        value = found
      case .slice(let low, let high, let fit):
        guard let found = try document.slice(low, high, of: value, reader) else {
          return refuse(fit, "Cannot index \(document.typeName(of: value)) with object")
        }
        value = found
      case .each(let fit):
        guard let frame = try frame(over: value, place + 1, origin, document, reader) else {
          let short = try document.shortText(of: value)
          return refuse(
            fit, "Cannot iterate over \(document.typeName(of: value)) (\(short))")
        }
        stack.append(frame)
        return
      }
    }
    try emit(value, document, reader)
  }

  private mutating func note(repeated key: [UInt8]) {
    if repeatedKey == nil { repeatedKey = String(decoding: key, as: UTF8.self) }
  }

  private mutating func refuse(_ fit: PathFilter.Fit, _ words: String) {
    guard fit == .demanded else { return }
    if fault == nil { fault = Fault(text: words) }
    // jq skips this input and continues with the next one.
    stack.removeLast(stack.count - 1)
  }

  private mutating func frame(
    over value: PathValue, _ next: Int, _ origin: PathValue?, _ document: JSONDocument,
    _ reader: ByteReader
  ) throws(DocumentError) -> Frame? {
    switch value {
    case .slice(let node, let range):
      return Frame(
        kind: .each, cursor: SlotCursor(node, from: range.lowerBound, end: range.upperBound),
        next: next, origin: origin)
    case .node(let node) where node.kind == .array:
      return Frame(kind: .each, cursor: SlotCursor(node), next: next, origin: origin)
    case .node(let node) where node.kind == .object:
      guard let (members, repeated) = try document.members(of: node, reader) else {
        return Frame(kind: .each, cursor: SlotCursor(node), next: next, origin: origin)
      }
      if let repeated { note(repeated: repeated) }
      return Frame(
        kind: .members(members.reversed()), cursor: SlotCursor(node), next: next, origin: origin)
    default: return nil
    }
  }

  private mutating func emit(
    _ value: PathValue, _ document: JSONDocument, _ reader: ByteReader
  ) throws(DocumentError) {
    switch value {
    case .null: results.append(text: "null".utf8)
    case .text(let bytes):
      results.append(text: JSONText.quoted(String(decoding: bytes, as: UTF8.self)).utf8)
    case .node(let node):
      let end = try document.end(of: node, reader)
      left -= (end - node.offset) / 16
      results.append(node.offset..<end)
    case .slice(let node, let range):
      results.append(text: "[".utf8)
      if let inside = try document.span(of: range, in: node, reader) { results.append(inside) }
      results.append(text: "]".utf8)
    }
    results.endResult()
    count += 1
  }
}
