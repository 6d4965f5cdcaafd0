import ClientDocuments
import ClientModel

/// A word that can complete the text before the cursor.
package struct FieldCandidate: Hashable, Sendable {
  package let word: String
  /// The value of a variable or the URL of a server. Secrets are masked.
  package var value = ""
  /// The source of the word, such as `weir.yaml`. Empty for a common word, such as the name of a
  /// header.
  package var source = ""
  /// The untyped part of the word.
  let rest: String
}

/// The completion of the text before the cursor. It completes templates, servers, paths, header
/// names, header values and the schemes of secret references.
struct FieldCompletion {
  let texts: FieldTexts
  let environment: Environment
  let gateways: Gateways
  let folders: FolderListings
  var schema: GraphQLSchema?

  /// The maximum number of candidates.
  private static let limit = 50

  /// The words that begin with the text before the cursor, best first. Empty if the cursor is not
  /// at the end of a line.
  var candidates: [FieldCandidate] {
    guard let typed = texts.typing.buffer, typed.selection == nil, typed.isAtLineEnd else {
      return []
    }
    let before = typed.textBeforeCursor
    // The start of a scheme is masked like a secret, and is no secret.
    if texts.hides(texts.cursor) { return references(after: before) }
    let folder = texts.draft.inheritedFolder
    if let found = WordCompletion.variables(
      after: before, in: environment.inside(folder), hiding: texts.names)
    {
      return Array(found.prefix(Self.limit))
    }
    if let path, let rest = folders.completion(of: path) {
      return [FieldCandidate(word: path + rest, rest: rest)]
    }
    if texts.cursor == .body, texts.draft.graphQL != nil, let schema, !texts.typing.isDelayed {
      let completion = GraphQLCompletion(typed.textBefore, schema)
      return completion.prefix.isEmpty
        ? [] : Array(words(completion.words, completion.prefix).prefix(Self.limit))
    }
    guard !before.isEmpty else { return [] }
    switch texts.cursor {
    case .url: return Array(servers(after: before).prefix(Self.limit))
    case .cell(.headers, _, .name): return words(HeaderCompletion.names, before)
    case .cell(.headers, let row, .value):
      let name = texts.text(of: .cell(.headers, row: row, .name))
      return words(HeaderCompletion.values(of: name), before)
    default: return []
    }
  }

  /// The untyped part of the chosen candidate. Nil if there is no candidate.
  var completion: String? {
    let (candidates, chosen) = (candidates, texts.typing.candidate ?? 0)
    return candidates.indices.contains(chosen) ? candidates[chosen].rest : nil
  }

  /// Whether the name of a variable is being typed after `{{`.
  var isInTemplate: Bool {
    guard let typed = texts.typing.buffer, typed.selection == nil, typed.isAtLineEnd else {
      return false
    }
    return WordCompletion.typedName(after: typed.textBeforeCursor) != nil
  }

  private func words(_ words: [String], _ typed: String) -> [FieldCandidate] {
    WordCompletion(words: words).matches(after: typed).map { word in
      FieldCandidate(word: word, rest: String(word.dropFirst(typed.count)))
    }
  }

  /// Returns the schemes of secret references that begin with the typed text. Returns an empty
  /// array outside the fields of credentials.
  private func references(after typed: String) -> [FieldCandidate] {
    guard case .credential = texts.cursor, !typed.isEmpty else { return [] }
    return SecretReference.schemes.filter { $0.word.begins(with: typed) && $0.word != typed }.map {
      FieldCandidate(
        word: $0.word, source: $0.summary, rest: String($0.word.dropping(bytes: typed.utf8.count)))
    }
  }

  /// Returns the servers, endpoints and gateways of the workspace that begin with the typed URL.
  /// The typed URL may lack the `https://`.
  private func servers(after typed: String) -> [FieldCandidate] {
    // A URL with a password is not offered, because it would be shown.
    var known = gateways.all.filter { texts.names.masked($0.url) == $0.url }
      .map { ($0.url, "gateway \($0.name)") }
    known += gateways.servers.sorted { $0.key < $1.key }.map { ("@\($0.key)", $0.value) }
    known += gateways.endpoints.sorted { $0.key < $1.key }.map { ("@\($0.key)", $0.value.path) }
    return known.compactMap { word, detail in
      let start = [typed, "https://" + typed].first { word.begins(with: $0) && word != $0 }
      return start.map {
        let (value, source) = word.begins(with: "@") ? (detail, "weir.yaml") : ("", detail)
        return FieldCandidate(
          word: word, value: texts.names.masked(value), source: source,
          rest: String(word.dropping(bytes: $0.utf8.count)))
      }
    }
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

extension SecretReference {
  /// The starts of all references, with the sources of their secrets.
  fileprivate static let schemes: [(word: String, summary: String)] = [
    ("env:", "an environment variable"), ("file:", "the content of a file"),
    ("command:", "the output of a program"), ("keyring:", "an entry of the desktop's keyring"),
    ("value:", "a shared value"),
  ]
}
