import Foundation

@testable import ClientYAML

/// A random document with the lines that belong to each of its values.
struct RandomYAML {
  /// A line without its end.
  struct Line {
    let text: String
    /// The values whose text is on the line, by their paths.
    let owners: [[YAMLStep]]
  }

  /// A value as JSON has it, for a judge.
  indirect enum Value {
    case scalar(Any)
    case list([Value])
    case mapping([(String, Value)])

    var json: Any {
      switch self {
      case .scalar(let value): value
      case .list(let items): items.map(\.json)
      case .mapping(let fields):
        Dictionary(uniqueKeysWithValues: fields.map { ($0.0, $0.1.json) })
      }
    }
  }

  private(set) var lines: [Line] = []
  private(set) var root = Value.mapping([])
  /// All values but the root, and whether each is a mapping or list.
  private(set) var paths: [(path: [YAMLStep], value: Value)] = []
  private var random: Seeded
  private let step: Int
  private let listStep: Int
  private var isLineOpen = false

  init(seed: UInt64) {
    random = Seeded(state: seed)
    step = [2, 2, 4, 3].randomElement(using: &random) ?? 2
    listStep = Bool.random(using: &random) ? step : 0
    if chance(4) { add("---", []) }
    root = mapping([], column: 0, depth: 0, isCompact: false)
    comment([], column: 0)
  }

  var text: String { lines.map { $0.text + "\n" }.joined() }

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

  private mutating func add(_ text: String, _ owners: [[YAMLStep]]) {
    if isLineOpen, let last = lines.popLast() {
      lines.append(Line(text: last.text + text, owners: last.owners + owners))
    } else {
      lines.append(Line(text: text, owners: owners))
    }
    isLineOpen = false
  }

  private mutating func open(_ text: String, _ owners: [[YAMLStep]]) {
    add(text, owners)
    isLineOpen = true
  }

  private mutating func comment(_ owner: [YAMLStep], column: Int) {
    guard !isLineOpen else { return }
    while chance(5) {
      if chance(3) {
        add("", [owner])
      } else {
        let column = chance(3) ? 0 : column
        let word = words.randomElement(using: &random) ?? ""
        add(
          String(repeating: " ", count: column) + "# note: \(word), [x] \(lines.count)", [owner])
      }
    }
  }

  private mutating func ending() -> String { chance(4) ? "  # why \(lines.count)" : "" }

  private let words = [
    "ada", "two words", "https://a.example/x?y=1#z", "é", "漢字", "it's", "\"x\"", "{{token}}",
    "a, b", "x: y", "- z", "# no", "env:TOKEN", "😀", "", " pad ", "~tilde", "@at", "100%", "[",
  ]

  private mutating func word() -> String { words.randomElement(using: &random) ?? "" }

  /// A scalar on one line.
  private mutating func scalar(inFlow: Bool) -> (text: String, value: Value) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      let number = Int.random(in: -99...99, using: &random)
      return ("\(number)", .scalar(number))
    case 1:
      let truth = Bool.random(using: &random)
      return ("\(truth)", .scalar(truth))
    case 2:
      let text = word()
      return (YAMLWriter.double(text), .scalar(text))
    case 3:
      let text = word()
      return (YAMLWriter.single(text) ?? "''", .scalar(text))
    default:
      let text = word()
      return (inFlow ? YAMLWriter.flow(text) : YAMLWriter.quoted(text), .scalar(text))
    }
  }

  private mutating func key(_ index: Int) -> String {
    ["a\(index)", "X-Key-\(index)", "with space \(index)", "é\(index)"].randomElement(
      using: &random) ?? ""
  }

  private mutating func mapping(
    _ path: [YAMLStep], column: Int, depth: Int, isCompact: Bool
  ) -> Value {
    var fields: [(String, Value)] = []
    for index in 0..<Int.random(in: 1...4, using: &random) {
      comment(path, column: column)
      let name = key(index)
      let inside = path + [.key(name)]
      let pad = isLineOpen ? "" : String(repeating: " ", count: column)
      open("\(pad)\(chance(6) ? YAMLWriter.double(name) : name):", [inside])
      let value = self.value(inside, column: column, depth: depth, inList: false)
      fields.append((name, value))
      paths.append((inside, value))
    }
    return .mapping(fields)
  }

  private mutating func list(_ path: [YAMLStep], column: Int, depth: Int) -> Value {
    var items: [Value] = []
    for index in 0..<Int.random(in: 1...4, using: &random) {
      comment(path, column: column)
      let inside = path + [.item(index)]
      open(String(repeating: " ", count: isLineOpen ? 0 : column) + "-", [inside])
      let value = self.value(inside, column: column, depth: depth, inList: true)
      items.append(value)
      paths.append((inside, value))
    }
    return .list(items)
  }

  /// The value behind a colon or dash on the open line, and below it.
  private mutating func value(
    _ path: [YAMLStep], column: Int, depth: Int, inList: Bool
  ) -> Value {
    switch Int.random(in: 0..<(depth > 2 ? 7 : 11), using: &random) {
    case 0:
      add(ending(), [])
      return .scalar(NSNull())
    case 1:
      let indent = String(repeating: " ", count: column + (inList ? 2 : step))
      let isLiteral = chance(2)
      add(" " + (isLiteral ? "|" : ">-") + ending(), [])
      add(indent + "first # no comment", [path])
      if isLiteral, chance(2) { add("", [path]) }
      add(indent + "second: line", [path])
      let blank = lines.count > 2 && lines[lines.count - 2].text.isEmpty
      return .scalar(
        isLiteral
          ? "first # no comment\n" + (blank ? "\n" : "") + "second: line\n"
          : "first # no comment second: line")
    case 2:
      let (text, value) = flow(path, depth: 0)
      add(" " + text + ending(), [])
      return value
    case 3...6:
      let (text, value) = scalar(inFlow: false)
      add(" " + text + ending(), [])
      return value
    case 7, 8:
      if inList {
        open(" ", [])
        return mapping(path, column: column + 2, depth: depth + 1, isCompact: true)
      }
      add(ending(), [])
      return mapping(path, column: column + step, depth: depth + 1, isCompact: false)
    default:
      if inList {
        open(" ", [])
        return list(path, column: column + 2, depth: depth + 1)
      }
      add(ending(), [])
      return list(path, column: column + listStep, depth: depth + 1)
    }
  }

  private mutating func flow(_ path: [YAMLStep], depth: Int) -> (String, Value) {
    let count = Int.random(in: 0...3, using: &random)
    let pad = chance(3) ? " " : ""
    if chance(2) {
      var (texts, fields): ([String], [(String, Value)]) = ([], [])
      for index in 0..<count {
        let name = "k\(index)"
        let inside = path + [.key(name)]
        let (text, value) =
          depth < 2 && chance(4) ? flow(inside, depth: depth + 1) : scalar(inFlow: true)
        texts.append("\(name): \(text)")
        fields.append((name, value))
        paths.append((inside, value))
      }
      return ("{\(pad)\(texts.joined(separator: ", "))\(pad)}", .mapping(fields))
    }
    var (texts, items): ([String], [Value]) = ([], [])
    for index in 0..<count {
      let inside = path + [.item(index)]
      let (text, value) =
        depth < 2 && chance(4) ? flow(inside, depth: depth + 1) : scalar(inFlow: true)
      texts.append(text)
      items.append(value)
      paths.append((inside, value))
    }
    return ("[\(pad)\(texts.joined(separator: ", "))\(pad)]", .list(items))
  }
}

extension RandomYAML.Value {
  /// The same with a change at the end of a path.
  func changing(_ path: ArraySlice<YAMLStep>, _ change: (Self) -> Self) -> Self {
    guard let step = path.first else { return change(self) }
    switch (self, step) {
    case (.mapping(let fields), .key(let key)):
      return .mapping(
        fields.map { ($0.0, $0.0 == key ? $0.1.changing(path.dropFirst(), change) : $0.1) })
    case (.list(let items), .item(let index)):
      return .list(
        items.enumerated().map {
          $0.offset == index ? $0.element.changing(path.dropFirst(), change) : $0.element
        })
    default: return self
    }
  }
}
