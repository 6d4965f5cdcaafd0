package import ClientModel

extension JobRequests {
  /// Returns a draft for editing the job's request, and the templates that replace secrets.
  ///
  /// The draft is the one that the user typed, or else is made from the prepared request. It names
  /// the job's gateway, because another workspace may have another default. It has a new
  /// idempotency key, because the server would treat the edited request as a repetition.
  package func edited() -> (draft: Draft, openTemplates: [String]) {
    let content = draft == nil ? RequestDraft(of: request) : nil
    var edited = draft ?? content?.draft ?? Draft()
    edited.removeName()
    edited.gateway = edited.gateway ?? request.gateway?.name ?? Gateways.noneWord
    if request.idempotencyKey != nil {
      edited.headers.removeAll { $0.name.caseInsensitiveEquals("Idempotency-Key") }
      edited.idempotencyKey = ""
    }
    return (edited, content?.openTemplates ?? [])
  }
}

/// A draft made from a prepared request, for a job without a draft.
///
/// URL, headers and body are text, and the draft has no endpoint. Preparing the unchanged draft
/// results in the same request. References stay references. A typed secret is kept only in a field
/// that is sealed again. Anywhere else, a template replaces the secret.
struct RequestDraft {
  private(set) var draft = Draft()
  /// The templates that replace secrets. They have no value yet.
  private(set) var openTemplates: [String] = []

  private let request: PreparedRequest

  init(of request: PreparedRequest) {
    self.request = request
    draft.method = Template.literal(request.method.rawValue)
    draft.outcome = request.outcome
    draft.paging = request.paging
    draft.filter = request.filter
    draft.options = request.options
    draft.assertions = request.assertions.map { Template.literal($0.text) }
    takeURL()
    takeHeaders()
    takeBody()
    takeCredentials()
    takeRemoteRule()
  }

  // MARK: URL

  private mutating func takeURL() {
    let start = RequestURL.pathStart(of: request.url)
    let mark = request.url[start...].firstIndex(ofByte: "?")
    let path = request.url[start..<(mark ?? request.url.endIndex)]
    let address = String(request.url[..<start] + path)
    draft.pathVariables = PathText.variables(in: Array(path.utf8))
    let query = mark.map { String(request.url.rest(after: $0)) }
    if let query, let fields = Self.fields(of: query) {
      draft.url = Template.literal(address)
      draft.query = fields
    } else {
      draft.url = Template.literal(query.map { "\(address)?\($0)" } ?? address)
    }
    let secret = request.secretQuery.map { field($0.name, $0.value) }
    let open = draft.query
    draft.query = request.queryOrder(besides: open.count).map { field in
      switch field {
      case .open(let index): open[index]
      case .secret(let index): secret[index]
      }
    }
  }

  /// Splits a query into fields. Returns nil if the fields would not encode to the same query.
  private static func fields(of query: String) -> [DraftField]? {
    var fields: [DraftField] = []
    for piece in query.pieces(at: "&") {
      guard let (name, value) = piece.cut(at: "="), let decoded = PercentEncoding.decode(name),
        PercentEncoding.encode(decoded) == name
      else { return nil }
      let text = PercentEncoding.decode(value)
      if let text, PercentEncoding.encode(text) == value {
        fields.append(Self.field(decoded, text))
      } else if PercentEncoding.completeEncoding(value, in: .query) == value {
        fields.append(
          DraftField(Template.literal(decoded), Template.literal(String(value)), mark: .encoded))
      } else {
        return nil
      }
    }
    return fields
  }

  // MARK: Headers

  private mutating func takeHeaders() {
    for header in request.headers {
      if header.value.isEmpty, DraftReading.comesByItself(header.name) {
        draft.removedHeaders.append(header.name)
      } else {
        draft.headers.append(self.header(header))
      }
    }
  }

  private mutating func header(_ header: HeaderField) -> DraftField {
    // The scheme before a reference or a secret stays plain text.
    if case .plain(let word)? = header.value.parts.first, header.value.parts.count == 2,
      AuthenticationScheme(of: word + "x", in: header.name) != nil,
      let rest = text(of: header.value.parts[1])
    {
      return DraftField(header.name, Template.literal(word) + rest)
    }
    return field(header.name, header.value)
  }

  // MARK: Body

  private mutating func takeBody() {
    switch request.body {
    case .none: draft.body = .none
    case .bytes(let bytes): draft.body = .bytes(bytes, mediaType: takeMediaType())
    case .file(let file):
      draft.body = .file(path: Template.literal(file.path), mediaType: takeMediaType())
    case .multipart(_, let parts): draft.body = .multipart(parts.map { part($0) })
    case .text(let text):
      let mediaType = takeMediaType()
      draft.body = .text(bodyText(text, mediaType), mediaType: mediaType)
    }
  }

  /// Removes the only `Content-Type` header and returns its value.
  ///
  /// Returns an empty text if there are several or none, or if the value is secret. With an empty
  /// text, the preparation adds no `Content-Type`.
  private mutating func takeMediaType() -> String {
    let isType = { (name: String) in name.caseInsensitiveEquals("Content-Type") }
    let types = draft.headers.indices.filter { isType(draft.headers[$0].name) }
    guard types.count == 1, draft.headers[types[0]].mark != .secret,
      !draft.removedHeaders.contains(where: isType)
    else { return "" }
    return draft.headers.remove(at: types[0]).value
  }

  /// Returns the text of a body. A secret is in clear text if sealing the text again finds it.
  /// Any other secret becomes a template.
  private mutating func bodyText(_ text: SensitiveText, _ mediaType: String) -> String {
    let clear = text.inClear
    let again = request.credentialNames.sealing(.text(SensitiveText(clear)), mediaType: mediaType)
    if text.references.isEmpty, again == .text(text) { return Template.literal(clear) }
    return text.parts.map { part in
      if case .plain(let text) = part { Template.literal(text) } else { openTemplate() }
    }.joined()
  }

  private mutating func part(_ part: MultipartPart) -> DraftPart {
    var made = DraftPart(
      name: Template.literal(part.name), fileName: part.fileName.map(Template.literal),
      mediaType: part.mediaType.map(Template.literal))
    switch part.content {
    case .file(let file): made.path = Template.literal(file.path)
    case .text(let text):
      let field = field(part.name, text)
      (made.value, made.mark) = (field.value, field.mark)
    }
    return made
  }

  // MARK: Credentials

  private mutating func takeCredentials() {
    // The gateway fills its credentials again, so that it can renew them.
    guard request.gateway?.outcome?.refresh == nil else { return }
    // A header by the user takes precedence over the user name in the URL.
    let hasHeader = request.headers.contains { $0.name.caseInsensitiveEquals("Authorization") }
    guard !hasHeader else { return }
    draft.authorization = request.credentials?.map { _, value in
      value.parts.map { text(of: $0) ?? openTemplate() }.joined()
    }
  }

  private mutating func takeRemoteRule() {
    guard let remote = request.remote else { return }
    var rule = remote.rule
    rule.query = remote.query.map { field($0.name, $0.value) }
    draft.remote = rule
  }

  /// Creates a field with a plain value. The field is marked as literal if the value looks like a
  /// reference.
  private static func field(_ name: String, _ value: String) -> DraftField {
    DraftField(
      Template.literal(name), Template.literal(value),
      mark: SecretReference(value) == nil ? .plain : .literal)
  }

  // MARK: Secrets

  private mutating func field(_ name: String, _ value: SensitiveText) -> DraftField {
    if let plain = value.plain { return Self.field(name, plain) }
    let name = Template.literal(name)
    guard value.parts.count == 1, let text = text(of: value.parts[0]) else {
      let text = value.parts.map { part in
        switch part {
        case .plain(let text): Template.literal(text)
        case .literal(let secret, _): Template.literal(secret.reveal())
        case .reference: openTemplate()
        }
      }.joined()
      return DraftField(name, text, mark: .secret)
    }
    return DraftField(name, text, mark: .secret)
  }

  /// Returns the text of a part. Returns nil for a secret that looks like a reference.
  private func text(of part: SensitiveText.Part) -> String? {
    switch part {
    case .plain(let text): Template.literal(text)
    case .literal(let secret, _):
      SecretReference(secret.reveal()) == nil ? Template.literal(secret.reveal()) : nil
    case .reference(let reference, _): reference.description
    }
  }

  private mutating func openTemplate() -> String {
    openTemplates.append("secret-\(openTemplates.count + 1)")
    return "{{secret-\(openTemplates.count)}}"
  }
}
