import ClientModel
import ClientPipeline

/// The request as it will be sent, as rows of text. Templates are filled, secrets are masked, and
/// gateway values are included.
struct RequestPreview {
  let examination: Examination
  let problems: [DraftProblem]
  /// The number of columns of a row.
  let columns: Int
  /// The maximum number of rows for a line. The last row contains all remaining characters.
  private static let mostRows = 200

  var rows: [ComposerRow] {
    guard let request = examination.request else {
      let problems = problems.map { ComposerRow(kind: .problem(Notice($0).line)) }
      return problems.isEmpty
        ? [ComposerRow(kind: .note("The preview is shown here after you type a URL."))] : problems
    }
    let warnings = examination.warnings.map { ComposerRow(kind: .problem("\($0.what) \($0.why)")) }
    let lines = lines(of: request) + gatewayLines
    return warnings + lines.flatMap(wrapped).map { ComposerRow(kind: .note($0)) }
  }

  /// Divides a line into rows that fit the panel. A character outside ASCII counts as two columns,
  /// the maximum width. A dot of a masked secret counts as one column.
  private func wrapped(_ line: String) -> [String] {
    guard line.utf8.count > columns else { return [line] }
    var rows: [String] = []
    var (start, index, width) = (line.startIndex, line.startIndex, 0)
    while index < line.endIndex, rows.count < Self.mostRows - 1 {
      let step = line[index].isASCII || Secret.mask.contains(line[index]) ? 1 : 2
      if width + step > columns, start < index {
        rows.append(String(line[start..<index]))
        (start, width) = (index, 0)
      }
      width += step
      index = line.index(after: index)
    }
    return rows + [String(line[start...])]
  }

  private func lines(of request: PreparedRequest) -> [String] {
    var lines = ["\(request.method) \(request.displayURL)"]
    lines += request.headers.map { "\($0.name): \($0.shownValue)" + source(ofHeader: $0.name) }
    let isTyped = request.headers.contains { $0.name.caseInsensitiveEquals("Content-Length") }
    if request.statesEmptyLength, !isTyped { lines.append("Content-Length: 0") }
    if let credentials = request.credentials {
      lines.append("Authorization: \(credentials.maskedHeader)")
    }
    switch request.body {
    case .none: break
    case .text(let text): lines += [""] + text.masked.pieces(at: "\n").map(String.init)
    case .bytes(let bytes): lines += ["", "(\(ByteCount(bytes.count)))"]
    case .file(let file): lines += ["", "(the file \(file.path))"]
    case .multipart(_, let parts):
      lines +=
        [""]
        + parts.map { part in
          switch part.content {
          case .text(let text): "\(part.name): \(text.masked)"
          case .file(let file): "\(part.name): (the file \(file.path))"
          }
        }
    }
    return lines
  }

  /// Returns an arrow and the source of the header: `folder.yaml` or the name of the gateway.
  /// Returns an empty string for any other header.
  private func source(ofHeader name: String) -> String {
    if examination.inheritedHeaders.contains(where: { $0.caseInsensitiveEquals(name) }) {
      return "   ← folder.yaml"
    }
    guard let share = examination.share,
      share.headers.contains(where: { $0.caseInsensitiveEquals(name) })
    else { return "" }
    return "   ← \(share.name)"
  }

  /// The values that the gateway adds, one per line. Headers are not included.
  private var gatewayLines: [String] {
    guard let share = examination.share else { return [] }
    var lines = ["", "Through the gateway \(share.name)"]
    if !share.query.isEmpty { lines.append("  query: \(share.query.joined(separator: ", "))") }
    if share.credentials == .gateway { lines.append("  its credentials") }
    if !share.options.isEmpty { lines.append("  \(share.options.joined(separator: ", "))") }
    return lines
  }
}

extension Credentials {
  /// The value of the `Authorization` header, with secrets masked. Equal masks are shown once,
  /// because the header combines all credentials into one value.
  var maskedHeader: String {
    let masked = values.map(\.masked)
    let texts = Set(masked).count == 1 ? masked[0] : masked.joined(separator: " ")
    return "\(scheme.header) \(texts)"
  }
}
