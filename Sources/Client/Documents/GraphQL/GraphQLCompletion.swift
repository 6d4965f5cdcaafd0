import ClientModel

/// The words that may follow the text before the cursor of a GraphQL query.
package struct GraphQLCompletion {
  /// The words in the order of the schema.
  package let words: [String]
  /// The beginning of a word before the cursor.
  package let prefix: String

  /// The type or field to which the words at a position belong.
  private enum Level {
    case document
    case selection(of: String?)
    case arguments(GraphQLSchema.Field?)
    case variables
    case other
  }

  /// Finds the completions for the text before the cursor.
  package init(_ before: String, _ schema: GraphQLSchema) {
    var lexer = GraphQLLexer(before)
    var levels: [(level: Level, close: UInt8)] = [(.document, 0)]
    /// The type of the selection that the next brace opens.
    var pending = schema.roots["query"]
    var field: GraphQLSchema.Field?
    var argument: GraphQLSchema.Field?
    var (last, lastText): (GraphQLToken?, String) = (nil, "")
    var beforeLast = ""
    while let token = lexer.next() {
      guard token.kind != .comment else { continue }
      let text = String(decoding: lexer.bytes[token.range], as: UTF8.self)
      // The word at the cursor is not complete.
      if token.kind == .name, token.range.upperBound == lexer.bytes.count {
        (words, prefix) = (
          Self.words(
            levels[levels.count - 1].level, after: lastText, beforeLast, argument, schema), text
        )
        return
      }
      switch (token.kind, levels[levels.count - 1].level) {
      case (.name, .document):
        if let root = schema.roots[text], lastText != "on" { pending = root }
        if lastText == "on" { pending = text }
      case (.name, .selection(let type)):
        if lastText == "on", beforeLast == "..." {
          pending = text
        } else if lastText != "@", lastText != "..." {
          field = type.flatMap { schema.field(text, of: $0) }
          pending = field?.namedType
        } else if lastText == "..." {
          pending = type
        }
      case (.name, .arguments(let owner)) where lastText != ":":
        argument = owner?.arguments.first { $0.name == text }
      case (.mark, let level):
        switch (text, level) {
        case ("{", .document), ("{", .selection):
          levels.append((.selection(of: pending), UInt8(ascii: "}")))
        case ("...", .selection(let type)): pending = type
        case ("(", .document): levels.append((.variables, UInt8(ascii: ")")))
        case ("(", .selection):
          levels.append((.arguments(beforeLast == "@" ? nil : field), UInt8(ascii: ")")))
        case ("(", _), ("{", _), ("[", _):
          let close: UInt8 = text == "(" ? 0x29 : text == "{" ? 0x7D : 0x5D
          levels.append((.other, close))
        case (")", _), ("}", _), ("]", _):
          if levels[levels.count - 1].close == text.utf8.first { levels.removeLast() }
          if text == "}", levels.count == 1 { pending = schema.roots["query"] }
        default: break
        }
      default: break
      }
      (beforeLast, lastText, last) = (lastText, text, token)
    }
    // Nothing is completed in a string or a comment.
    let isInside = last?.kind == .openString
    words =
      isInside
      ? []
      : Self.words(levels[levels.count - 1].level, after: lastText, beforeLast, argument, schema)
    prefix = ""
  }

  private static func words(
    _ level: Level, after last: String, _ beforeLast: String, _ argument: GraphQLSchema.Field?,
    _ schema: GraphQLSchema
  ) -> [String] {
    switch level {
    case .document:
      if last == "on" { return composites(schema) }
      return last.isEmpty || last == "}"
        ? ["query", "mutation", "subscription", "fragment"].filter {
          $0 == "fragment" || schema.roots[$0] != nil
        } : []
    case .selection(let type):
      if last == "on", beforeLast == "..." { return composites(schema) }
      if last == "..." { return ["on"] }
      if last == "@" { return ["include", "skip"] }
      return (type.flatMap { schema.types[$0] }?.fields.map(\.name) ?? []) + ["__typename"]
    case .arguments(let field):
      guard last == ":" else { return last == "$" ? [] : field?.arguments.map(\.name) ?? [] }
      let type = argument?.namedType ?? ""
      return type == "Boolean" ? ["true", "false"] : schema.types[type]?.values ?? []
    case .variables:
      guard last == ":" || last == "[" else { return [] }
      return schema.types.filter { ["SCALAR", "ENUM", "INPUT_OBJECT"].contains($0.value.kind) }
        .keys.sorted()
    case .other: return []
    }
  }

  private static func composites(_ schema: GraphQLSchema) -> [String] {
    schema.types.filter { $0.value.isComposite && !$0.key.begins(with: "__") }.keys.sorted()
  }
}
