import ClientModel

/// Reads the credentials of a draft into a form.
struct CredentialReader {
  private(set) var form: EndpointForm

  init(_ form: EndpointForm) { self.form = form }

  /// Takes the credentials out of a draft that the endpoint asks for: those of the alternative that was
  /// chosen, else of the one of which most are there.
  mutating func read(
    _ draft: Draft, _ query: inout [DraftField], _ headers: inout [DraftField],
    _ cookies: inout [DraftField]
  ) {
    let authorization = draft.authorization
    form.unmapped.authorization = authorization
    let chosen = draft.endpointChoice.security.flatMap { label in
      form.endpoint.security.firstIndex { SecurityChoice.label($0) == label }
    }
    var best: (index: Int, count: Int)? = chosen.map { ($0, Int.max) }
    for (index, schemes) in form.endpoint.security.enumerated() {
      let count = schemes.count { name in
        isThere(name, authorization, query, headers, cookies)
      }
      if count > best?.count ?? 0 { best = (index, count) }
    }
    guard let best else { return }
    let schemes = form.endpoint.security[best.index]
    if form.endpoint.security.count > 1 {
      form.answers[.security] = .text(SecurityChoice.label(schemes))
    }
    for name in schemes {
      guard let scheme = form.catalog.securitySchemes[name] else { continue }
      let id = FieldID.credential(name, .key)
      switch (scheme, authorization) {
      case (.key(let key, .query), _): take(id, key, &query)
      case (.key(let key, .cookie), _):
        if let index = cookies.firstIndex(where: { $0.name == key }) {
          form.answers[id] = .text(cookies.remove(at: index).value)
        }
      case (.key(let key, .header), _):
        guard let index = headers.firstIndex(where: { $0.isHeader(key) }) else { continue }
        let field = headers.remove(at: index)
        form.answers[id] = .text(field.value)
        if field.mark != .secret { form.marks[id] = field.mark }
      case (_, let authorization?) where authorization.scheme == scheme.authorization:
        for (field, value) in authorization.fields {
          form.answers[.credential(name, .field(field.name))] = .text(value)
        }
        form.unmapped.authorization = nil
      default: continue
      }
    }
  }

  private mutating func take(_ id: FieldID, _ key: String, _ fields: inout [DraftField]) {
    guard
      let index = fields.firstIndex(where: {
        $0.name == key && $0.mark != .off && $0.mark != .encoded
      })
    else { return }
    let field = fields.remove(at: index)
    form.answers[id] = .text(field.value)
    if field.mark != .secret { form.marks[id] = field.mark }
  }

  private func isThere(
    _ name: String, _ authorization: DraftAuthorization?, _ query: [DraftField],
    _ headers: [DraftField], _ cookies: [DraftField]
  ) -> Bool {
    switch (form.catalog.securitySchemes[name], authorization) {
    case (.key(let key, let place), _):
      switch place {
      case .query, .path:
        return query.contains { $0.name == key && $0.mark != .off && $0.mark != .encoded }
      case .header: return headers.contains { $0.isHeader(key) }
      case .cookie: return cookies.contains { $0.name == key }
      }
    case (let scheme?, let authorization?): return authorization.scheme == scheme.authorization
    default: return false
    }
  }
}
