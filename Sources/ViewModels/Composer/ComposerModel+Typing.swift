import ClientModel
import ClientPipeline

/// The handling of typing in a field: Enter, pasted lines and completion with Tab.
extension ComposerModel {
  /// Performs a command in the typed field. Enter and leave also interpret the text of the field.
  mutating func perform(_ command: TypingCommand) -> [Effect] {
    switch command {
    case .enter:
      switch cursor {
      case .url:
        if let effects = importCurl() { return effects }
        let questions = takeMethod()
        return questions.isEmpty ? submit(.immediate) : questions
      case .body: insert("\n")
      default: typeOn(by: 1)
      }
    case .leave:
      var effects = importCurl() ?? []
      effects += takeMethod()
      stopTyping()
      // The user saw the problem while typing, and its row still shows it.
      if cursor == .body { hush() }
      return effects
    case .nextField: if !complete() { typeOn(by: 1) }
    // The keys for right and line end accept the completion, as if it were text after the cursor.
    case .right where complete(), .lineEnd where complete(): break
    case .previousField: typeOn(by: -1)
    case .editor: return perform(ComposerCommand.editor)
    case .reveal: revealed = cursor
    default: type(command)
    }
    return []
  }

  /// Handles typed or pasted text.
  mutating func take(_ text: String) -> [Effect] {
    guard isTyping else {
      if CurlCommand.isCurl(text) { return take(curl: text) }
      return Self.draft(pasted: text).map { [.compose(.restored($0, base: nil))] }
        ?? Self.refuse(pasted: text)
    }
    // A complete line in one event is a paste. A line typed by hand is read when the user leaves
    // the field.
    if cursor == .url, text.count > 5, CurlCommand.isCurl(text) { return take(curl: text) }
    guard cursor == .url, text.count > 1 else {
      insert(text)
      return takeKnownMethod()
    }
    // Whitespace that was copied with a URL, such as a line end, is removed.
    var url = text.trimmingPrefix(while: \.isWhitespace)
    while url.last?.isWhitespace == true { url.removeLast() }
    insert(String(url))
    return takeMethod()
  }

  /// Handles characters that were typed one after the other.
  mutating func take(typed text: String) -> [Effect] {
    guard isTyping else { return [] }
    let methodEnd = endOfMethod(before: text)
    type(String(text[..<methodEnd]))
    let effects = takeKnownMethod()
    guard methodEnd < text.endIndex else { return effects }
    type(String(text[methodEnd...]))
    return effects + takeKnownMethod()
  }

  /// Types the characters. The request is examined once for all of them.
  private mutating func type(_ text: String) {
    editing?.type(text)
    takeEdit()
  }

  /// The maximum number of characters in which the end of a typed method is searched.
  private static let longestBeginning = 100

  /// Returns the index after the character that makes the URL a request line, or the end if none
  /// does.
  private func endOfMethod(before text: String) -> String.Index {
    guard cursor == .url, var typed = editing else { return text.endIndex }
    for index in text.indices {
      typed.type(String(text[index]))
      guard typed.count <= Self.longestBeginning else { break }
      if RequestLine(typed.text) != nil { return text.index(after: index) }
    }
    return text.endIndex
  }

  /// Returns the request for a pasted URL, or for a method and a URL, while no field is typed.
  private static func draft(pasted text: String) -> Draft? {
    let words = text.split(whereSeparator: \.isWhitespace)
    if let line = RequestLine(text) { return Draft(method: line.method, url: line.url) }
    guard words.count == 1, ["http://", "https://"].contains(where: { words[0].begins(with: $0) })
    else { return nil }
    return Draft(url: String(words[0]))
  }

  /// Returns a notice that no field takes the text. A single letter is a key without a command and
  /// gives no notice.
  static func refuse(pasted text: String) -> [Effect] {
    guard text.count > 1 else { return [] }
    return [
      .notify(
        Notice(
          .info, "The paste was not used.", why: "No text field is open.",
          whatToDo: "Edit a field, then paste."))
    ]
  }

  /// Does the same as `takeMethod` while a URL is typed, unless the method needs a question.
  private mutating func takeKnownMethod() -> [Effect] {
    guard cursor == .url, let line = RequestLine(draft.url),
      methods.question(before: line.method, replaces: draft.method) == nil
    else { return [] }
    return takeMethod()
  }

  /// Moves the method out of the URL if the URL is a request line such as `POST https://…`.
  private mutating func takeMethod() -> [Effect] {
    guard cursor == .url, let line = RequestLine(draft.url) else { return [] }
    replace(line.url, in: .url)
    return setMethod(line.method)
  }

  private mutating func importCurl() -> [Effect]? {
    guard cursor == .url, CurlCommand.isCurl(draft.url) else { return nil }
    return take(curl: draft.url)
  }

  private mutating func take(curl line: String) -> [Effect] {
    do {
      let command = try CurlCommand.parse(line)
      if cursor == .url, CurlCommand.isCurl(draft.url) { replace("", in: .url) }
      let opened = Effect.compose(.restored(command.draft, base: nil))
      guard !command.dropped.isEmpty else {
        return [opened, .notify(Notice(.info, "The curl line became a request."))]
      }
      let options = command.dropped.map { "\($0.option) (\($0.why))" }.joined(separator: ", ")
      return [
        opened,
        .notify(Notice(.warning, "The curl line became a request.", why: "Left out: \(options).")),
      ]
    } catch {
      return [.notify(Notice(.error, error.what, why: error.why, whatToDo: error.whatToDo))]
    }
  }

  // MARK: Completing

  /// The rest of the first word that begins with the text before the cursor, or nil.
  package var completion: String? {
    guard let editing, editing.selection == nil, editing.isAtLineEnd, !hidesText(of: cursor) else {
      return nil
    }
    let before = editing.textBeforeCursor
    if let rest = WordCompletion.template(after: before, in: environment) { return rest }
    if let path = path(at: cursor), let rest = folders.completion(of: path) { return rest }
    guard case .cell(.headers, let row, let column) = cursor, !before.isEmpty else { return nil }
    let words =
      column == .name
      ? HeaderCompletion.names
      : HeaderCompletion.values(of: draft.text(of: .cell(.headers, row: row, .name)))
    return WordCompletion(words: words).rest(after: before)
  }

  /// Inserts the completion. Returns false if there is none.
  private mutating func complete() -> Bool {
    guard let completion else { return false }
    insert(completion)
    return true
  }

  /// Requests the listing of the folder in the typed path, once.
  mutating func listsFolder() -> [Effect] {
    guard let path = path(at: cursor), isTyping || !path.isEmpty else { return [] }
    return folders.list(folderOf: path)
  }

  /// Returns the path in a field, or nil for a field of another kind. The text of such a field is
  /// not read, because a body may be long.
  private func path(at field: ComposerField) -> String? {
    switch field {
    case .bodyPath, .option(.socket), .option(.authorities), .option(.certificate), .option(.key):
      break
    case .cell(.parts, _, .value): break
    case .form(let id): guard form?.row(id)?.kind == .file else { return nil }
    default: return nil
    }
    let text = isTyping && cursor == field ? editing?.text ?? "" : self.text(of: field)
    guard text.utf8.count < 4096, !text.contains("{{") else { return nil }
    guard case .cell = field else { return text }
    return text.begins(with: "@") ? String(text.dropping(bytes: 1)) : nil
  }
}

/// A method and a URL in one line, as in documents and logs: `POST https://a.example/x`.
struct RequestLine: Equatable {
  let method: String
  let url: String

  /// Parses a request line. Returns nil for any other text, such as a URL alone. Only an HTTP
  /// version may follow the URL, as in a raw request line.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count == 2 || words.count == 3 && words[2].begins(with: "HTTP/"),
      words[0].allSatisfy({ $0.isASCII && $0.isUppercase || $0 == "-" }),
      HTTPToken.isToken(words[0]), Self.isURL(words[1])
    else { return nil }
    (method, url) = (words[0], words[1])
  }

  private static func isURL(_ word: String) -> Bool {
    ["http://", "https://", "{{", "/", "@", ":"].contains { word.begins(with: $0) }
      || word.contains(byte: ".") || word.begins(with: "localhost")
  }
}
