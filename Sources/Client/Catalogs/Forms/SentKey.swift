import ClientModel

/// A key of a security scheme, as the form's request sends it.
struct SentKey: Hashable {
  enum Location: String, Hashable {
    case query, header, cookie
    /// A field or a part of the body.
    case form
  }

  let name: String
  let place: Location
}

extension EndpointForm {
  /// Returns the key of a scheme and its place, or nil for a scheme without a key.
  ///
  /// The place depends on the selected media type: the same key is a field of a form, but is sent
  /// outside any other body.
  func key(of scheme: SecurityScheme) -> SentKey? {
    switch scheme {
    case .key(let name, let place): return SentKey(name: name, place: place.ofKey)
    case .formKey(let name, let place):
      return SentKey(name: name, place: sendsForm ? .form : place.ofKey)
    case .http, .other: return nil
    }
  }

  /// The keys of the selected schemes, each with its field.
  var keys: [(id: FieldID, key: SentKey)] {
    SecurityChoice(form: self).schemes.compactMap { name, scheme in
      key(of: scheme).map { (.credential(name, .key), $0) }
    }
  }

  private var sendsForm: Bool {
    switch unmapped.body {
    case .none, .form, .multipart: break
    // An unmapped body of the draft is sent instead of the form.
    case .json, .text, .file, .bytes: return false
    }
    guard let body = chosenBody else { return false }
    switch FormBodyKind(body, catalog) {
    case .form, .multipart: return true
    case .json, .text, .file: return false
    }
  }
}

extension Parameter.Location {
  /// The place of a key. In OpenAPI, a key is never in the path.
  fileprivate var ofKey: SentKey.Location {
    switch self {
    case .query, .path: .query
    case .header: .header
    case .cookie: .cookie
    }
  }
}

extension DraftBody {
  /// Adds a key before the fields of a form. The body must be a form or empty.
  ///
  /// - Parameter kind: The kind of form that is created if there is no body yet.
  mutating func addKey(_ field: DraftField, _ kind: FormBodyKind) {
    let part = DraftPart(name: field.name, value: field.value, mark: field.mark)
    switch self {
    case .form(let fields): self = .form([field] + fields)
    case .multipart(let parts): self = .multipart([part] + parts)
    case .none: self = kind == .form ? .form([field]) : .multipart([part])
    case .json, .text, .file, .bytes: preconditionFailure("The body is not a form.")
    }
  }

  /// Removes a key from a form and returns it, or returns nil if there is none.
  mutating func takeKey(_ name: String) -> DraftField? {
    switch self {
    case .form(var fields):
      guard let index = fields.firstIndex(where: { $0.name == name && $0.mark != .off }) else {
        return nil
      }
      let field = fields.remove(at: index)
      self = fields.isEmpty ? .none : .form(fields)
      return field
    case .multipart(var parts):
      guard
        let index = parts.firstIndex(where: {
          $0.name == name && $0.path == nil && $0.mark != .off
        })
      else { return nil }
      let part = parts.remove(at: index)
      self = parts.isEmpty ? .none : .multipart(parts)
      return DraftField(part.name, part.value, mark: part.mark)
    case .none, .json, .text, .file, .bytes: return nil
    }
  }
}
