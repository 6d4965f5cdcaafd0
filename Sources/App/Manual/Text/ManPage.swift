import ClientModel

/// A manual page for `man`, in the macros of man(7).
package struct ManPage: Hashable, Sendable {
  package enum Section: Int, Hashable, Sendable {
    case commands = 1
    case miscellaneous = 7
  }

  /// The page's name, such as `weir-cache`.
  package let name: String
  package let section: Section
  package let text: String

  /// Creates the page of a document.
  ///
  /// - Parameters:
  ///   - summary: A phrase for the line that `man -k` searches.
  ///   - date: The date, such as `2026-11-26`.
  package init(
    _ document: ManualDocument, name: String, section: Section, summary: String, date: String,
    version: String
  ) {
    self.name = name
    self.section = section
    var writer = ManWriter()
    writer.title(name.uppercased(), section.rawValue, date: date, version: version)
    writer.heading("NAME")
    writer.line("\(name) \\- \(ManWriter.escaped(summary))")
    for block in document.blocks { writer.add(block) }
    text = writer.text
  }

  package var file: String { "\(name).\(section.rawValue)" }
}

/// The writer of a page's requests and macros.
private struct ManWriter {
  private(set) var text = ""
  /// Whether the last line is a heading. A heading begins a paragraph, so the next text needs no
  /// paragraph macro.
  private var isBegun = false

  mutating func title(_ name: String, _ section: Int, date: String, version: String) {
    // The letter `t` in the first line makes man-db pass the page through tbl.
    text += "'\\\" t\n"
    text += ".TH \(name) \(section) \(date) \"Weir \(version)\" \"Weir manual\"\n"
  }

  mutating func heading(_ title: String) {
    text += ".SH \(Self.quoted(title))\n"
    isBegun = true
  }

  /// Adds text that troff fills. The source lines are short, as `mandoc -T lint` requires.
  mutating func line(_ line: String) {
    text += Self.filled(line)
    isBegun = false
  }

  private static func filled(_ line: String) -> String {
    var lines: [String] = []
    for word in line.words(at: " ") {
      if let last = lines.last, length(last) + length(word) < 78 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { protected($0) + "\n" }.joined()
  }

  /// Returns the length of the text in bytes, as `mandoc` counts it. A non-ASCII scalar counts as
  /// an escape of 8 bytes, such as `\[u2022]`.
  private static func length(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 8) }
  }

  /// Returns the line. If troff would read its first byte as a request, adds a prefix.
  private static func protected(_ line: String) -> String {
    line.begins(with: ".") || line.begins(with: "'") ? "\\&\(line)" : line
  }

  mutating func add(_ block: ManualDocument.Block) {
    switch block {
    case .heading(1, _): heading("DESCRIPTION")
    case .heading(2, let title): heading(title.plain.uppercased())
    case .heading(_, let title):
      text += ".SS \(Self.quoted(title.plain))\n"
      isBegun = true
    case .paragraph(let paragraph):
      if !isBegun { text += ".PP\n" }
      line(Self.marked(paragraph))
    case .item(let mark, let item):
      text += ".IP \(mark == "-" ? "\\(bu" : mark) 3\n"
      line(Self.marked(item))
    case .code(let code):
      if !isBegun { text += ".PP\n" }
      if let file = code.file { text += ".BR \(Self.escaped(file)) :\n" }
      text += ".RS 4\n.nf\n"
      for row in code.lines { text += Self.protected(Self.escaped(row)) + "\n" }
      text += ".fi\n.RE\n"
      isBegun = false
    case .table(let rows): add(table: rows)
    }
  }

  /// Adds a table. The last column has the remaining width.
  private mutating func add(table rows: [[ManualText]]) {
    guard let columns = rows.map(\.count).max(), columns > 0 else { return }
    if !isBegun { text += ".PP\n" }
    let left = Array(repeating: "l", count: columns - 1)
    text += ".TS\n"
    text += (left.map { "\($0)b" } + ["lbx"]).joined(separator: " ") + "\n"
    text += (left + ["lx"]).joined(separator: " ") + ".\n"
    for row in rows {
      text +=
        (0..<columns).map { column in
          column < row.count ? "T{\n\(Self.filled(Self.marked(row[column])))T}" : ""
        }.joined(separator: "\t") + "\n"
    }
    text += ".TE\n"
    isBegun = false
  }

  // MARK: Text

  private static func quoted(_ title: String) -> String { "\"\(escaped(title))\"" }

  private static func marked(_ text: ManualText) -> String {
    text.spans.map { span in
      let shown = escaped(span.text)
      return switch span.style {
      case .plain: shown
      case .code, .strong, .heading: "\\fB\(shown)\\fR"
      case .link(let target):
        ManualTopic.named(target) == nil
          ? "\\fI\(shown)\\fR" : "\\fBweir\\-\(escaped(target))\\fR(7)"
      }
    }.joined()
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\"": escaped += "\\(dq"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
