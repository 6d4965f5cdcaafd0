import ClientModel

/// One `-F name=content` of a curl line.
enum CurlFormPart {
  static func part(
    _ name: String, _ content: String, _ files: FileReader, _ dropped: inout [DroppedOption]
  ) throws(CurlProblem) -> DraftPart {
    let kind = content.first
    let isFile = kind == "@" || kind == "<"
    var pieces = HeaderWords.split(isFile ? String(content.dropFirst()) : content, at: ";")
    var part = DraftPart(name: name)
    let value = unquoted(pieces.removeFirst())
    var plain = [value]
    for piece in pieces {
      let (key, setting) = setting(piece)
      switch key {
      case "type": part.mediaType = setting
      case "filename": part.fileName = setting
      case "headers", "encoder":
        dropped.append(DroppedOption(option: "-F \(name)=…;\(key)", why: CurlOption.reason("")))
      default: plain.append(piece)
      }
    }
    switch kind {
    case "@":
      part.path = value
      if value.contains(",") {
        dropped.append(
          DroppedOption(option: "-F \(name)", why: "Several files in one part are not supported."))
      }
      if part.mediaType == nil { part.mediaType = mediaType(part.fileName ?? value) }
    case "<":
      switch files.read(value) {
      case .success(let bytes): part.value = String(decoding: bytes, as: UTF8.self)
      case .failure(let refusal):
        dropped.append(DroppedOption(option: "-F \(name)=<\(value)", why: refusal.why))
      }
    default: part.value = plain.joined(separator: ";")
    }
    return part
  }

  private static func setting(_ text: String) -> (String, String) {
    guard let equals = text.firstIndex(of: "=") else { return ("", "") }
    return (
      text[..<equals].trimmed.lowercased(),
      unquoted(String(text[text.index(after: equals)...].trimmed))
    )
  }

  private static func unquoted(_ text: String) -> String { HeaderWords.unquoted(text[...]) }

  /// The types that curl itself sends for files.
  private static func mediaType(_ path: String) -> String {
    let known = [
      "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png",
      "svg": "image/svg+xml", "txt": "text/plain", "htm": "text/html", "html": "text/html",
      "pdf": "application/pdf", "xml": "application/xml",
    ]
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() }
    return ending.flatMap { known[$0] } ?? "application/octet-stream"
  }
}
