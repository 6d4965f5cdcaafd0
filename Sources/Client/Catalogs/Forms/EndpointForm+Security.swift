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
    func text(_ part: CredentialPart, _ label: String, _ summary: String) -> FormField {
      var field = field(.credential(name, part), label, Schema(.text))
      field.isSecret = part != .user
      field.setting = .text
      field.summary = summary
      return field
    }
    switch catalog.securitySchemes[name] {
    case .key(let key, let place):
      return [text(.key, key, "Sent in the \(place.rawValue). Best a reference such as env:NAME.")]
    case .basic, .digest:
      return [
        text(.user, "user", "\(name): a user name."),
        text(.password, "password", "\(name): best a reference such as env:NAME."),
      ]
    case .bearer:
      return [text(.token, "token", "\(name): a bearer token, best a reference such as env:NAME.")]
    case .other(let words): return [text(.token, "token", "\(words). A bearer token may be given.")]
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
      case .basic:
        guard let pair = pair(name), draft.authorization == .none else { continue }
        draft.authorization = .basic(user: pair.user, password: pair.password)
      case .digest:
        guard let pair = pair(name), draft.authorization == .none else { continue }
        draft.authorization = .digest(user: pair.user, password: pair.password)
      case .bearer, .other:
        guard let token = credential(name, .token), draft.authorization == .none else { continue }
        draft.authorization = .bearer(token)
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

  private func pair(_ scheme: String) -> (user: String, password: String)? {
    let user = credential(scheme, .user)
    let password = credential(scheme, .password)
    return user == nil && password == nil ? nil : (user ?? "", password ?? "")
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
