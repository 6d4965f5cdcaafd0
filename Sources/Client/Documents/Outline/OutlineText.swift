import ClientModel

/// The text of an outline's rows, taken from the body.
///
/// The text is untrusted and not safe to draw.
package struct OutlineText: Sendable {
  /// The role of a piece of a row.
  package enum Tone: Hashable, Sendable { case mark, name, attributes, text, muted, fault, number }

  package struct Piece: Hashable, Sendable {
    package let text: String
    package let tone: Tone
    package init(_ text: String, _ tone: Tone) { (self.text, self.tone) = (text, tone) }
  }

  /// The maximum number of bytes of a name, attributes or text that are shown.
  package static let longest = 1_024

  let source: ByteSource
  private let outline: Outline
  /// The step to the first root if the outline is a part of a body, or nil for a complete body.
  private let rootStep: String?

  package init(_ outline: Outline, in source: ByteSource, rootStep: String? = nil) {
    (self.outline, self.source, self.rootStep) = (outline, source, rootStep)
  }

  /// Returns the pieces of a row, and whether some text is omitted.
  package func pieces(of number: Int) throws(DocumentError) -> (pieces: [Piece], isCut: Bool) {
    let node = outline.nodes[number]
    var pieces: [Piece] = []
    var isCut = false
    func add(_ text: String, _ tone: Tone) { if !text.isEmpty { pieces.append(Piece(text, tone)) } }
    func addBytes(
      _ range: Range<Int>, _ tone: Tone, _ reading: OutlineReading = .asItCame
    ) throws(DocumentError) {
      isCut = isCut || range.count > Self.longest
      let cut = range.lowerBound..<min(range.upperBound, range.lowerBound + Self.longest)
      add(reading.text(of: UTF8Cut.complete(try source.bytes(in: cut))), tone)
    }
    func add(
      _ range: Range<Int>, _ tone: Tone, between opening: String, _ closing: String
    ) throws(DocumentError) {
      add(opening, .mark)
      try addBytes(range, tone)
      add(closing, .mark)
    }
    func addData(_ range: Range<Int>, _ tone: Tone) throws(DocumentError) {
      isCut = isCut || range.count > Self.longest
      let bytes = JoinedLines.data(in: try source.bytes(in: range.prefix(Self.longest)))
      add(OutlineReading.asItCame.text(of: UTF8Cut.complete(bytes)), tone)
    }
    switch node.kind {
    case .element, .leaf:
      let attributes = node.kind == .element ? node.value : try attributes(of: node)
      add("<", .mark)
      try addBytes(node.label, .name)
      if !attributes.isEmpty {
        add(" ", .mark)
        try addBytes(attributes, .attributes)
      }
      add(">", .mark)
      if node.kind == .leaf {
        add(" ", .mark)
        try addBytes(node.value, .text)
      }
    case .text: try addBytes(node.value, .text)
    case .section: try add(node.value, .text, between: "<![CDATA[", "]]>")
    case .comment: try add(node.value, .muted, between: "<!--", "-->")
    case .instruction: try add(node.value, .muted, between: "<?", "?>")
    case .doctype: try add(node.value, .muted, between: "<!", ">")
    case .stray:
      add("</", .mark)
      try addBytes(node.label, .name)
      add(">", .mark)
      add("  has no opening tag", .fault)
    case .field:
      try addBytes(node.label, .name, .form)
      add(" = ", .mark)
      try addBytes(node.value, .text, .form)
    case .part:
      try addBytes(node.label, .name)
      add("  \(node.value.count) bytes", .number)
      add("  ", .muted)
      try addBytes(node.value.prefix(80), .muted, .preview)
    case .header:
      try addBytes(node.label, .name)
      add(": ", .mark)
      try addBytes(node.value, .text)
    case .content: try addBytes(node.value, .text, .preview)
    case .surroundings, .rest:
      add(node.kind == .rest ? "not read further: " : "outside the parts: ", .muted)
      add("\(node.span.count) bytes", .number)
    case .member, .item:
      pieces.append(try jsonLabel(of: node))
      add(": ", .mark)
      let shown = node.children == 0 ? node.value : node.value.prefix(80)
      let tone = try jsonTone(of: node)
      if outline.joinsLines { try addData(shown, tone) } else { try addBytes(shown, tone) }
    case .event, .line:
      if node.kind == .event, node.label.isEmpty { add("message", .muted) }
      try addBytes(node.label, .name)
      add("  ", .mark)
      if outline.joinsLines {
        try addData(node.value, .text)
      } else {
        try addBytes(node.value, .text)
      }
    }
    return (pieces, isCut)
  }

  /// Returns the range of a leaf element's attributes in its tag.
  private func attributes(of node: Outline.Node) throws(DocumentError) -> Range<Int> {
    let range = node.label.upperBound..<max(node.label.upperBound, node.value.lowerBound)
    let bytes = try source.bytes(in: range.prefix(1 << 16))
    guard let tag = bytes.lastIndex(of: UInt8(ascii: ">")),
      let first = bytes[..<tag].firstIndex(where: { !JSONByte.isSpace($0) }),
      let last = bytes[..<tag].lastIndex(where: { !JSONByte.isSpace($0) })
    else { return range.lowerBound..<range.lowerBound }
    return range.lowerBound + first..<range.lowerBound + last + 1
  }

  // MARK: Copying

  /// Returns the range of a node's value, which is the text after the name of a field, or a
  /// complete element.
  package func valueRange(of number: Int) -> Range<Int> {
    let node = outline.nodes[number]
    switch node.kind {
    case .field, .header, .part, .line, .content, .member, .item: return node.value
    default: return node.span
    }
  }

  /// Returns the bytes of a node's value, with the data lines of an event stream joined.
  package func value(of number: Int) throws(DocumentError) -> [UInt8] {
    let bytes = try source.bytes(in: valueRange(of: number))
    guard outline.joinsLines, bytes.contains(0x0A) || bytes.contains(0x0D) else { return bytes }
    switch outline.nodes[number].kind {
    case .member, .item, .line: return JoinedLines.data(in: bytes)
    default: return bytes
    }
  }

  /// Returns the decoded name of a node, or nil if the node has no name.
  package func name(of number: Int) throws(DocumentError) -> String? {
    let node = outline.nodes[number]
    guard !node.label.isEmpty else { return nil }
    let bytes = try source.bytes(in: node.label)
    if node.kind == .member { return JSONText.string(bytes) }
    return (node.kind == .field ? OutlineReading.form : .asItCame).text(of: bytes)
  }

  /// Returns the path to a node in XPath notation: `/rss/channel/item[2]/title/text()`.
  ///
  /// - Returns: Nil for a declaration, because XPath has no nodes for declarations.
  /// - Source: XPath 1.0, sections 2.5 and 5. A step has an index if several siblings have the same
  ///   name.
  package func path(to number: Int) throws(DocumentError) -> String? {
    guard try !isDeclaration(number) else { return nil }
    var steps: [String] = []
    var at = number
    while at >= 0 {
      steps.append(try step(to: at))
      at = outline.nodes[at].parent
    }
    return "/" + steps.reversed().joined(separator: "/")
  }

  private func step(to number: Int) throws(DocumentError) -> String {
    if number == 0, let rootStep { return rootStep }
    let node = outline.nodes[number]
    let test = try test(of: number)
    var (before, after) = (0, 0)
    for other in outline.children(of: node.parent >= 0 ? node.parent : nil)
    where other != number && Self.isAlike(outline.nodes[other].kind, node.kind) {
      // Names of different lengths are different, so most names need not be read.
      let isOther = node.kind != .event && outline.nodes[other].label.count != node.label.count
      guard !isOther, try self.test(of: other) == test, try !isDeclaration(other)
      else { continue }
      if other < number { before += 1 } else { after += 1 }
    }
    return before + after > 0 ? "\(test)[\(before + 1)]" : test
  }

  /// Returns whether the node is `<!doctype …>` or `<?xml …?>`, which is not a processing
  /// instruction.
  private func isDeclaration(_ number: Int) throws(DocumentError) -> Bool {
    let node = outline.nodes[number]
    if node.kind == .doctype { return true }
    guard node.kind == .instruction, node.parent < 0 else { return false }
    return try Array(source.bytes(in: node.value.prefix(4))).starts(with: Array("xml ".utf8))
  }

  private static func isAlike(_ one: Outline.Kind, _ other: Outline.Kind) -> Bool {
    one == other || Set([one, other]) == [.element, .leaf]
  }

  /// Returns the node test of an XPath step.
  func test(of number: Int) throws(DocumentError) -> String {
    let node = outline.nodes[number]
    switch node.kind {
    case .text, .section: return "text()"
    case .comment: return "comment()"
    case .instruction: return "processing-instruction()"
    case .part: return "part"
    case .event: return "event"
    case .item: return "item"
    case .doctype, .content, .surroundings, .rest: return "node()"
    default: return try name(of: number) ?? "node()"
    }
  }
}

extension Range<Int> {
  func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}

/// A conversion of bytes to displayed text.
enum OutlineReading {
  case asItCame
  /// Percent-encoding is decoded, and a plus becomes a space.
  case form
  /// Text is unchanged, and binary data is shown as its first 16 bytes in hexadecimal.
  case preview

  func text(of bytes: [UInt8]) -> String {
    switch self {
    case .asItCame: return Self.line(bytes)
    case .form: return Self.line(FormReader.decoded(bytes))
    case .preview:
      guard bytes.contains(where: { $0 < 0x20 && !(0x07...0x0D).contains($0) && $0 != 0x1B }) else {
        return Self.line(bytes)
      }
      return bytes.prefix(16).map { [$0].hexadecimal }.joined(separator: " ")
    }
  }

  /// Returns the text on one line, with single spaces for all white space.
  private static func line(_ bytes: [UInt8]) -> String {
    var line: [UInt8] = []
    for byte in bytes {
      let isSpace = JSONByte.isSpace(byte)
      if isSpace, line.last == 0x20 { continue }
      line.append(isSpace ? 0x20 : byte)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
