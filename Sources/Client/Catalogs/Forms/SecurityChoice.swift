import ClientModel

/// The security alternatives of an endpoint, and the selected one.
struct SecurityChoice {
  let form: EndpointForm

  /// The index of the selected alternative or, if none is selected, of the first one with a value,
  /// or 0. Nil if the endpoint has no alternatives.
  var chosen: Int? {
    guard !form.endpoint.security.isEmpty else { return nil }
    if case .text(let label) = form.inputs[.security],
      let index = form.endpoint.security.firstIndex(where: { Self.label($0) == label })
    {
      return index
    }
    let given = form.endpoint.security.firstIndex { schemes in
      !schemes.isEmpty && schemes.allSatisfy { !credentials($0).isEmpty }
    }
    let begun = form.endpoint.security.firstIndex { schemes in
      schemes.contains { !credentials($0).isEmpty }
    }
    return given ?? begun ?? 0
  }

  /// The name of the selected alternative, or nil if the endpoint has no alternatives.
  var label: String? { chosen.map { Self.label(form.endpoint.security[$0]) } }

  static func label(_ schemes: [String]) -> String {
    schemes.isEmpty ? "none" : schemes.joined(separator: " + ")
  }

  /// Returns a scheme's credential fields that have a value.
  private func credentials(_ scheme: String) -> [FormField] {
    fields(ofScheme: scheme).filter { form.inputs[$0.id] != nil }
  }

  var fields: [FormField] {
    guard let chosen else { return [] }
    var found: [FormField] = []
    if form.endpoint.security.count > 1 {
      var field = form.field(.security, "security", Schema(.text))
      field.kind = .choice(form.endpoint.security.map { FieldOption(Self.label($0)) })
      found.append(field)
    }
    return found + form.endpoint.security[chosen].flatMap { fields(ofScheme: $0) }
  }

  /// Returns the fields of a scheme. They are optional, because the gateway may supply the
  /// credentials.
  private func fields(ofScheme name: String) -> [FormField] {
    func text(
      _ part: CredentialPart, _ label: String, _ secrecy: AuthScheme.Field.Secrecy,
      _ summary: String
    ) -> FormField {
      var field = form.field(.credential(name, part), label, Schema(.text))
      field.isSecret = secrecy == .secret
      field.setting = .text
      field.summary = summary
      return field
    }
    let scheme = form.catalog.securitySchemes[name]
    if let key = scheme.flatMap({ form.key(of: $0) }) {
      return [
        text(
          .key, key.name, .secret,
          "Sent in the \(key.place.rawValue). Preferably a reference such as env:NAME.")
      ]
    }
    switch scheme {
    case .http(let scheme):
      return scheme.fields.map { field in
        let advice = field.secrecy == .secret ? ", preferably a reference such as env:NAME" : ""
        return text(
          .field(field.name), field.name, field.secrecy, "\(name): a \(field.text)\(advice).")
      }
    case .other(let words):
      return AuthScheme.bearer.fields.map { field in
        text(
          .field(field.name), field.name, field.secrecy,
          "\(words). A \(field.text) may be given.")
      }
    case .key, .formKey, nil: return []
    }
  }

  /// The schemes of the selected alternative, which are used together.
  var schemes: [(name: String, scheme: SecurityScheme)] {
    guard let chosen else { return [] }
    return form.endpoint.security[chosen].compactMap { name in
      form.catalog.securitySchemes[name].map { (name, $0) }
    }
  }

  /// The labels of the alternatives with the names of their credentials.
  var alternatives: [(label: String, names: [String])] {
    form.endpoint.security.map { schemes in
      var form = self.form
      form.inputs[.security] = .text(Self.label(schemes))
      let fields = form.fields(in: .security).filter { $0.id != .security }
      let names = form.fieldNames
      return (Self.label(schemes), fields.map { names.name(of: $0.id) ?? $0.name })
    }
  }

  func alternative(named name: String) -> [String]? {
    if let same = form.endpoint.security.first(where: { Self.label($0) == name }) { return same }
    let wanted = Set(name.pieces(at: "+").map { String($0.trimmed(of: " \t")) })
    if let same = form.endpoint.security.first(where: { Set($0) == wanted }) { return same }
    let holding = form.endpoint.security.filter { wanted.isSubset(of: $0) }
    return holding.count == 1 ? holding[0] : nil
  }
}

extension SecurityScheme {
  /// The scheme with its credential fields, or nil for a key, which is a field of the request.
  var authorization: AuthScheme? {
    switch self {
    case .key, .formKey: nil
    case .http(let scheme): scheme
    case .other: .bearer
    }
  }
}
