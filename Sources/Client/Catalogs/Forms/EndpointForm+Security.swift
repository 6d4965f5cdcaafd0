import ClientModel

/// Which credentials an endpoint asks for, and where they go in a draft.
extension EndpointForm {
  /// The place of the alternative that was chosen, else of the first one given, else 0.
  var chosenSecurity: Int? {
    guard !endpoint.security.isEmpty else { return nil }
    if case .text(let label) = answers[.security],
      let index = endpoint.security.firstIndex(where: { Self.label($0) == label })
    {
      return index
    }
    let given = endpoint.security.firstIndex { schemes in
      !schemes.isEmpty && schemes.allSatisfy { !credentials($0).isEmpty }
    }
    let begun = endpoint.security.firstIndex { schemes in
      schemes.contains { !credentials($0).isEmpty }
    }
    return given ?? begun ?? 0
  }

  static func label(_ schemes: [String]) -> String {
    schemes.isEmpty ? "none" : schemes.joined(separator: " + ")
  }

  /// The credential fields of a scheme that hold something.
  private func credentials(_ scheme: String) -> [FormField] {
    fields(ofScheme: scheme).filter { answers[$0.id] != nil }
  }

  var securityFields: [FormField] {
    guard let chosen = chosenSecurity else { return [] }
    var fields: [FormField] = []
    if endpoint.security.count > 1 {
      var field = field(.security, "security", Schema(.text))
      field.kind = .choice(endpoint.security.map { FieldOption(Self.label($0)) })
      fields.append(field)
    }
    return fields + endpoint.security[chosen].flatMap(fields(ofScheme:))
  }

  /// Never required: the gateway may bring what is left open.
  private func fields(ofScheme name: String) -> [FormField] {
    func text(
      _ part: CredentialPart, _ label: String, _ secrecy: AuthScheme.Field.Secrecy,
      _ summary: String
    ) -> FormField {
      var field = field(.credential(name, part), label, Schema(.text))
      field.isSecret = secrecy == .secret
      field.setting = .text
      field.summary = summary
      return field
    }
    switch catalog.securitySchemes[name] {
    case .key(let key, let place):
      return [
        text(
          .key, key, .secret, "Sent in the \(place.rawValue). Best a reference such as env:NAME.")
      ]
    case .http(let scheme):
      return scheme.fields.map { field in
        let advice = field.secrecy == .secret ? ", best a reference such as env:NAME" : ""
        return text(
          .field(field.name), field.name, field.secrecy, "\(name): a \(field.words)\(advice).")
      }
    case .other(let words):
      return AuthScheme.bearer.fields.map { field in
        text(
          .field(field.name), field.name, field.secrecy,
          "\(words). A \(field.words) may be given.")
      }
    case nil: return []
    }
  }

  /// The schemes that the chosen alternative needs together.
  var chosenSchemes: [(name: String, scheme: SecurityScheme)] {
    guard let chosen = chosenSecurity else { return [] }
    return endpoint.security[chosen].compactMap { name in
      catalog.securitySchemes[name].map { (name, $0) }
    }
  }

  func credential(_ scheme: String, _ part: CredentialPart) -> String? {
    guard case .text(let text) = answers[.credential(scheme, part)] else { return nil }
    return text
  }

  /// Writes the given credentials into a draft.
  func addCredentials(to draft: inout Draft) {
    var cookies: [String] = []
    for (name, scheme) in chosenSchemes {
      switch scheme {
      case .key(let key, let place):
        guard let text = credential(name, .key) else { continue }
        let field = DraftField(key, text, mark: marks[.credential(name, .key)] ?? .secret)
        switch place {
        case .header: draft.headers.append(field)
        case .cookie: cookies.append("\(key)=\(text)")
        case .query, .path: draft.query.append(field)
        }
      case .http, .other:
        guard let kind = scheme.authorization, draft.authorization == nil else { continue }
        let given = kind.fields.map { credential(name, .field($0.name)) }
        guard given.contains(where: { $0 != nil }) else { continue }
        draft.authorization = DraftAuthorization(kind) { field in
          credential(name, .field(field.name)) ?? ""
        }
      }
    }
    guard !cookies.isEmpty else { return }
    draft.addCookies(cookies)
    // Only in a header that is marked so are references of single cookies looked up.
    let holdsReference = cookies.contains { cookie in
      SecretReference(cookie.cut(at: "=")?.after ?? "") != nil
    }
    let index = draft.headers.firstIndex { Self.isHeader($0, "Cookie") }
    if holdsReference, let index { draft.headers[index].mark = .secret }
  }
}

extension SecurityScheme {
  /// The scheme whose fields are asked for; nil for a key, which is a field of the request itself.
  var authorization: AuthScheme? {
    switch self {
    case .key: nil
    case .http(let scheme): scheme
    case .other: .bearer
    }
  }
}

extension Draft {
  /// Adds to the one Cookie header that a request has. Source: RFC 6265, section 5.4.
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
