import ClientModel
import ClientYAML

/// Changes to a block of named entries in a file that leave every other line, comments too, as it is.
///
/// The places of a parse say which lines to change; the caller reads the result again and compares,
/// so that a form of YAML that lines cannot separate is refused instead of broken.
struct SettingsText {
  /// The file, and its key whose value has the entries.
  struct Block {
    let file: String
    let key: String

    static let gateways = Block(file: "weir.yaml", key: "gateways")
    static let environments = Block(file: "environments.yaml", key: "environments")
  }

  private(set) var lines: [String]
  private let root: [YAMLNode.Field]
  private let block: Block

  init(_ text: String, _ block: Block = .gateways) throws(YAMLProblem) {
    self.block = block
    lines = text.pieces(at: "\n").map(String.init)
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    root = try YAMLDocument.parse(text, file: block.file).entries()
  }

  var text: String { lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n" }

  /// The line of an entry's name, from 1; nil when it is not there.
  func line(of name: String) throws(YAMLProblem) -> Int? {
    try entries().first { $0.key == name }?.place.line
  }

  /// Adds a gateway after the others.
  mutating func add(_ name: String, url: String) throws(YAMLProblem) {
    try add(name, value: "", lines: ["url: \(Self.quoted(url))"])
  }

  /// Adds an entry without fields, or with the lines of another one.
  mutating func add(_ name: String, copying other: String?) throws(YAMLProblem) {
    guard let other, let entry = try entries().first(where: { $0.key == other }) else {
      return try add(name, value: " {}", lines: [])
    }
    let column = entry.place.column - 1
    let body = lines[entry.place.line..<end(ofBlockAt: entry.place.line, indent: column)]
    let first = lines[entry.place.line - 1].dropping(bytes: column + other.utf8.count + 1)
    let step = Self.indent(of: body.first { !$0.isEmpty } ?? "") - column
    try add(
      name, value: String(first), lines: body.map { String($0.dropping(bytes: column + step)) })
  }

  /// Adds an entry after the others: what stands behind its colon, and the lines below.
  private mutating func add(
    _ name: String, value: String, lines body: [String]
  ) throws(YAMLProblem) {
    let known = try entries()
    let indent = String(repeating: " ", count: max(1, (known.first?.place.column ?? 3) - 1))
    let added =
      ["\(indent)\(name):\(value)"] + body.map { $0.isEmpty ? "" : "\(indent)\(indent)\($0)" }
    guard let field = root.first(where: { $0.key == block.key }) else {
      lines += (lines.isEmpty ? [] : [""]) + ["\(block.key):"] + added
      return
    }
    // The braces of an empty mapping, on the line of its key, do not go with entries below; a comment does.
    if known.isEmpty {
      lines[field.place.line - 1] = lines[field.place.line - 1].replacing(bytes: " {}", with: "")
    }
    lines.insert(contentsOf: added, at: end(ofBlockAt: field.place.line, indent: 0))
  }

  private static func indent(of line: String) -> Int {
    line.utf8.count - line.drop(whileByte: { $0 == 0x20 }).utf8.count
  }

  mutating func remove(_ name: String) throws(YAMLProblem) {
    guard let entry = try entries().first(where: { $0.key == name }) else { return }
    let start = entry.place.line - 1
    let end = end(ofBlockAt: entry.place.line, indent: entry.place.column - 1)
    lines.removeSubrange(start..<end)
    guard block.key == Block.gateways.key else { return }
    if let standard = root.first(where: { $0.key == "gateway" }), try standard.value.text() == name
    {
      lines.remove(at: standard.place.line - 1 - (standard.place.line > end ? end - start : 0))
    }
  }

  /// Makes a gateway the one of requests that name none.
  mutating func makeDefault(_ name: String) {
    let line = "gateway: \(name)"
    if let field = root.first(where: { $0.key == "gateway" }) {
      let old = lines[field.place.line - 1]
      let comment = old.firstRange(ofBytes: " #").map { String(old[$0.lowerBound...]) } ?? ""
      lines[field.place.line - 1] = line + comment
    } else if let field = root.first(where: { $0.key == "gateways" }) {
      lines.insert(line, at: field.place.line - 1)
    } else {
      lines.append(line)
    }
  }

  mutating func replace(_ range: Range<Int>, with new: [String]) {
    lines.replaceSubrange(range, with: new)
  }

  func entries() throws(YAMLProblem) -> [YAMLNode.Field] {
    try root.first { $0.key == block.key }?.value.entries() ?? []
  }

  /// The index after the last line of the block that a key begins; what follows it empty, or as a
  /// comment further left, is not the block's.
  func end(ofBlockAt line: Int, indent: Int) -> Int {
    var end = line
    for index in line..<max(line, lines.count) {
      let text = lines[index].drop(whileByte: { $0 == 0x20 })
      if text.isEmpty { continue }
      guard lines[index].count - text.count > indent else { break }
      end = index + 1
    }
    return end
  }

  private static func quoted(_ text: String) -> String {
    YAMLValue.mapping([.init("u", .text(text))]).document.dropping(bytes: 3).words(at: "\n")
      .joined()
  }
}
