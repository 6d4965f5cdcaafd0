import ClientModel

/// The key of a security scheme, with its name and location in the request.
struct SentKey: Hashable {
  enum Location: String, Hashable {
    case query, header, cookie
    /// A form field or a part of a multipart body.
    case form
  }

  let name: String
  let place: Location
}

extension EndpointForm {
  /// Returns the key of a scheme, or nil if the scheme has no key.
  ///
  /// The location of a key with `x-weir-in: form` depends on the media type: it is a field of a
  /// form body, and outside any other body.
  func key(of scheme: SecurityScheme) -> SentKey? {
    switch scheme {
    case .key(let name, let place): return SentKey(name: name, place: place.ofKey)
    case .formKey(let name, let place):
      return SentKey(name: name, place: sendsForm ? .form : place.ofKey)
    case .http, .other: return nil
    }
  }

  /// The keys of the selected schemes with their fields.
  var keys: [(id: FieldID, key: SentKey)] {
    SecurityChoice(form: self).schemes.compactMap { name, scheme in
      key(of: scheme).map { (.credential(name, .key), $0) }
    }
  }

  private var sendsForm: Bool {
    switch unmapped.body {
    case .none, .form, .multipart: break
    // The draft's unmapped body is sent instead of a form body.
    case .json, .text, .file, .bytes, .graphQL: return false
    }
    guard let body = chosenBody else { return false }
    switch FormBodyKind(body, catalog) {
    case .form, .multipart: return true
    case .json, .text, .file: return false
    }
  }
}

extension Parameter.Location {
  /// The location of a key. OpenAPI does not allow a key in the path.
  fileprivate var ofKey: SentKey.Location {
    switch self {
    case .query, .path: .query
    case .header: .header
    case .cookie: .cookie
    }
  }
}

extension DraftBody {
  /// Inserts a key as the first field of a form. The body must be a form or empty.
  ///
  /// - Parameter kind: The kind of form to create if there is no body.
  mutating func addKey(_ field: DraftField, _ kind: FormBodyKind) {
    let part = DraftPart(name: field.name, value: field.value, mark: field.mark)
    switch self {
    case .form(let fields): self = .form([field] + fields)
    case .multipart(let parts): self = .multipart([part] + parts)
    case .none: self = kind == .form ? .form([field]) : .multipart([part])
    case .json, .text, .file, .bytes, .graphQL:
      preconditionFailure("The body is not a form.")
    }
  }

  /// Removes a key from a form and returns it, or returns nil if the form does not have it.
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
    case .none, .json, .text, .file, .bytes, .graphQL: return nil
    }
  }
}
