import ClientModel

extension YAMLLayout {
  // MARK: Replacing

  mutating func replace(
    _ path: ArraySlice<YAMLStep>, with value: YAMLValue
  ) throws(Unsupported) {
    guard source.root != nil else { return try fill(value) }
    let spot = try context(path)
    let old = spot.node
    // The tag is removed, because it describes the old value. The anchor is not removed.
    let properties = source.bytes[old.start..<old.range.lowerBound]
    let hasTag = properties.contains(UInt8(ascii: "!"))
    let place = hasTag ? old.start..<old.range.upperBound : old.range
    let anchor = hasTag ? old.anchor.map { "&\($0) " } ?? "" : ""
    if let line = line(value, like: old, in: spot) {
      try put(anchor + line, at: place, in: spot)
    } else {
      try putLines(value, anchor, at: place, in: spot)
    }
  }

  /// Appends a value to a file that is empty or contains only comments.
  private mutating func fill(_ value: YAMLValue) throws(Unsupported) {
    let end = source.bytes.count
    let isOpen = source.lineStart(end) < end
    try splice([
      (end..<end, (isOpen ? "\n" : "") + block(value, column: 0, after: .line) + "\n")
    ])
  }

  private mutating func put(
    _ line: String, at place: Range<Int>, in spot: NodeContext
  ) throws(Unsupported) {
    let old = spot.node
    if place.isEmpty {
      // The key has no value and, in braces, possibly no colon.
      let before = place.lowerBound > 0 ? source.bytes[place.lowerBound - 1] : 0x0A
      let hasColon = before == UInt8(ascii: ":") || !spot.isInFlow || spot.entry?.key == nil
      return try splice([(place, (hasColon ? " " : ": ") + line)])
    }
    if case .scalar(_, .block) = old.content {
      let header = header(old)
      return try splice([
        (place.lowerBound..<header.upperBound, line),
        (source.lineEnd(header.upperBound)..<source.lineEnd(old.range.upperBound), ""),
      ])
    }
    if old.layout == .block, let entry = spot.entry {
      let head = source.head(of: entry)
      if source.lineStart(head) != source.lineStart(old.range.lowerBound) {
        return try splice([
          (head..<head, " " + line),
          (
            source.lineStart(old.range.lowerBound)..<source.nextLine(old.range.upperBound), ""
          ),
        ])
      }
    }
    try splice([(place, line)])
  }

  /// Replaces a value with a collection or a multi-line text.
  private mutating func putLines(
    _ value: YAMLValue, _ anchor: String, at place: Range<Int>, in spot: NodeContext
  ) throws(Unsupported) {
    let old = spot.node
    let isText = if case .text = value { true } else { false }
    guard let entry = spot.entry, let beside = spot.column else {
      guard !isText else { throw Unsupported() }
      return try splice([(place, anchor + block(value, column: 0, after: .line))])
    }
    let isList = if case .list = value { true } else { false }
    let column = place.isEmpty ? beside + 2 : source.column(place.lowerBound)
    // A collection after a dash begins on the same line.
    if !isText, entry.key == nil || old.layout == .block && (isList || column > beside) {
      let text = block(value, column: column, after: .line)
      return try splice([(place, (place.isEmpty ? " " : "") + anchor + text)])
    }
    return try putBelow(value, anchor, at: place, in: spot, entry, beside)
  }

  /// Writes the lines of a value below the value's key or dash.
  private mutating func putBelow(
    _ value: YAMLValue, _ anchor: String, at place: Range<Int>, in spot: NodeContext,
    _ entry: YAMLSource.Entry, _ beside: Int
  ) throws(Unsupported) {
    let old = spot.node
    let isText = if case .text = value { true } else { false }
    var column =
      switch value {
      case .list: childList(of: beside)
      default: entry.key == nil ? beside + 2 : child(of: beside)
      }
    if isText, let body = bodyColumn(old) { column = body }
    let written = block(value, column: column, after: .line)
    // The header of a block scalar stays on the key's line, before the comment.
    let (header, lines) =
      isText
      ? written.cut(at: "\n").map { ($0.0 + "", $0.1 + "") } ?? (written, "")
      : ("", String(repeating: " ", count: column) + written)
    let body = lines.isEmpty ? "" : "\n" + lines
    let head = source.head(of: entry)
    let start = anchor + header
    if place.isEmpty {
      let end = source.lineEnd(place.lowerBound)
      return try splice([(place, start.isEmpty ? "" : " " + start), (end..<end, body)])
    }
    if case .scalar(_, .block) = old.content {
      let header = self.header(old)
      return try splice([
        ((start.isEmpty ? head : place.lowerBound)..<header.upperBound, start),
        (source.lineEnd(header.upperBound)..<source.lineEnd(old.range.upperBound), body),
      ])
    }
    if old.layout == .block {
      guard source.lineStart(head) != source.lineStart(old.range.lowerBound) else {
        return try splice([
          (place.lowerBound..<source.lineEnd(place.upperBound), start + body)
        ])
      }
      return try splice([
        (head..<head, start.isEmpty ? "" : " " + start),
        (source.lineEnd(head)..<source.lineEnd(head), body),
        (source.lineStart(old.range.lowerBound)..<source.nextLine(old.range.upperBound), ""),
      ])
    }
    let end = source.lineEnd(old.range.upperBound)
    try splice([
      ((start.isEmpty ? head : place.lowerBound)..<place.upperBound, start), (end..<end, body),
    ])
  }

  /// Returns the range of a block scalar's header: `|` or `>` and the indicators.
  private func header(_ node: YAMLSource.Node) -> Range<Int> {
    let start = node.range.lowerBound
    let length = source.bytes[start...].prefix { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.count
    return start..<start + length
  }

  /// Returns the column of a block scalar's lines, or nil if the node is not a block scalar.
  private func bodyColumn(_ node: YAMLSource.Node) -> Int? {
    guard case .scalar(_, .block) = node.content else { return nil }
    let start = source.nextLine(node.range.lowerBound)
    let text = source.bytes[start...].firstIndex { ![0x20, 0x0A, 0x0D].contains($0) }
    return text.map { source.column($0) }
  }

  // MARK: Inserting

  /// Inserts an entry into a list or mapping.
  ///
  /// - Parameter key: The key of the new entry, or nil in a list.
  mutating func insert(
    _ value: YAMLValue, _ key: String?, at index: Int, in path: ArraySlice<YAMLStep>
  ) throws(Unsupported) {
    let one: YAMLValue = key.map { .mapping([.init($0, value)]) } ?? .list([value])
    guard source.root != nil else { return try fill(one) }
    let spot = try context(path)
    let entries = spot.node.entries
    guard !entries.isEmpty else { return try replace(path, with: one) }
    if spot.node.layout == .block {
      let column = source.column(spot.node.range.lowerBound)
      return try insert(
        block: block(one, column: column, after: .line), at: index, of: entries, column)
    }
    let text = key.map { "\(YAMLWriter.flow($0)): \(YAMLWriter.flow(value))" }
    try insert(flow: text ?? YAMLWriter.flow(value), at: index, of: entries)
  }

  private mutating func insert(
    block text: String, at index: Int, of entries: [YAMLSource.Entry], _ column: Int
  ) throws(Unsupported) {
    let pad = String(repeating: " ", count: column)
    if index == 0 {
      let start = entries[0].start
      try splice([(start..<start, "\(text)\n\(pad)")])
    } else {
      let end = endWithComments(entries[index - 1].end, deeperThan: column)
      try splice([(end..<end, "\n\(pad)\(text)")])
    }
  }

  /// Returns the end of an entry's last line. Comments after the entry that are indented more than
  /// its key belong to the entry.
  private func endWithComments(_ position: Int, deeperThan column: Int) -> Int {
    var end = source.lineEnd(position)
    var line = source.nextLine(position)
    while line < source.bytes.count {
      let lineEnd = source.lineEnd(line)
      if let start = source.bytes[line..<lineEnd].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) {
        guard source.bytes[start] == UInt8(ascii: "#"), source.column(start) > column else { break }
        end = lineEnd
      }
      line = source.nextLine(line)
    }
    return end
  }

  private mutating func insert(
    flow text: String, at index: Int, of entries: [YAMLSource.Entry]
  ) throws(Unsupported) {
    let beside = entries[max(index - 1, 0)]
    let line = source.lineStart(beside.start)
    let isAlone = source.isBlank(line..<beside.start)
    let pad = "\n" + String(repeating: " ", count: source.column(beside.start))
    if index == 0 {
      return try splice([(beside.start..<beside.start, text + (isAlone ? "," + pad : ", "))])
    }
    guard isAlone else { return try splice([(beside.end..<beside.end, ", " + text)]) }
    // Each entry is on its own line. A comment after the previous entry stays on its line.
    let comma = source.skipSpace(beside.end)
    let hasComma = comma < source.bytes.count && source.bytes[comma] == UInt8(ascii: ",")
    let end = source.lineEnd(hasComma ? comma : beside.end)
    try splice(
      hasComma
        ? [(end..<end, pad + text + ",")]
        : [(beside.end..<beside.end, ","), (end..<end, pad + text)])
  }

  // MARK: Removing, renaming, copying

  mutating func remove(_ index: Int, in path: ArraySlice<YAMLStep>) throws(Unsupported) {
    let spot = try context(path)
    let entries = spot.node.entries
    guard entries.indices.contains(index), let layout = spot.node.layout else {
      throw Unsupported()
    }
    if layout == .flow { return try remove(flow: index, of: entries) }
    guard entries.count > 1 else {
      let isList = if case .list = spot.node.content { true } else { false }
      return try replace(path, with: isList ? .list([]) : .mapping([]))
    }
    let entry = entries[index]
    let line = source.lineStart(entry.start)
    if source.isBlank(line..<entry.start) {
      return try splice([(line..<source.nextLine(entry.end), "")])
    }
    // The first entry of an item is on the line of the dash, which is not removed.
    guard index == 0 else { throw Unsupported() }
    let space = source.bytes[line..<entry.start].reversed().prefix { $0 == 0x20 }.count
    try splice([(entry.start - space..<source.lineEnd(entry.end), "")])
  }

  private mutating func remove(
    flow index: Int, of entries: [YAMLSource.Entry]
  ) throws(Unsupported) {
    let entry = entries[index]
    let comma = source.skipSpace(entry.end)
    let hasComma = comma < source.bytes.count && source.bytes[comma] == UInt8(ascii: ",")
    let end = hasComma ? comma + 1 : entry.end
    let line = source.lineStart(entry.start)
    // If the entry is alone on its lines, the lines are removed with their comment.
    let rest = source.bytes[end..<source.lineEnd(end)].drop { $0 == 0x20 || $0 == 0x09 }
    if source.isBlank(line..<entry.start), rest.isEmpty || rest.first == UInt8(ascii: "#") {
      return try splice([(line..<source.nextLine(end), "")])
    }
    if index + 1 < entries.count {
      let next = entries[index + 1].start
      let hasBreak = source.bytes[end..<next].contains { $0 == 0x0A || $0 == 0x0D }
      try splice([(entry.start..<(hasBreak ? end : next), "")])
    } else if index > 0, !source.bytes[entries[index - 1].end..<entry.start].contains(0x0A) {
      try splice([(entries[index - 1].end..<entry.end, "")])
    } else {
      try splice([(entry.start..<end, "")])
    }
  }

  mutating func rename(
    _ index: Int, in path: ArraySlice<YAMLStep>, to name: String
  ) throws(Unsupported) {
    let spot = try context(path)
    guard spot.node.entries.indices.contains(index), let key = spot.node.entries[index].key else {
      throw Unsupported()
    }
    let inside = NodeContext(
      node: key, entry: nil, isInFlow: spot.isInFlow || spot.node.layout == .flow, column: nil)
    let text = line(.text(name), like: key, in: inside) ?? YAMLWriter.double(name)
    try splice([(key.range, text)])
  }

  mutating func copy(
    _ index: Int, in path: ArraySlice<YAMLStep>, as name: String
  ) throws(Unsupported) {
    let spot = try context(path)
    let entries = spot.node.entries
    guard entries.indices.contains(index), let key = entries[index].key else {
      throw Unsupported()
    }
    let isBlock = spot.node.layout == .block
    let end = isBlock ? source.lineEnd(entries[index].end) : entries[index].end
    let value = String(decoding: source.bytes[key.range.upperBound..<end], as: UTF8.self)
      .replacing(bytes: "\r\n", with: "\n")
    if isBlock {
      let column = source.column(spot.node.range.lowerBound)
      try insert(
        block: YAMLWriter.quoted(name) + value, at: entries.count, of: entries, column)
    } else {
      try insert(flow: YAMLWriter.flow(name) + value, at: entries.count, of: entries)
    }
  }
}
