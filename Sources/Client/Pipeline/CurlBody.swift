import ClientDocuments
import ClientModel

/// The pieces of a curl line that become a body or a query.
struct CurlBody {
  private enum Piece {
    case text(String)
    case bytes([UInt8])
    /// A file that may not be read now: it becomes the body if it stands alone.
    case file(String)
  }

  private var data: [Piece] = []
  private var isJSON = false
  private var parts: [DraftPart] = []
  private(set) var upload: String?
  private var query: [String] = []
  private var dropped: [DroppedOption] = []

  /// What the pieces come to.
  struct Result {
    var body: DraftBody
    var method: String
    var query: [String]
  }

  mutating func take(
    _ option: CurlOption, _ value: String, _ files: FileReader
  ) throws(CurlProblem) {
    switch option {
    case .data, .dataASCII: addData(value, files) { $0.filter { ![0, 10, 13].contains($0) } }
    case .dataBinary: addData(value, files) { $0 }
    case .json:
      isJSON = true
      addData(value, files) { $0 }
    case .dataRaw: data.append(.text(value))
    case .dataURLEncode: if let piece = encoded(value, files) { data.append(.text(piece)) }
    case .urlQuery:
      if value.hasPrefix("+") {
        query.append(String(value.dropFirst()))
      } else if let piece = encoded(value, files) {
        query.append(piece)
      }
    case .uploadFile: upload = value
    case .formString:
      let (name, content) = try pair(value)
      parts.append(DraftPart(name: name, value: content))
    default:
      let (name, content) = try pair(value)
      parts.append(try CurlFormPart.part(name, content, files, &dropped))
    }
  }

  private mutating func addData(
    _ value: String, _ files: FileReader, _ change: ([UInt8]) -> [UInt8]
  ) {
    guard value.hasPrefix("@") else { return data.append(.text(value)) }
    let path = String(value.dropFirst())
    switch files.read(path) {
    case .success(let bytes): data.append(.bytes(change(bytes)))
    case .failure:
      data.append(.file(path))
      dropped.append(
        DroppedOption(
          option: "@\(path)",
          why: "The file is not read now; it is the body when you send, with its line ends."))
    }
  }

  /// As `--data-urlencode` has it: `content`, `=content`, `name=content`, `@file`, `name@file`.
  private mutating func encoded(_ value: String, _ files: FileReader) -> String? {
    guard let mark = value.firstIndex(where: { $0 == "=" || $0 == "@" }) else {
      return PercentEncoding.encodeForm(value)
    }
    let name = value[..<mark].isEmpty ? "" : "\(value[..<mark])="
    let content = String(value[value.index(after: mark)...])
    guard value[mark] == "@" else { return name + PercentEncoding.encodeForm(content) }
    switch files.read(content) {
    case .success(let bytes):
      return name + PercentEncoding.encodeForm(String(decoding: bytes, as: UTF8.self))
    case .failure(let refusal):
      dropped.append(DroppedOption(option: "--data-urlencode \(value)", why: refusal.why))
      return nil
    }
  }

  private func pair(_ text: String) throws(CurlProblem) -> (String, String) {
    guard let equals = text.firstIndex(of: "=") else {
      throw CurlProblem(
        what: "The curl line cannot be used.", why: "The form field `\(text)` has no =.",
        whatToDo: "Write name=value.")
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  func body(
    isGet: Bool, draft: inout Draft, dropped: inout [DroppedOption]
  ) throws(CurlProblem) -> Result {
    dropped += self.dropped
    let kinds = [!data.isEmpty, !parts.isEmpty, upload != nil].filter { $0 }.count
    guard kinds <= 1 else {
      throw CurlProblem(
        what: "The curl line cannot be used.",
        why: "It has several kinds of body, which curl refuses too.",
        whatToDo: "Keep one of --data, --form and --upload-file.")
    }
    if let upload {
      draft.removedHeaders.append("Content-Type")
      return Result(body: .file(path: upload, mediaType: nil), method: "PUT", query: query)
    }
    if !parts.isEmpty { return Result(body: .multipart(parts), method: "POST", query: query) }
    guard !data.isEmpty else { return Result(body: .none, method: "GET", query: query) }
    if isGet {
      let more = data.compactMap { piece -> String? in
        if case .file = piece { return nil }
        return Self.text(piece)
      }
      return Result(body: .none, method: "GET", query: query + more.filter { !$0.isEmpty })
    }
    return Result(body: posted(&draft, &dropped), method: "POST", query: query)
  }

  private func posted(_ draft: inout Draft, _ dropped: inout [DroppedOption]) -> DraftBody {
    func lacks(_ name: String) -> Bool {
      !draft.headers.contains { $0.name.caseInsensitiveEquals(name) }
        && !draft.removedHeaders.contains { $0.caseInsensitiveEquals(name) }
    }
    if isJSON {
      if lacks("Content-Type") {
        draft.headers.append(DraftField("Content-Type", "application/json"))
      }
      if lacks("Accept") { draft.headers.append(DraftField("Accept", "application/json")) }
    }
    let type = "application/x-www-form-urlencoded"
    if data.count == 1, case .file(let path) = data[0] { return .file(path: path, mediaType: type) }
    var bytes: [UInt8] = []
    for (index, piece) in data.enumerated() {
      if index > 0, !isJSON { bytes.append(UInt8(ascii: "&")) }
      switch piece {
      case .text(let text): bytes += Array(text.utf8)
      case .bytes(let content): bytes += content
      case .file(let path):
        dropped.append(
          DroppedOption(
            option: "@\(path)", why: "A file that is not read cannot be joined with other data."))
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .bytes(bytes, mediaType: type)
    }
    let isDeclared = draft.headers.contains {
      $0.name.caseInsensitiveEquals("Content-Type") && MediaType($0.value)?.isJSON == true
    }
    // As JSON it can be edited as JSON; only when that sends the same bytes.
    if isDeclared, !text.isEmpty, JSONValidator.fault(in: bytes) == nil { return .json(text) }
    return .text(text, mediaType: type)
  }

  private static func text(_ piece: Piece) -> String {
    switch piece {
    case .text(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .file(let path): path
    }
  }
}
