import ClientModel

extension EndpointForm {
  /// Takes the credentials out of a draft that the endpoint asks for: those of the alternative that was
  /// chosen, else of the one of which most are there.
  mutating func readSecurity(
    _ draft: Draft, _ query: inout [DraftField], _ headers: inout [DraftField],
    _ cookies: inout [DraftField]
  ) {
    let authorization = draft.authorization
    unmapped.authorization = authorization
    let chosen = draft.endpointChoice.security.flatMap { label in
      endpoint.security.firstIndex { Self.label($0) == label }
    }
    var best: (index: Int, count: Int)? = chosen.map { ($0, Int.max) }
    for (index, schemes) in endpoint.security.enumerated() {
      let count = schemes.count { name in
        isThere(name, authorization, query, headers, cookies)
      }
      if count > best?.count ?? 0 { best = (index, count) }
    }
    guard let best else { return }
    let schemes = endpoint.security[best.index]
    if endpoint.security.count > 1 { answers[.security] = .text(Self.label(schemes)) }
    for name in schemes {
      guard let scheme = catalog.securitySchemes[name] else { continue }
      let id = FieldID.credential(name, .key)
      switch (scheme, authorization) {
      case (.key(let key, .query), _): take(id, key, &query)
      case (.key(let key, .cookie), _):
        if let index = cookies.firstIndex(where: { $0.name == key }) {
          answers[id] = .text(cookies.remove(at: index).value)
        }
      case (.key(let key, .header), _):
        guard let index = headers.firstIndex(where: { Self.isHeader($0, key) }) else { continue }
        let field = headers.remove(at: index)
        answers[id] = .text(field.value)
        if field.mark != .secret { marks[id] = field.mark }
      case (_, let authorization?) where authorization.scheme == scheme.authorization:
        for (field, value) in authorization.fields {
          answers[.credential(name, .field(field.name))] = .text(value)
        }
        unmapped.authorization = nil
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
    answers[id] = .text(field.value)
    if field.mark != .secret { marks[id] = field.mark }
  }

  private func isThere(
    _ name: String, _ authorization: DraftAuthorization?, _ query: [DraftField],
    _ headers: [DraftField], _ cookies: [DraftField]
  ) -> Bool {
    switch (catalog.securitySchemes[name], authorization) {
    case (.key(let key, let place), _):
      switch place {
      case .query, .path:
        return query.contains { $0.name == key && $0.mark != .off && $0.mark != .encoded }
      case .header: return headers.contains { Self.isHeader($0, key) }
      case .cookie: return cookies.contains { $0.name == key }
      }
    case (let scheme?, let authorization?): return authorization.scheme == scheme.authorization
    default: return false
    }
  }
}
