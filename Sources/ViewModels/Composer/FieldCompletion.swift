import ClientDocuments
import ClientModel

/// The completion of the text before the cursor. It completes templates, paths, header names and
/// header values.
struct FieldCompletion {
  let texts: FieldTexts
  let environment: Environment
  let folders: FolderListings
  var schema: GraphQLSchema?

  /// The untyped part of the first suggestion that begins with the text before the cursor. Nil if
  /// no suggestion does.
  var rest: String? {
    guard let typed = texts.typing.buffer, typed.selection == nil, typed.isAtLineEnd,
      !texts.hides(texts.cursor)
    else { return nil }
    let before = typed.textBeforeCursor
    if let rest = WordCompletion.template(after: before, in: environment) { return rest }
    if let path, let rest = folders.completion(of: path) { return rest }
    if texts.cursor == .body, texts.draft.graphQL != nil, let schema, !texts.typing.isDelayed {
      let completion = GraphQLCompletion(typed.textBefore, schema)
      return completion.prefix.isEmpty
        ? nil : WordCompletion(words: completion.words).rest(after: completion.prefix)
    }
    guard case .cell(.headers, let row, let column) = texts.cursor, !before.isEmpty else {
      return nil
    }
    let words =
      column == .name
      ? HeaderCompletion.names
      : HeaderCompletion.values(of: texts.text(of: .cell(.headers, row: row, .name)))
    return WordCompletion(words: words).rest(after: before)
  }

  /// The path in the selected field. Nil if the field does not contain a path. A field of another
  /// kind, such as a long body, is not read.
  var path: String? {
    let field = texts.cursor
    switch field {
    case .bodyPath, .option(.socket), .option(.authorities), .option(.certificate), .option(.key):
      break
    case .cell(.parts, _, .value): break
    case .form(let id): guard texts.form?.row(id)?.kind == .file else { return nil }
    default: return nil
    }
    let text = texts.typed(field) ?? texts.text(of: field)
    guard text.utf8.count < 4096, !text.contains("{{") else { return nil }
    guard case .cell = field else { return text }
    return text.begins(with: "@") ? String(text.dropping(bytes: 1)) : nil
  }
}
