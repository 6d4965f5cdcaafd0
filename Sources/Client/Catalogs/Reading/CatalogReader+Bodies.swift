import ClientModel
import ClientYAML

extension CatalogReader {
  /// Reads the body forms of a request, one for each media type, JSON and forms first.
  mutating func bodies(
    _ named: FileNode?, label: String
  ) throws(CatalogStop) -> (forms: [BodyForm], isRequired: Bool) {
    guard let named, let spot = try followed(named) else { return ([], false) }
    guard let content = try value(spot, "content"), files.kind(content) == .mapping else {
      report(
        spot, "The body of \(label) is left out.", "It has no `content`.",
        "List its media types under `content`.")
      return ([], false)
    }
    var forms: [BodyForm] = []
    for field in files.fields(content) {
      let type = files.string(field.key)
      guard CatalogMediaType.isOne(type) else {
        report(
          field.key, "A body of \(label) is left out.",
          "`\(type.prefix(80))` is not a media type.", "Write it as application/json.")
        continue
      }
      // A media type is listed even if its reference cannot be resolved.
      let described = try followed(field.value) ?? field.value
      forms.append(try form(described, type))
    }
    let sorted = forms.enumerated().sorted { left, right in
      (CatalogMediaType.rank(left.element.mediaType), left.offset)
        < (CatalogMediaType.rank(right.element.mediaType), right.offset)
    }
    return (sorted.map(\.element), boolean(spot, "required") ?? false)
  }

  private mutating func form(_ spot: FileNode, _ type: String) throws(CatalogStop) -> BodyForm {
    var id = try files.field(spot, "schema").map { node throws(CatalogStop) in
      try schema(of: node)
    }
    if id == nil, CatalogMediaType.isBinary(type) { id = binarySchema() }
    var encodings: [String: FieldEncoding] = [:]
    for field in files.field(spot, "encoding").map({ files.fields($0) }) ?? [] {
      let style = text(field.value, "style").flatMap(Parameter.Style.init) ?? .form
      encodings[files.string(field.key)] = FieldEncoding(
        contentType: text(field.value, "contentType"), style: style,
        explode: boolean(field.value, "explode") ?? (style == .form))
    }
    return BodyForm(
      mediaType: type, schema: id, example: try example(spot), encodings: encodings)
  }

  private mutating func binarySchema() -> SchemaID {
    let id = schemas.reserve()
    schemas[id] = Schema(.binary)
    return id
  }
}

/// Functions for media types.
enum CatalogMediaType {
  /// Returns whether the text is `type/subtype` or a range such as `image/*`, with optional
  /// parameters.
  static func isOne(_ text: String) -> Bool {
    let parts = essence(text).pieces(at: "/")
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && essence(text).utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }

  static func isJSON(_ text: String) -> Bool {
    let essence = essence(text)
    return essence == "application/json" || essence.ends(with: "+json")
      || essence == "text/json"
  }

  /// Returns whether bodies of this type cannot be typed as text.
  static func isBinary(_ text: String) -> Bool {
    let essence = essence(text)
    let texts = [
      "application/xml", "application/x-www-form-urlencoded", "application/x-ndjson",
      "application/yaml", "application/javascript", "application/graphql",
    ]
    return
      !(isJSON(text) || essence.begins(with: "text/")
      || essence.begins(with: "multipart/") || essence.ends(with: "+xml")
      || essence.ends(with: "+yaml") || texts.contains(essence) || essence == "*/*")
  }

  /// Returns the rank of a type. Types with lower ranks are offered first.
  static func rank(_ text: String) -> Int {
    if essence(text) == "application/json" { return 0 }
    if isJSON(text) { return 1 }
    if essence(text) == "application/x-www-form-urlencoded" { return 2 }
    if essence(text) == "multipart/form-data" { return 3 }
    return essence(text) == "*/*" ? 5 : 4
  }

  /// Returns the media type in lower case, without parameters.
  static func essence(_ text: String) -> String {
    text.before(";").trimmed(of: " \t").lowercased()
  }

  /// Returns whether a range such as `image/*` contains a type. A type is a range that contains
  /// itself.
  ///
  /// - Source: RFC 9110, section 12.5.1. OpenAPI documents also use `*+json`.
  static func range(_ range: String, holds text: String) -> Bool {
    let (range, type) = (essence(range), essence(text))
    guard range != type else { return true }
    guard isOne(type), !type.contains(byte: "*"), let (first, second) = range.cut(at: "/"),
      let (own, sub) = type.cut(at: "/"), first == "*" || first == own
    else { return false }
    return second == "*" || second.after(prefix: "*").map { sub.ends(with: $0) } ?? false
  }

  static func isRange(_ text: String) -> Bool { essence(text).contains(byte: "*") }
}
