import ClientModel

/// Functions that select the media type of the body and the credentials.
extension EndpointForm {
  /// The reason why an option was not selected.
  package enum ChoiceRefusal: Error, Hashable, Sendable {
    /// The endpoint has no body or needs no credentials.
    case nothingOffered
    case notOffered([String])
  }

  /// Sets the media type of the body, which must be listed by the endpoint or be in a listed range.
  package mutating func chooseMediaType(_ type: String) throws(ChoiceRefusal) {
    guard !endpoint.bodies.isEmpty else { throw .nothingOffered }
    guard body(of: type) != nil else { throw .notOffered(endpoint.bodies.map(\.mediaType)) }
    set(type, for: .mediaType)
  }

  /// Selects the credentials.
  ///
  /// - Parameter name: The schemes joined by `+` in any order, or a single scheme that only one
  ///   alternative has. `none` selects no credentials.
  package mutating func chooseSecurity(_ name: String) throws(ChoiceRefusal) {
    guard !endpoint.security.isEmpty else { throw .nothingOffered }
    guard let schemes = SecurityChoice(form: self).alternative(named: name) else {
      throw .notOffered(endpoint.security.map(SecurityChoice.label))
    }
    set(SecurityChoice.label(schemes), for: .security)
  }

  // MARK: Media types

  /// The body with the selected media type, or nil if the endpoint has no body.
  var chosenBody: BodyForm? {
    if case .text(let type) = inputs[.mediaType], let body = body(of: type) { return body }
    return endpoint.bodies.first?.settled(in: catalog)
  }

  /// Returns the body for a media type, or nil if the type is not allowed.
  func body(of type: String) -> BodyForm? {
    if let same = endpoint.bodies.first(where: { $0.mediaType == type }) {
      return same.settled(in: catalog)
    }
    guard !CatalogMediaType.isRange(type) else { return nil }
    let alike = endpoint.bodies.first {
      CatalogMediaType.essence($0.mediaType) == CatalogMediaType.essence(type)
    }
    let holding = endpoint.bodies.first { CatalogMediaType.range($0.mediaType, holds: type) }
    return (alike ?? holding)?.sent(as: type)
  }

  /// The field for the media type, or nil if only one type is possible.
  var mediaTypeField: FormField? {
    let types = endpoint.bodies.map(\.mediaType)
    let ranges = types.filter { CatalogMediaType.isRange($0) }
    guard types.count > 1 || !ranges.isEmpty else { return nil }
    var field = field(.mediaType, "media type", Schema(.text))
    let usual = Self.usualTypes.filter { type in
      !types.contains(type) && ranges.contains { CatalogMediaType.range($0, holds: type) }
    }
    let options = types.map { type in
      FieldOption(
        type,
        summary: CatalogMediaType.isRange(type)
          ? "A range of types; you can also enter one of them." : "")
    }
    field.kind =
      ranges.isEmpty ? .choice(options) : .proposals(options + usual.map { FieldOption($0) })
    return field
  }

  /// The types that are proposed for a range.
  private static let usualTypes = [
    "application/json", "text/plain", "application/xml", "application/x-www-form-urlencoded",
    "application/octet-stream", "image/png", "image/jpeg",
  ]

  /// Whether the draft has an allowed body that the form has no fields for, such as a file instead
  /// of JSON.
  var takesUnmappedBody: Bool {
    switch unmapped.body {
    case .file(_, let type?), .bytes(_, let type?), .text(_, let type): body(of: type) != nil
    case .file(_, nil), .bytes(_, nil): !endpoint.bodies.isEmpty
    case .none, .json, .form, .multipart, .graphQL: false
    }
  }

  /// Sets a file as the body, even if the body has form fields.
  ///
  /// - Returns: False for a multipart body, or if there is no body.
  package mutating func giveBody(file path: String) -> Bool {
    guard let body = chosenBody, FormBodyKind(body, catalog) != .multipart else { return false }
    if FormBodyKind(body, catalog) == .file {
      clear(.body)
      inputs[.body] = .text(path)
    } else {
      unmapped.body = .file(path: path, mediaType: body.mediaType)
    }
    return true
  }

  /// Sets bytes as the body, for example from standard input.
  ///
  /// - Returns: False for a multipart body, or if there is no body.
  package mutating func giveBody(bytes: [UInt8]) -> Bool {
    guard let body = chosenBody, FormBodyKind(body, catalog) != .multipart else { return false }
    let isRange = CatalogMediaType.isRange(body.mediaType)
    unmapped.body = .bytes(bytes, mediaType: isRange ? nil : body.mediaType)
    return true
  }

  /// Returns `application/json` for a JSON object or array, and `text/plain` for any other text.
  /// Returns nil if the media type of the body is not a range, or if the range does not contain
  /// that type.
  func impliedType(ofText text: String) -> String? {
    guard let body = chosenBody, CatalogMediaType.isRange(body.mediaType) else { return nil }
    let isJSON =
      switch FormValue(json: text) {
      case .object, .list: true
      default: false
      }
    let type = isJSON ? "application/json" : "text/plain"
    return CatalogMediaType.range(body.mediaType, holds: type) ? type : nil
  }

  /// The media type to select before JSON is set, or nil if JSON is not allowed or no selection is
  /// needed.
  var impliedJSONType: String? {
    guard inputs[.mediaType] == nil, let chosen = chosenBody else { return nil }
    switch FormBodyKind(chosen, catalog) {
    case .json, .form, .multipart: return nil
    case .file, .text: break
    }
    let listed = endpoint.bodies.first { FormBodyKind($0.settled(in: catalog), catalog) == .json }
    return listed?.mediaType ?? (body(of: "application/json") == nil ? nil : "application/json")
  }
}
