import ClientModel

/// What a request body is made of.
enum BodyKind: Hashable {
  case json, form, multipart, file, text

  init(_ body: BodyForm, _ catalog: Catalog) {
    let type = MediaType.essence(body.mediaType)
    let isBinary = body.schema.map { catalog.schema($0).kind == .binary } ?? false
    if MediaType.isJSON(type) || type.ends(with: "/json") {
      self = .json
    } else if type == "application/x-www-form-urlencoded" {
      self = .form
    } else if type.begins(with: "multipart/") {
      self = .multipart
    } else if isBinary || MediaType.isRange(type) || type == "application/octet-stream" {
      self = .file
    } else if !MediaType.isBinary(type) || body.schema != nil {
      self = .text
    } else {
      self = .file
    }
  }
}

extension BodyForm {
  /// The same body, sent as one type of its range, or with parameters of its own.
  func sent(as type: String) -> BodyForm {
    BodyForm(mediaType: type, schema: schema, example: example, encodings: encodings)
  }

  /// The form with the media type that the schema suggests, if it has a range of types. The range stays
  /// where the name of a file decides the type.
  func settled(in catalog: Catalog) -> BodyForm {
    guard MediaType.isRange(mediaType) else { return self }
    let range = MediaType.essence(mediaType)
    let proposed: [String] =
      switch schema.map({ catalog.schema($0).kind }) {
      case .object, .list, .integer, .number, .truth, .null, .oneOf: ["application/json"]
      case .text: ["text/plain"]
      case .binary: []
      // Where any type will do, nothing is known of it.
      case .any, nil: range == "*/*" ? [] : ["text/plain", "multipart/form-data"]
      }
    if range.ends(with: "*+json") { return sent(as: "application/json") }
    return proposed.first { MediaType.range(range, holds: $0) }.map { sent(as: $0) } ?? self
  }
}
