import ClientModel

/// The kind of a request body.
enum FormBodyKind: Hashable {
  case json, form, multipart, file, text

  init(_ body: BodyForm, _ catalog: Catalog) {
    let type = CatalogMediaType.essence(body.mediaType)
    let isBinary = body.schema.map { catalog.schema($0).kind == .binary } ?? false
    if CatalogMediaType.isJSON(type) || type.ends(with: "/json") {
      self = .json
    } else if type == "application/x-www-form-urlencoded" {
      self = .form
    } else if type.begins(with: "multipart/") {
      self = .multipart
    } else if isBinary || CatalogMediaType.isRange(type) || type == "application/octet-stream" {
      self = .file
    } else if !CatalogMediaType.isBinary(type) || body.schema != nil {
      self = .text
    } else {
      self = .file
    }
  }
}

extension BodyForm {
  /// Returns the same body with another media type: a type in the body's range, or the same type
  /// with parameters.
  func sent(as type: String) -> BodyForm {
    BodyForm(mediaType: type, schema: schema, example: example, encodings: encodings)
  }

  /// Replaces a range of media types with the type that the schema suggests. Does not replace the
  /// range if the file name determines the type.
  func settled(in catalog: Catalog) -> BodyForm {
    guard CatalogMediaType.isRange(mediaType) else { return self }
    let range = CatalogMediaType.essence(mediaType)
    let proposed: [String] =
      switch schema.map({ catalog.schema($0).kind }) {
      case .object, .list, .integer, .number, .boolean, .null, .oneOf: ["application/json"]
      case .text: ["text/plain"]
      case .binary: []
      // The range `*/*` suggests no type.
      case .any, nil: range == "*/*" ? [] : ["text/plain", "multipart/form-data"]
      }
    if range.ends(with: "*+json") { return sent(as: "application/json") }
    return proposed.first { CatalogMediaType.range(range, holds: $0) }.map { sent(as: $0) } ?? self
  }
}
