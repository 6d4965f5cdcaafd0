import ClientModel

/// A YAML text with functions that change it at the positions of its nodes. The caller must parse
/// the result and compare it with the expected value.
struct YAMLLayout {
  /// The error for a change that the layout of the text does not allow.
  struct Unsupported: Error {}

  /// A range of bytes and the text that replaces it.
  typealias Splice = (range: Range<Int>, text: String)

  let file: String
  var source: YAMLSource
  private let hasMark: Bool
  private let lineBreak: String

  init(_ text: String, file: String) throws(YAMLProblem) {
    self.file = file
    var bytes = Array(text.utf8)
    hasMark = bytes.starts(with: YAMLDocument.byteOrderMark)
    if hasMark { bytes.removeFirst(YAMLDocument.byteOrderMark.count) }
    let end = bytes.firstIndex(of: 0x0A)
    lineBreak = end.map { $0 > 0 && bytes[$0 - 1] == 0x0D } == true ? "\r\n" : "\n"
    source = try YAMLSource(bytes, file: file)
  }

  var text: String {
    (hasMark ? "\u{FEFF}" : "") + String(decoding: source.bytes, as: UTF8.self)
  }

  // MARK: Places

  /// A node and its position in the text.
  struct NodeContext {
    let node: YAMLSource.Node
    /// The node's entry, or nil for the root.
    let entry: YAMLSource.Entry?
    let isInFlow: Bool
    /// The column of the node's entry and its sibling entries, or nil for the root.
    let column: Int?
  }

  /// Returns the node at a path. The path must not contain an alias.
  func context(_ path: ArraySlice<YAMLStep>) throws(Unsupported) -> NodeContext {
    guard let root = source.root else { throw Unsupported() }
    var spot = NodeContext(node: root, entry: nil, isInFlow: false, column: nil)
    for step in path {
      let entries = spot.node.entries
      let entry: YAMLSource.Entry? =
        switch step {
        case .key(let key): entries.first { $0.name?.isSame(as: key) ?? false }
        case .item(let index): entries.indices.contains(index) ? entries[index] : nil
        }
      guard let entry else { throw Unsupported() }
      spot = NodeContext(
        node: entry.value, entry: entry, isInFlow: spot.isInFlow || spot.node.layout == .flow,
        column: source.column(spot.node.range.lowerBound))
    }
    return spot
  }

  mutating func splice(_ splices: [Splice]) throws(Unsupported) {
    var bytes = source.bytes
    // The last change is applied first, so that earlier offsets stay valid. Texts at the same
    // offset keep their order.
    let ordered = splices.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }
    for (range, text) in ordered.map(\.element) {
      let text = lineBreak == "\n" ? text : text.replacing(bytes: "\n", with: lineBreak)
      bytes.replaceSubrange(range, with: Array(text.utf8))
    }
    do throws(YAMLProblem) {
      source = try YAMLSource(bytes, file: file)
    } catch { throw Unsupported() }
  }

  // MARK: Text of values

  /// The indentation of a nested mapping relative to its key, as in the first one in the file.
  private var step: Int {
    var nodes = source.root.map { [$0] } ?? []
    while let node = nodes.popLast() {
      if case .mapping(let entries, .block) = node.content {
        for entry in entries {
          guard case .mapping(_, .block) = entry.value.content else { continue }
          let inner = source.column(entry.value.range.lowerBound) - source.column(entry.start)
          if inner > 0 { return inner }
        }
      }
      nodes += node.entries.map(\.value).reversed()
    }
    return 2
  }

  /// The indentation of a nested list relative to its key, as in the first one in the file, or nil
  /// if there is none.
  private var listStep: Int? {
    var nodes = source.root.map { [$0] } ?? []
    while let node = nodes.popLast() {
      if case .mapping(let entries, .block) = node.content {
        for entry in entries {
          guard case .list(_, .block) = entry.value.content else { continue }
          return source.column(entry.value.range.lowerBound) - source.column(entry.start)
        }
      }
      nodes += node.entries.map(\.value).reversed()
    }
    return nil
  }

  /// Returns a value in block style, without the last line break.
  ///
  /// - Parameter column: The column of all lines after the first one, which is already indented.
  func block(_ value: YAMLValue, column: Int, after position: YAMLWriter.Position) -> String {
    var writer = YAMLWriter()
    writer.step = step
    writer.listStep = listStep ?? writer.step
    writer.write(value, column: column, after: position)
    return String(writer.output.droppingLast(bytes: writer.output.ends(with: "\n") ? 1 : 0))
  }

  func child(of column: Int) -> Int { column + step }
  func childList(of column: Int) -> Int { column + (listStep ?? step) }

  /// Returns a value on one line, with the same kind of quotes as the old value. Returns nil if the
  /// value needs several lines.
  func line(_ value: YAMLValue, like old: YAMLSource.Node, in spot: NodeContext) -> String? {
    if spot.isInFlow || old.layout == .flow && !old.entries.isEmpty {
      return styled(value, old) ?? YAMLWriter.flow(value)
    }
    switch value {
    case .list(let items) where !items.isEmpty: return nil
    case .mapping(let fields) where !fields.isEmpty: return nil
    case .text(let text):
      if let styled = styled(value, old) { return styled }
      return YAMLWriter.block(text, column: 2) == nil ? YAMLWriter.quoted(text) : nil
    case .plain, .integer, .number, .boolean, .list, .mapping: return YAMLWriter.flow(value)
    }
  }

  private func styled(_ value: YAMLValue, _ old: YAMLSource.Node) -> String? {
    guard case .text(let text) = value, case .scalar(_, let style) = old.content else { return nil }
    return switch style {
    case .single: YAMLWriter.single(text) ?? YAMLWriter.double(text)
    case .double: YAMLWriter.double(text)
    case .plain, .block: nil
    }
  }

  // MARK: Anchors

  /// Moves each anchor in a node, with its value, to the first alias after the node.
  mutating func moveAnchors(from path: ArraySlice<YAMLStep>) throws(Unsupported) {
    let inside = try context(path).node
    var anchored: [YAMLSource.Node] = []
    var nodes = [inside]
    while let node = nodes.popLast() {
      if node.anchor != nil { anchored.append(node) }
      nodes += node.entries.map(\.value)
    }
    var splices: [Splice] = []
    for node in anchored {
      guard let name = node.anchor else { continue }
      let properties = String(
        decoding: source.bytes[node.start..<node.range.lowerBound], as: UTF8.self)
      guard properties.trimmed(of: " ").isSame(as: "&\(name)"),
        let value = plainValue(node),
        let alias = firstAlias(name, after: inside.range.upperBound)
      else { continue }
      splices.append((node.start..<node.range.lowerBound, ""))
      splices.append((alias.range, "&\(name) \(YAMLWriter.flow(value))"))
    }
    guard !splices.isEmpty else { throw Unsupported() }
    try splice(splices)
  }

  private func firstAlias(_ name: String, after position: Int) -> YAMLSource.Node? {
    var nodes = source.root.map { [$0] } ?? []
    while let node = nodes.popLast() {
      if case .alias(name) = node.content, node.range.lowerBound >= position { return node }
      nodes += node.entries.map(\.value).reversed()
    }
    return nil
  }

  /// Returns the value of a node, or nil if the node contains aliases.
  private func plainValue(_ node: YAMLSource.Node) -> YAMLValue? {
    switch node.content {
    case .alias: return nil
    case .scalar(let text, .plain): return .plain(text.isEmpty ? "null" : text)
    case .scalar(let text, _): return .text(text)
    case .list(let entries, _):
      let items = entries.compactMap { plainValue($0.value) }
      return items.count == entries.count ? .list(items) : nil
    case .mapping(let entries, _):
      let fields = entries.compactMap { entry in
        plainValue(entry.value).map { YAMLValue.Field(entry.name ?? "", $0) }
      }
      return fields.count == entries.count ? .mapping(fields) : nil
    }
  }
}
