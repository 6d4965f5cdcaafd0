import ClientDocuments
import ClientModel

/// The data options of a curl line, which become a body or a query.
struct CurlBody {
  private enum Piece {
    /// A word of the line.
    case word([UInt8])
    /// The content of a file or a here-document.
    case content([UInt8])
    /// A file that may not be read now. If the file is the only piece, it becomes the body.
    case file(String)
  }

  private var data: [Piece] = []
  private var isJSON = false
  private var parts: [DraftPart] = []
  private var query: [[UInt8]] = []

  /// The body, method and query of one request.
  struct Content {
    var body: DraftBody
    var method: String
    var query: [[UInt8]]
  }

  var hasData: Bool { !data.isEmpty }
  var hasParts: Bool { !parts.isEmpty }

  mutating func take(
    _ meaning: CurlOption.Meaning, _ value: [UInt8], _ name: String, _ source: CurlSource,
    _ dropped: inout [DroppedOption]
  ) throws(CurlProblem) {
    switch meaning {
    case .data: try addData(value, name, source, .withoutLineEnds, &dropped)
    case .dataBinary: try addData(value, name, source, .asTheyAre, &dropped)
    case .json:
      isJSON = true
      try addData(value, name, source, .asTheyAre, &dropped)
    case .dataRaw: data.append(.word(value))
    case .dataURLEncode: data.append(.word(try encoded(value, name, source)))
    case .urlQuery:
      query.append(
        value.first == UInt8(ascii: "+")
          ? Array(value.dropFirst()) : try encoded(value, name, source))
    default:
      parts.append(
        try CurlFormPart.part(value, isLiteral: meaning == .formString, source, &dropped))
    }
  }

  private enum LineEnds {
    case asTheyAre, withoutLineEnds

    func applied(to bytes: [UInt8]) -> [UInt8] {
      self == .asTheyAre ? bytes : bytes.filter { ![0, 10, 13].contains($0) }
    }
  }

  private mutating func addData(
    _ value: [UInt8], _ name: String, _ source: CurlSource, _ ends: LineEnds,
    _ dropped: inout [DroppedOption]
  ) throws(CurlProblem) {
    guard value.first == UInt8(ascii: "@") else { return data.append(.word(value)) }
    switch try source.content(Array(value.dropFirst()), of: name) {
    case .bytes(let bytes): data.append(.content(ends.applied(to: bytes)))
    case .script(let bytes): data.append(.word(ends.applied(to: bytes)))
    case .typed:
      data.append(.word([]))
      dropped.append(.typed("\(name) @-"))
    case .unread(let path, _):
      data.append(.file(path))
      let isSame = ends == .asTheyAre
      dropped.append(
        DroppedOption(
          option: "@\(path)",
          why: "The file is not read now; its content becomes the body when you send"
            + (isSame ? "." : ". curl would remove its line breaks, but Weir sends them."),
          effect: isSame ? .none : .request))
    }
  }

  /// Encodes a value as `--data-urlencode` does. The forms are `content`, `=content`,
  /// `name=content`, `@file` and `name@file`.
  private func encoded(
    _ value: [UInt8], _ option: String, _ source: CurlSource
  ) throws(CurlProblem) -> [UInt8] {
    func refuse(_ why: String) -> CurlProblem {
      CurlProblem(
        what: "The curl line cannot be used.", why: "\(option) \(source.shown(value)): \(why)",
        whatToDo: "Write the encoded text.")
    }
    func form(_ bytes: some Collection<UInt8>) throws(CurlProblem) -> [UInt8] {
      guard !ShellVariables.areUsed(in: bytes) else {
        throw refuse("curl would encode a value that only the shell can expand.")
      }
      return Array(PercentEncoding.encodeForm(bytes: bytes).utf8)
    }
    let marks: [UInt8] = [UInt8(ascii: "="), UInt8(ascii: "@")]
    guard let mark = value.firstIndex(where: { marks.contains($0) }) else {
      return try form(value)
    }
    let name = mark == 0 ? [] : Array(value[..<mark]) + [UInt8(ascii: "=")]
    let content = Array(value[(mark + 1)...])
    guard value[mark] == UInt8(ascii: "@") else { return name + (try form(content)) }
    switch try source.content(content, of: option) {
    case .bytes(let bytes): return name + Array(PercentEncoding.encodeForm(bytes: bytes).utf8)
    case .script(let bytes): return name + (try form(bytes))
    case .typed: throw refuse("curl reads it from the terminal.")
    case .unread(_, let why): throw refuse(why)
    }
  }

  // MARK: Putting together

  func content(
    isGet: Bool, uploading file: [UInt8]?, _ source: CurlSource, _ draft: inout Draft,
    _ dropped: inout [DroppedOption]
  ) throws(CurlProblem) -> Content {
    if let file {
      draft.removedHeaders.append("Content-Type")
      return Content(body: try upload(file, source, &dropped), method: "PUT", query: query)
    }
    if !parts.isEmpty { return Content(body: .multipart(parts), method: "POST", query: query) }
    guard !data.isEmpty else { return Content(body: .none, method: "GET", query: query) }
    guard isGet else {
      return Content(body: try posted(&draft, source), method: "POST", query: query)
    }
    var more: [[UInt8]] = []
    for piece in data {
      switch piece {
      case .word(let bytes), .content(let bytes): if !bytes.isEmpty { more.append(bytes) }
      case .file(let path): throw Self.unread(path, "curl would add its content to the URL.")
      }
    }
    // A # would begin the fragment, and a fragment is not sent.
    let safe = more.map { piece in
      piece.flatMap { $0 == UInt8(ascii: "#") ? Array("%23".utf8) : [$0] }
    }
    return Content(body: .none, method: "GET", query: query + safe)
  }

  private func upload(
    _ file: [UInt8], _ source: CurlSource, _ dropped: inout [DroppedOption]
  ) throws(CurlProblem) -> DraftBody {
    guard file.elementsEqual("-".utf8) || file.elementsEqual(".".utf8) else {
      return .file(path: try source.text(file, of: "-T"), mediaType: nil)
    }
    switch try source.content(file, of: "-T") {
    case .bytes(let bytes): return .bytes(bytes, mediaType: nil)
    case .script(let bytes): return .text(try source.text(bytes, of: "-T"), mediaType: "")
    case .typed:
      dropped.append(.typed("-T -"))
      return .text("", mediaType: "")
    case .unread(let path, _): return .file(path: path, mediaType: nil)
    }
  }

  private func posted(_ draft: inout Draft, _ source: CurlSource) throws(CurlProblem) -> DraftBody {
    if isJSON { addJSONHeaders(&draft) }
    let type = isJSON ? "application/json" : "application/x-www-form-urlencoded"
    if data.count == 1, case .file(let path) = data[0] { return .file(path: path, mediaType: type) }
    var bytes: [UInt8] = []
    var text: String? = ""
    for (index, piece) in data.enumerated() {
      let separator = index > 0 && !isJSON ? "&" : ""
      bytes += Array(separator.utf8)
      switch piece {
      case .word(let word):
        bytes += word
        text = source.variables.template(word).flatMap { more in text.map { $0 + separator + more }
        }
      case .content(let content):
        bytes += content
        text = source.content(content).flatMap { more in text.map { $0 + separator + more } }
      case .file(let path): throw Self.unread(path, "curl would join its content with other data.")
      }
    }
    guard let text else { return .bytes(bytes, mediaType: type) }
    let isDeclared = draft.headers.contains {
      $0.name.caseInsensitiveEquals("Content-Type") && MediaType($0.value)?.isJSON == true
    }
    // The JSON body is used only if its preparation would send exactly these bytes.
    let isPlain = Array(text.utf8) == bytes && !bytes.isEmpty
    if isDeclared, isPlain, JSONValidator.fault(in: bytes) == nil { return .json(text) }
    return .text(text, mediaType: type)
  }

  private func addJSONHeaders(_ draft: inout Draft) {
    func lacks(_ name: String) -> Bool {
      !draft.headers.contains { $0.name.caseInsensitiveEquals(name) }
        && !draft.removedHeaders.contains { $0.caseInsensitiveEquals(name) }
    }
    for name in ["Content-Type", "Accept"] where lacks(name) {
      draft.headers.append(DraftField(name, "application/json"))
    }
  }

  private static func unread(_ path: String, _ why: String) -> CurlProblem {
    CurlProblem(
      what: "The curl line cannot be used.",
      why: "An import does not read the file `\(path)`. \(why)",
      whatToDo: "Write the content into the line, or send it now with --send.")
  }
}
