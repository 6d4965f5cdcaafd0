import ClientModel

/// A reader that fills a form from the credentials of a draft.
struct CredentialReader {
  private(set) var form: EndpointForm

  init(_ form: EndpointForm) { self.form = form }

  /// Moves the credentials of the selected alternative into the form. If no alternative is
  /// selected, selects the alternative with the most credentials in the draft.
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
    if best.index > 0 || chosen != nil {
      form.inputs[.security] = .text(SecurityChoice.label(schemes))
    }
    for name in schemes {
      guard let scheme = form.catalog.securitySchemes[name] else { continue }
      let id = FieldID.credential(name, .key)
      if let key = form.key(of: scheme) {
        switch key.place {
        case .cookie:
          if let index = cookies.firstIndex(where: { $0.name == key.name }) {
            form.inputs[id] = .text(cookies.remove(at: index).value)
          }
        case .query: take(id, query.firstIndex { isKey($0, key.name) }.map { query.remove(at: $0) })
        case .header:
          take(id, headers.firstIndex { $0.isHeader(key.name) }.map { headers.remove(at: $0) })
        case .form: take(id, form.unmapped.body.takeKey(key.name))
        }
      } else if let authorization, authorization.scheme == scheme.authorization {
        for (field, value) in authorization.fields {
          form.inputs[.credential(name, .field(field.name))] = .text(value)
        }
        form.unmapped.authorization = nil
      }
    }
  }

  private mutating func take(_ id: FieldID, _ field: DraftField?) {
    guard let field else { return }
    form.inputs[id] = .text(field.value)
    if field.mark != .secret { form.marks[id] = field.mark }
  }

  private func isKey(_ field: DraftField, _ name: String) -> Bool {
    field.name == name && field.mark != .off && field.mark != .encoded
  }

  private func isThere(
    _ name: String, _ authorization: DraftAuthorization?, _ query: [DraftField],
    _ headers: [DraftField], _ cookies: [DraftField]
  ) -> Bool {
    guard let scheme = form.catalog.securitySchemes[name] else { return false }
    guard let key = form.key(of: scheme) else {
      return authorization.map { $0.scheme == scheme.authorization } ?? false
    }
    switch key.place {
    case .query: return query.contains { isKey($0, key.name) }
    case .header: return headers.contains { $0.isHeader(key.name) }
    case .cookie: return cookies.contains { $0.name == key.name }
    case .form:
      var body = form.unmapped.body
      return body.takeKey(key.name) != nil
    }
  }
}
