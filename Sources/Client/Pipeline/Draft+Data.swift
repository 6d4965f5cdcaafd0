import ClientDocuments
package import ClientModel

extension Draft {
  /// Returns the draft with its data templates replaced by values. Data is the columns of a row or
  /// the inputs of a step. Templates with unknown names remain.
  ///
  /// - Parameter data: The values by name. A nil value is unknown, for example because it is
  ///   secret.
  /// - Returns: Nil if the draft uses an unknown value, or if data would choose the server or would
  ///   be resolved as a reference.
  package func filled(with data: [String: String?]) -> Draft? {
    var filling = DataFilling(data: data)
    let filled = filling.draft(self)
    return filling.isFaithful ? filled : nil
  }

  /// Returns the draft filled with the values of a row, which is a JSON object. Masked values are
  /// unknown. Returns nil in the same cases as `filled(with:)`.
  package func filled(withRow object: [UInt8]) -> Draft? {
    guard let row = JSONMembers(String(decoding: object, as: UTF8.self)) else { return nil }
    let values = row.keys.map { key in
      (key, row.scalar(key).flatMap { $0 == Secret.mask ? nil : $0 })
    }
    return filled(with: Dictionary(values) { _, last in last })
  }
}

/// The state while a draft is filled with data. Each value is escaped for its position, for example
/// within JSON.
private struct DataFilling {
  let data: [String: String?]
  private(set) var isFaithful = true

  init(data: [String: String?]) { self.data = data }

  mutating func draft(_ typed: Draft) -> Draft {
    var draft = typed
    draft.method = text(typed.method)
    draft.url = url(typed.url)
    draft.pathVariables = fields(typed.pathVariables)
    draft.query = fields(typed.query)
    draft.headers = fields(typed.headers)
    draft.body = body(typed.body)
    draft.authorization = typed.authorization?.map { _, text in value(text, .plain) }
    draft.assertions = typed.assertions.map { text($0) }
    draft.remote?.query = fields(typed.remote?.query ?? [])
    return draft
  }

  /// Fills a URL from the start of the path. Data before the path would choose the server.
  private mutating func url(_ typed: String) -> String {
    var before = ""
    return fill(typed) {
      before += $0
    } write: { value in
      let hasPath = RequestURL.pathStart(of: before) < before.endIndex
      return hasPath ? PercentEncoding.encodeData(value) : nil
    }
  }

  private mutating func fields(_ typed: [DraftField]) -> [DraftField] {
    typed.map { DraftField(text($0.name), value($0.value, $0.mark), mark: $0.mark) }
  }

  private mutating func value(_ typed: String, _ mark: DraftField.Mark) -> String {
    if mark == .encoded { return fill(typed) { PercentEncoding.encode($0) } }
    let filled = text(typed)
    let words = filled.utf8.split { " ;=".utf8.contains($0) }
    if filled != typed, mark != .literal,
      words.contains(where: { SecretReference(Substring($0)) != nil })
    {
      isFaithful = false
    }
    return filled
  }

  private mutating func body(_ typed: DraftBody) -> DraftBody {
    switch typed {
    case .none, .bytes: return typed
    case .json(let text): return .json(json(text))
    case .graphQL(let request):
      return .graphQL(
        GraphQLRequest(
          query: text(request.query), variables: json(request.variables),
          operation: text(request.operation)))
    case .text(let text, let mediaType):
      return .text(self.text(text), mediaType: self.text(mediaType))
    case .form(let fields): return .form(self.fields(fields))
    case .multipart(let parts): return .multipart(parts.map { part($0) })
    case .file(let path, let mediaType):
      return .file(path: text(path), mediaType: mediaType.map { text($0) })
    }
  }

  private mutating func json(_ typed: String) -> String {
    var quotes = QuoteTracker()
    return fill(typed) {
      quotes.read($0)
    } write: {
      quotes.isInside ? JSONText.escaped($0) : $0
    }
  }

  private mutating func part(_ typed: DraftPart) -> DraftPart {
    DraftPart(
      name: text(typed.name),
      value: typed.mark == .encoded ? text(typed.value) : value(typed.value, typed.mark),
      path: typed.path.map { text($0) }, fileName: typed.fileName.map { text($0) },
      mediaType: typed.mediaType.map { text($0) }, mark: typed.mark)
  }

  private mutating func text(_ typed: String) -> String { fill(typed) { $0 } }

  /// Fills the templates of a text.
  ///
  /// - Parameters:
  ///   - read: Receives each piece of text that is not data. A template that remains is passed as
  ///     one letter.
  ///   - write: Returns an escaped value, or nil if the value must not be used here.
  private mutating func fill(
    _ typed: String, reading read: (Substring) -> Void = { _ in }, write: (String) -> String?
  ) -> String {
    let pieces = Template.pieces(of: typed)
    guard
      pieces.contains(where: { piece in
        if case .name(let use) = piece { data[use.name] != nil } else { false }
      })
    else { return typed }
    var (filled, plain) = ("", "")
    for piece in pieces {
      switch piece {
      case .text(let text):
        plain += text
        read(text)
      case .name(let use):
        guard var value = data[use.name] else {
          filled += Template.literal(plain) + "{{\(use)}}"
          plain = ""
          read("x")
          continue
        }
        if value?.isEmpty == true { value = use.fallback ?? "" }
        if let written = value.flatMap(write) { plain += written } else { isFaithful = false }
      }
    }
    return filled + Template.literal(plain)
  }
}
