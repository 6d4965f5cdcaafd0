/// A media type with its parameters: `text/html; charset=utf-8`.
///
/// - Source: RFC 9110, section 8.3.1.
package struct MediaType: Hashable, Sendable {
  /// The type and the subtype, in lower case.
  package let type: String
  package let subtype: String
  /// The parameters, with names in lower case. If a name is repeated, its first value is used.
  package let parameters: [String: String]

  /// Parses a media type. Malformed parameters are ignored. Returns nil if the text does not begin
  /// with `type/subtype`.
  package init?(_ text: String) {
    let pieces = HeaderParser.split(text, at: ";")
    let names = (pieces.first ?? "").pieces(at: "/")
      .map { $0.trimmed(of: " \t").lowercased() }
    guard names.count == 2, names.allSatisfy({ HTTPToken.isToken($0) }) else { return nil }
    type = names[0]
    subtype = names[1]
    parameters = Dictionary(
      pieces.dropFirst().compactMap(HeaderParser.parameter), uniquingKeysWith: { old, _ in old })
  }

  package var essence: String { "\(type)/\(subtype)" }
  package var isJSON: Bool { subtype == "json" || subtype.ends(with: "+json") }

  /// Returns the media type for a file name's extension, or nil if the extension is unknown.
  package static func guess(_ path: String) -> String? {
    let name = path.words(at: "/").last ?? ""
    guard let dot = name.lastIndex(ofByte: "."), dot > name.startIndex else { return nil }
    return byExtension[name.rest(after: dot).lowercased()]
  }

  private static let byExtension: [String: String] = [
    "json": "application/json", "xml": "application/xml", "html": "text/html", "htm": "text/html",
    "txt": "text/plain", "csv": "text/csv", "md": "text/markdown", "yaml": "application/yaml",
    "yml": "application/yaml", "js": "text/javascript", "css": "text/css", "pdf": "application/pdf",
    "zip": "application/zip", "gz": "application/gzip", "tar": "application/x-tar",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
    "svg": "image/svg+xml", "webp": "image/webp", "mp3": "audio/mpeg", "mp4": "video/mp4",
    "webm": "video/webm", "wasm": "application/wasm", "ndjson": "application/x-ndjson",
  ]
}
