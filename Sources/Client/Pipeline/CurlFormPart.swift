import ClientModel

/// A parser of `-F name=content`.
///
/// - Source: the section -F, --form of curl's manual page, and curl 7.88.1 itself.
struct CurlFormPart {
  private let source: CurlSource
  private let shown: String
  private var rest: ArraySlice<UInt8>

  /// Parses the value of `-F` or `--form-string`.
  ///
  /// - Parameter isLiteral: Whether the option is `--form-string`, which has no special characters.
  static func part(
    _ word: [UInt8], isLiteral: Bool, _ source: CurlSource, _ dropped: inout [DroppedOption]
  ) throws(CurlProblem) -> DraftPart {
    guard let equals = word.firstIndex(of: UInt8(ascii: "=")) else {
      throw CurlProblem(
        what: "The curl line cannot be used.",
        why: "The form field `\(source.shown(word))` has no =.", whatToDo: "Write name=value.")
    }
    let name = try source.text(word[..<equals], of: "-F")
    let content = word[(equals + 1)...]
    if isLiteral {
      return DraftPart(name: name, value: try source.text(content, of: "--form-string"))
    }
    var reading = CurlFormPart(source: source, shown: source.shown(word), rest: content)
    return try reading.part(name, &dropped)
  }

  private mutating func part(
    _ name: String, _ dropped: inout [DroppedOption]
  ) throws(CurlProblem) -> DraftPart {
    var part = DraftPart(name: name)
    let kind = rest.first
    switch kind {
    case UInt8(ascii: "@"), UInt8(ascii: "<"): rest = rest.dropFirst()
    case UInt8(ascii: "("), nil: if kind != nil { throw refused("Nested parts are not supported.") }
    default: break
    }
    let isFile = kind == UInt8(ascii: "@")
    let value = word(endingAt: isFile ? ",;" : ";")
    if rest.first == UInt8(ascii: ",") {
      throw refused("Several files in one part are not supported.")
    }
    try takeSettings(&part, &dropped)
    switch kind {
    case UInt8(ascii: "@"):
      if value.elementsEqual("-".utf8), case .terminal = source.input {
        (part.value, part.fileName) = ("", part.fileName ?? "-")
        dropped.append(.typed("-F \(shown)"))
        return part
      }
      let path = value.elementsEqual("-".utf8) ? try inputPath() : value
      part.path = try source.text(path, of: "-F")
      if part.mediaType == nil {
        part.mediaType = Self.mediaType(part.fileName ?? part.path ?? "")
      }
    case UInt8(ascii: "<"):
      switch try source.content(value, of: "-F") {
      case .bytes(let bytes):
        guard let text = source.content(bytes) else { throw refused("The file is not UTF-8.") }
        part.value = text
      case .script(let bytes): part.value = try source.text(bytes, of: "-F")
      case .typed:
        part.value = ""
        dropped.append(.typed("-F \(shown)"))
      case .unread(let path, let why):
        throw refused("The file `\(path)` is not read. \(why)")
      }
    default: part.value = try source.text(value, of: "-F")
    }
    return part
  }

  /// Returns the path of the file that is redirected to standard input. Throws if standard input is
  /// not a file.
  private func inputPath() throws(CurlProblem) -> [UInt8] {
    switch source.input {
    case .file(let path): return path
    case .text, .pipe, .terminal: throw refused("A file from standard input is not supported.")
    }
  }

  private mutating func takeSettings(
    _ part: inout DraftPart, _ dropped: inout [DroppedOption]
  ) throws(CurlProblem) {
    while rest.popFirst() != nil {
      while rest.first == 0x20 { rest = rest.dropFirst() }
      let key = String(decoding: rest.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        .lowercased()
      switch key {
      case "type":
        rest = rest.dropFirst(5)
        // Parameters such as `;charset=utf-8` are part of the media type.
        var type = try source.text(word(endingAt: ";"), of: "-F")
        while let parameter = parameter() { type += ";" + parameter }
        part.mediaType = type
      case "filename":
        rest = rest.dropFirst(9)
        part.fileName = try source.text(word(endingAt: ";"), of: "-F")
      case "headers", "encoder":
        rest = rest.dropFirst(key.utf8.count + 1)
        let value = word(endingAt: ";")
        dropped.append(
          DroppedOption(
            option: "-F …;\(key)=\(source.shown(value))",
            why: "Weir cannot set the \(key) of a part.",
            effect: .request))
      default:
        dropped.append(
          DroppedOption(
            option: "-F \(shown)", why: "curl ignores the text after the first ; of this value."))
        _ = word(endingAt: ";")
      }
    }
  }

  /// Reads another parameter of the media type. Returns nil if there is none. Every name that curl
  /// does not define for a form part is such a parameter.
  private mutating func parameter() -> String? {
    let more = rest.dropFirst().drop { $0 == 0x20 }
    let name = String(
      decoding: more.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }, as: UTF8.self)
    guard rest.first == UInt8(ascii: ";"),
      more.dropFirst(name.utf8.count).first == UInt8(ascii: "="),
      !["filename", "headers", "encoder", "type"].contains(name.lowercased())
    else { return nil }
    rest = rest.dropFirst()
    return String(decoding: word(endingAt: ";"), as: UTF8.self)
  }

  /// Reads up to one of the separators. Within double quotes, separators are ordinary text, and
  /// `\"` and `\\` are escapes.
  private mutating func word(endingAt separators: String) -> [UInt8] {
    var result: [UInt8] = []
    let start = rest
    if rest.first == UInt8(ascii: "\"") {
      rest = rest.dropFirst()
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "\""), rest.first.map(separators.utf8.contains) ?? true {
          return result
        }
        if byte == UInt8(ascii: "\\"), let next = rest.first, "\\\"".utf8.contains(next) {
          result.append(next)
          rest = rest.dropFirst()
        } else {
          result.append(byte)
        }
      }
      // An unterminated quote is ordinary text.
      rest = start
      result = []
    }
    while let byte = rest.first, !separators.utf8.contains(byte) {
      result.append(byte)
      rest = rest.dropFirst()
    }
    return result
  }

  private func refused(_ why: String) -> CurlProblem {
    CurlProblem(
      what: "The curl line cannot be used.", why: "-F \(shown): \(why)",
      whatToDo: "Change the form field, or send the body from a file with --data-binary.")
  }

  /// Returns the media type that curl sends for a file. Returns nil if the name ends with a
  /// template. The type is then guessed from the name when the request is prepared.
  private static func mediaType(_ path: String) -> String? {
    guard !path.ends(with: "}}") else { return nil }
    let known = [
      "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png",
      "svg": "image/svg+xml", "txt": "text/plain", "htm": "text/html", "html": "text/html",
      "pdf": "application/pdf", "xml": "application/xml",
    ]
    let bytes = Array(path.utf8)
    let ending = bytes.lastIndex(of: UInt8(ascii: ".")).map {
      String(decoding: bytes[($0 + 1)...], as: UTF8.self).lowercased()
    }
    return ending.flatMap { known[$0] } ?? "application/octet-stream"
  }
}
