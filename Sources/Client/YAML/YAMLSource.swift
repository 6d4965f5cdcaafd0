/// The nodes of YAML text and their byte ranges.
///
/// Unlike in libyaml, positions are byte offsets, a node ends after its last byte that is not white
/// space, and comments do not belong to any node.
struct YAMLSource {
  struct Node {
    indirect enum Content {
      case scalar(String, YAMLEvents.Style)
      case alias(String)
      case list([Entry], Layout)
      case mapping([Entry], Layout)
    }

    /// The style of a collection: `block` with one entry per line, or `flow` with brackets or
    /// braces.
    enum Layout { case block, flow }

    var content: Content
    var anchor: String?
    /// The offset of the node's anchor or tag, or the start of `range` if it has neither.
    var start: Int
    /// The range of the node without anchor and tag. Empty for a missing value.
    var range: Range<Int>

    var entries: [Entry] {
      switch content {
      case .list(let entries, _), .mapping(let entries, _): entries
      case .scalar, .alias: []
      }
    }

    /// The style of a collection, or nil for a scalar or an alias.
    var layout: Layout? {
      switch content {
      case .list(_, let layout), .mapping(_, let layout): layout
      case .scalar, .alias: nil
      }
    }
  }

  /// A field of a mapping or an item of a list.
  struct Entry {
    /// The key of a field, or nil for an item.
    let key: Node?
    let value: Node
    /// The start of the key, of the dash in a block list, or of the item in a flow list.
    let start: Int

    var end: Int { max(value.range.upperBound, key?.range.upperBound ?? 0) }
    var name: String? { if case .scalar(let text, _)? = key?.content { text } else { nil } }
  }

  let bytes: [UInt8]
  /// The root, or nil if the text has no document.
  private(set) var root: Node?

  /// Parses text.
  ///
  /// - Parameter bytes: UTF-8 text without a byte order mark, which `YAMLDocument` must already
  ///   have parsed.
  init(_ bytes: [UInt8], file: String) throws(YAMLProblem) {
    self.bytes = bytes
    root = try bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(YAMLProblem) in
        var builder = Builder(YAMLEvents(buffer, file: file), bytes)
        return try builder.root()
      }
    }.get()
  }

  // MARK: Lines

  func lineStart(_ position: Int) -> Int {
    bytes[..<position].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
  }

  /// Returns the position of the next line break, or the end of the text.
  func lineEnd(_ position: Int) -> Int {
    bytes[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
  }

  /// Returns the start of the next line, or the end of the text.
  func nextLine(_ position: Int) -> Int {
    let end = lineEnd(position)
    guard end < bytes.count else { return end }
    return bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? end + 2 : end + 1
  }

  /// Returns the zero-based column of a position, in Unicode scalars.
  func column(_ position: Int) -> Int {
    bytes[lineStart(position)..<position].count { $0 & 0xC0 != 0x80 }
  }

  func isBlank(_ range: Range<Int>) -> Bool {
    bytes[range].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Returns the first position after white space and comments.
  func skipSpace(_ position: Int) -> Int { Self.skipSpace(bytes, position) }

  fileprivate static func skipSpace(_ bytes: [UInt8], _ position: Int) -> Int {
    var position = position
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "#"):
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
          position += 1
        }
      default: return position
      }
    }
    return position
  }

  /// Returns the end of the text before an entry's value: the colon or dash, and an optional anchor
  /// and tag.
  func head(of entry: Entry) -> Int {
    if entry.value.start < entry.value.range.lowerBound {
      let last = bytes[entry.value.start..<entry.value.range.lowerBound].lastIndex {
        ![0x20, 0x09, 0x0A, 0x0D].contains($0)
      }
      return last.map { $0 + 1 } ?? entry.value.start
    }
    guard let key = entry.key else { return entry.start + 1 }
    return skipSpace(key.range.upperBound) + 1
  }
}

/// A builder of nodes from events. The depth is limited, because `YAMLDocument` has already parsed
/// the text.
private struct Builder: ~Copyable {
  private var events: YAMLEvents
  private let bytes: [UInt8]
  /// The byte offset of each Unicode scalar, or nil if the text is ASCII.
  private let places: [Int]?

  init(_ events: consuming YAMLEvents, _ bytes: [UInt8]) {
    self.events = events
    self.bytes = bytes
    places =
      bytes.allSatisfy { $0 < 0x80 }
      ? nil : bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
  }

  mutating func root() throws(YAMLProblem) -> YAMLSource.Node? {
    let first = try events.next()
    if case .end = first { return nil }
    return try node(first)
  }

  private func position(_ character: Int) -> Int {
    guard let places else { return min(character, bytes.count) }
    return places[min(character, places.count - 1)]
  }

  private mutating func node(_ event: YAMLEvents.Event) throws(YAMLProblem) -> YAMLSource.Node {
    let (start, end) = (
      position(events.characters.lowerBound), position(events.characters.upperBound)
    )
    var anchor = events.anchor
    let content: YAMLSource.Node.Content
    var range: Range<Int>
    switch event {
    case .scalar(let text, _):
      let style = events.style
      let isThere = start < end && (style != .plain || !text.isEmpty)
      range = isThere ? afterProperties(start)..<end : end..<end
      if style == .block { range = range.lowerBound..<blockEnd(range) }
      content = .scalar(String(decoding: text, as: UTF8.self), style)
    case .alias(let name):
      anchor = nil
      range = start..<end
      content = .alias(name)
    case .list:
      let layout: YAMLSource.Node.Layout = events.isFlow ? .flow : .block
      let first = afterProperties(start)
      var entries: [YAMLSource.Entry] = []
      while let event = try next() {
        let value = try node(event)
        let dash =
          layout == .flow
          ? value.start : entries.last.map { YAMLSource.skipSpace(bytes, $0.end) } ?? first
        entries.append(YAMLSource.Entry(key: nil, value: value, start: dash))
      }
      range = first..<(layout == .flow ? closed() : entries.last?.end ?? first)
      content = .list(entries, layout)
    case .mapping:
      let layout: YAMLSource.Node.Layout = events.isFlow ? .flow : .block
      let first = afterProperties(start)
      var entries: [YAMLSource.Entry] = []
      while let event = try next() {
        let key = try node(event)
        let value = try node(try events.next())
        entries.append(YAMLSource.Entry(key: key, value: value, start: key.start))
      }
      range = first..<(layout == .flow ? closed() : entries.last?.end ?? first)
      content = .mapping(entries, layout)
    case .close, .end: preconditionFailure("The YAML parser returned an event out of order.")
    }
    return YAMLSource.Node(content: content, anchor: anchor, start: start, range: range)
  }

  private mutating func next() throws(YAMLProblem) -> YAMLEvents.Event? {
    let event = try events.next()
    if case .close = event { return nil }
    return event
  }

  private func closed() -> Int { position(events.characters.upperBound) }

  /// Returns the start of the node after an anchor and tag.
  private func afterProperties(_ start: Int) -> Int {
    var position = start
    while position < bytes.count,
      bytes[position] == UInt8(ascii: "&") || bytes[position] == UInt8(ascii: "!")
    {
      while position < bytes.count, ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
        position += 1
      }
      position = YAMLSource.skipSpace(bytes, position)
    }
    return position
  }

  /// Returns the end of a block scalar. Empty lines at the end belong to it only if its header has
  /// a `+`.
  private func blockEnd(_ range: Range<Int>) -> Int {
    let header = bytes[range].prefix { $0 != 0x0A && $0 != 0x0D && $0 != UInt8(ascii: "#") }
    var end = range.upperBound
    if header.contains(UInt8(ascii: "+")) {
      if end > range.lowerBound, bytes[end - 1] == 0x0A { end -= 1 }
      if end > range.lowerBound, bytes[end - 1] == 0x0D { end -= 1 }
      return end
    }
    while end > range.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    return end
  }
}
