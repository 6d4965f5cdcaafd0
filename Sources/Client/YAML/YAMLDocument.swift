import Yams

/// Reads one YAML document under budgets, so that no file can hold the program up.
///
/// - Source of the budgets: reliability.md section 2.1.
package enum YAMLDocument {
  static let byteLimit = 10_000_000
  static let depthLimit = 100
  static let nodeLimit = 200_000
  static let aliasLimit = 1000

  /// The document's root; `null` when the text holds none. Tags have no effect.
  package static func parse(_ text: String, file: String) throws(YAMLProblem) -> YAMLNode {
    let start = YAMLPlace(file: file, line: 1, column: 1)
    guard text.utf8.count <= byteLimit else {
      throw YAMLProblem(
        start, what: "\(file) cannot be read.", why: "It is larger than 10 MB.",
        whatToDo: "Split it, or store large bodies in files of their own.")
    }
    try AliasScan.refuseCollectionKeys(text, file: file)
    let root: Node?
    do {
      // Never `load`: it builds what aliases stand for, without a bound (finding F13). Without the
      // library's rules for tags: they match every key with seven regular expressions, to no effect here.
      root = try Yams.compose(yaml: text, .basic)
    } catch let error as YamlError {
      throw translated(error, file)
    } catch {
      throw YAMLProblem(start, why: "\(error)", whatToDo: "Correct the file in an editor.")
    }
    guard let root else { return YAMLNode(kind: .null, place: start) }
    var walk = Walk(file: file)
    return try walk.node(root, depth: 1, near: start)
  }

  private static func translated(_ error: YamlError, _ file: String) -> YAMLProblem {
    let correction = "Correct the file there; indentation is by spaces and a value may need quotes."
    switch error {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      return YAMLProblem(
        YAMLPlace(file: file, line: mark.line, column: mark.column),
        why: "It is not valid YAML: \(problem)\(context.map { " (\($0.text))" } ?? "").",
        whatToDo: correction)
    case .duplicatedKeysInMapping(let keys, let context):
      return YAMLProblem(
        YAMLPlace(file: file, line: max(1, context.mark.line), column: max(1, context.mark.column)),
        why: "The key `\(keys.first ?? "")` stands there twice.", whatToDo: "Remove one of them.")
    case .reader(let problem, _, _, _):
      return YAMLProblem(
        YAMLPlace(file: file, line: 1, column: 1), why: "It is not text: \(problem).",
        whatToDo: "Save it as UTF-8 without control characters.")
    case .no, .memory, .writer, .emitter, .representer, .dataCouldNotBeDecoded:
      return YAMLProblem(
        YAMLPlace(file: file, line: 1, column: 1), why: "The YAML reader gave up: \(error).",
        whatToDo: correction)
    }
  }
}

/// Turns the library's nodes into ours, counting as it goes; aliases are followed and counted.
private struct Walk {
  let file: String
  private var nodes = 0
  private var aliases = 0
  /// Line and column of every value seen: one that is met again came through an alias.
  private var seen: Set<Int> = []

  init(file: String) { self.file = file }

  mutating func node(
    _ node: Node, depth: Int, near: YAMLPlace
  ) throws(YAMLProblem) -> YAMLNode {
    let place = node.mark.map { YAMLPlace(file: file, line: $0.line, column: $0.column) } ?? near
    nodes += 1
    if let mark = node.mark, node.scalar?.string != "",
      !seen.insert(mark.line << 32 | mark.column).inserted
    {
      aliases += 1
    }
    guard depth <= YAMLDocument.depthLimit else { throw excess(place, "more than 100 levels deep") }
    guard nodes <= YAMLDocument.nodeLimit else { throw excess(place, "more than 200,000 values") }
    guard aliases <= YAMLDocument.aliasLimit else { throw excess(place, "more than 1,000 aliases") }
    switch node {
    case .scalar(let scalar): return YAMLNode(kind: kind(of: scalar), place: place)
    case .sequence(let items):
      var list: [YAMLNode] = []
      for item in items { list.append(try self.node(item, depth: depth + 1, near: place)) }
      return YAMLNode(kind: .list(list), place: place)
    case .mapping(let pairs):
      var fields: [YAMLNode.Field] = []
      for (key, value) in pairs {
        guard case .scalar(let name) = key else {
          throw YAMLProblem(
            place, why: "A key is a list or a mapping.", whatToDo: "Use a text as the key.")
        }
        let keyPlace =
          key.mark.map { YAMLPlace(file: file, line: $0.line, column: $0.column) } ?? place
        fields.append(
          YAMLNode.Field(
            key: name.string, place: keyPlace,
            value: try self.node(value, depth: depth + 1, near: keyPlace)))
      }
      return YAMLNode(kind: .mapping(fields), place: place)
    case .alias:
      throw YAMLProblem(
        place, why: "An alias cannot be resolved.", whatToDo: "Write the value out.")
    }
  }

  private func kind(of scalar: Node.Scalar) -> YAMLNode.Kind {
    switch scalar.style {
    case .plain, .any:
      ["", "~", "null", "Null", "NULL"].contains(scalar.string) ? .null : .plain(scalar.string)
    case .singleQuoted, .doubleQuoted, .literal, .folded: .text(scalar.string)
    }
  }

  private func excess(_ place: YAMLPlace, _ what: String) -> YAMLProblem {
    YAMLProblem(
      place, why: "It holds \(what), counted with what its aliases stand for.",
      whatToDo: "Make the file smaller; a file of this size is not written by hand.")
  }
}
