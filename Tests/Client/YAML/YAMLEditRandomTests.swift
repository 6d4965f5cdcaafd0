import Foundation
import TestSupport
import Testing

@testable import ClientYAML

/// A random edit of a random document leaves every line as it is that the edit does not name, and means what it
/// should to PyYAML, which nobody here wrote.
@Suite struct YAMLEditRandomTests {
  private struct Case {
    var seed = 0
    var edit = ""
    var before = ""
    var after = ""
    var expected: Any = 0
    /// The lines that must stay, in their order.
    var stay: [String] = []
  }

  private static let seeds =
    ProcessInfo.processInfo.environment["WEIR_YAML_SEEDS"].flatMap(Int.init) ?? 1500

  @Test func `a random edit leaves all other lines byte for byte`() throws {
    let cases = try (0..<Self.seeds).map(Self.edited)
    for one in cases {
      let text = one.after.utf8.drop { [0xEF, 0xBB, 0xBF].contains($0) }
      let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      var next = lines.startIndex
      for line in one.stay {
        guard let found = lines[next...].firstIndex(where: { $0.elementsEqual(line.utf8) }) else {
          Issue.record(
            "seed \(one.seed), \(one.edit): the line \(line)\n\(one.before)\n→\n\(one.after)")
          break
        }
        next = found + 1
      }
    }
    for (index, why) in try Self.differences(cases) {
      let one = cases[index]
      Issue.record("seed \(one.seed), \(one.edit): \(why)\n\(one.before)\n→\n\(one.after)")
    }
  }

  private static func edited(_ seed: Int) throws -> Case {
    var random = Seeded(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 3)
    let document = RandomYAML(seed: random.next())
    let marks = ["\n", "\n", "\n", "\r\n"]
    let end = marks.randomElement(using: &random) ?? "\n"
    let mark = Int.random(in: 0..<8, using: &random) == 0 ? "\u{FEFF}" : ""
    var one = Case()
    one.seed = seed
    one.before = mark + document.text.replacingOccurrences(of: "\n", with: end)
    var edit = try YAMLEdit(one.before, file: "seed \(seed)")
    guard let (path, value) = document.paths.randomElement(using: &random) else { return one }
    let text =
      ["new", "", "a: b", "two\nlines", "it's", "[x]", "日本", "7", "true", "x # y"]
      .randomElement(using: &random) ?? ""
    var named = path
    let isOnly: (RandomYAML.Value, [YAMLStep]) -> Bool = { root, path in
      var count = 0
      _ = root.changing(path.dropLast()) { parent in
        switch parent {
        case .mapping(let fields): count = fields.count
        case .list(let items): count = items.count
        case .scalar: break
        }
        return parent
      }
      return count == 1
    }
    let expected: RandomYAML.Value
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      one.edit = "set \(path) to \(text.debugDescription)"
      // A number in the place of a number stays one.
      let isNumber = if case .scalar(let old) = value { old is Int } else { false }
      expected = document.root.changing(path[...]) { _ in
        .scalar(isNumber && text == "7" ? 7 as Any : text)
      }
      try edit.set(path, to: .text(text))
    case 2:
      one.edit = "set \(path) to a mapping"
      expected = document.root.changing(path[...]) { _ in
        .mapping([("p", .scalar(text)), ("q", .list([.scalar(1)]))])
      }
      try edit.set(
        path, to: .mapping([.init("p", .text(text)), .init("q", .list([.integer(1)]))]))
    case 3:
      if isOnly(document.root, path) { named = Array(path.dropLast()) }
      one.edit = "remove \(path)"
      expected = document.root.changing(path.dropLast()) { parent in
        switch (parent, path.last) {
        case (.mapping(let fields), .key(let key)): .mapping(fields.filter { $0.0 != key })
        case (.list(var items), .item(let index)):
          .list(
            {
              items.remove(at: index)
              return items
            }())
        default: parent
        }
      }
      try edit.remove(path)
    case 4:
      guard case .key? = path.last else {
        return try appended(document, path, text, edit, one)
      }
      one.edit = "rename \(path)"
      expected = document.root.changing(path.dropLast()) { parent in
        guard case .mapping(let fields) = parent, case .key(let key) = path.last else {
          return parent
        }
        return .mapping(fields.map { ($0.0 == key ? "renamed" : $0.0, $0.1) })
      }
      try edit.rename(path, to: "renamed")
      one.stay = stay(document, end) { owners in
        owners.contains { $0 == path || path.starts(with: $0) && isFlow($0, document) }
      }
      one.after = edit.text
      one.expected = expected.json
      return one
    default: return try appended(document, path, text, edit, one)
    }
    one.stay = stay(document, end) { owners in
      owners.contains { $0.starts(with: named) || named.starts(with: $0) && isFlow($0, document) }
        || owners.contains { $0 == named }
    }
    one.after = edit.text
    one.expected = expected.json
    return one
  }

  private static func appended(
    _ document: RandomYAML, _ path: [YAMLStep], _ text: String, _ edit: YAMLEdit, _ one: Case
  ) throws -> Case {
    var (edit, one) = (edit, one)
    let position = one.seed % 2 == 0 ? YAMLEdit.Position.last : .after([])
    let end = one.before.utf8.contains(0x0D) ? "\r\n" : "\n"
    let above = Array(path.dropLast())
    one.edit = "insert beside \(path), \(position)"
    one.expected =
      document.root.changing(above[...]) { parent in
        switch parent {
        case .mapping(let fields): .mapping(fields + [("added", .scalar(text))])
        case .list(let items): .list(items + [.scalar(text)])
        case .scalar: parent
        }
      }.json
    if case .item? = path.last {
      try edit.set(above + [.item(1000)], to: .text(text))
    } else {
      try edit.set(above + [.key("added")], to: .text(text), position)
    }
    one.after = edit.text
    one.stay = stay(document, end) { owners in
      // The first key of an item shares its line with the dash.
      isFlow(above, document) && owners.contains(where: { above.starts(with: $0) })
        || position != .last && owners.count > 1
    }
    return one
  }

  private static func isFlow(_ path: [YAMLStep], _ document: RandomYAML) -> Bool {
    !document.lines.contains {
      $0.owners.contains { $0.count > path.count && $0.starts(with: path) }
    }
  }

  private static func stay(
    _ document: RandomYAML, _ end: String, _ isNamed: ([[YAMLStep]]) -> Bool
  ) -> [String] {
    let ending = end == "\r\n" ? "\r" : ""
    return document.lines.compactMap { isNamed($0.owners) ? nil : $0.text + ending }
  }

  // MARK: The judge

  private static let program = """
    import json, sys, yaml
    found = []
    for index, line in enumerate(sys.stdin):
        case = json.loads(line)
        try:
            read = yaml.safe_load(case["text"])
        except Exception as error:
            found.append([index, str(error)])
            continue
        if json.dumps(read, sort_keys=True) != json.dumps(case["expected"], sort_keys=True):
            found.append([index, "read " + json.dumps(read)])
    json.dump(found, sys.stdout)
    """

  private static func differences(_ cases: [Case]) throws -> [(Int, String)] {
    let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let python = top.appending(path: ".build-tests/venv/bin/python").path
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw RigError.missing(tool: "PyYAML")
    }
    var input = Data()
    for one in cases {
      input += try JSONSerialization.data(withJSONObject: [
        "text": one.after, "expected": one.expected,
      ])
      input += Data("\n".utf8)
    }
    let output = try ChildProcess.run(
      [python, "-c", program], input: Array(input), limit: .seconds(300))
    let found = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[Any]] ?? []
    return found.map { ($0[0] as? Int ?? 0, $0[1] as? String ?? "") }
  }
}
