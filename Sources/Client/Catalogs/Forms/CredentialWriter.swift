import ClientModel

/// A writer that adds a form's credentials to a draft.
struct CredentialWriter {
  let form: EndpointForm

  func add(to draft: inout Draft) {
    var cookies: [String] = []
    for (id, key) in form.keys {
      guard case .text(let text) = form.inputs[id] else { continue }
      let field = DraftField(key.name, text, mark: form.marks[id] ?? .secret)
      switch key.place {
      case .header: draft.headers.append(field)
      case .cookie: cookies.append("\(key.name)=\(text)")
      case .query: draft.query.append(field)
      case .form:
        guard let body = form.chosenBody else { continue }
        draft.body.addKey(field, FormBodyKind(body, form.catalog))
      }
    }
    for (name, scheme) in form.chosenSchemes where draft.authorization == nil {
      guard let kind = scheme.authorization else { continue }
      let given = kind.fields.map { credential(name, .field($0.name)) }
      guard given.contains(where: { $0 != nil }) else { continue }
      draft.authorization = DraftAuthorization(kind) { field in
        credential(name, .field(field.name)) ?? ""
      }
    }
    guard !cookies.isEmpty else { return }
    draft.addCookies(cookies)
    // References in a Cookie header are resolved only if the header is marked as secret.
    let holdsReference = cookies.contains { cookie in
      SecretReference(cookie.cut(at: "=")?.after ?? "") != nil
    }
    let index = draft.headers.firstIndex { $0.isHeader("Cookie") }
    if holdsReference, let index { draft.headers[index].mark = .secret }
  }

  private func credential(_ scheme: String, _ part: CredentialPart) -> String? {
    guard case .text(let text) = form.inputs[.credential(scheme, part)] else { return nil }
    return text
  }
}

extension Draft {
  /// Adds cookies to the Cookie header. A request has only one. Source: RFC 6265, section 5.4.
  mutating func addCookies(_ pairs: [String]) {
    let text = pairs.joined(separator: "; ")
    if let index = headers.firstIndex(where: { $0.name.lowercased() == "cookie" && $0.mark != .off }
    ) {
      headers[index].value += "; " + text
    } else {
      headers.append(DraftField("Cookie", text))
    }
  }
}
