/// The differences between a workspace's files and the files that the user accepted.
package struct FileDifference: Hashable, Sendable {
  /// The accepted state with which the files are compared.
  package enum Basis: Hashable, Sendable {
    /// Nothing was ever accepted, so every file counts as added.
    case nothing
    /// The accepted files.
    case accepted
    /// Only a digest of the accepted files, as earlier versions of Weir stored it. Most changes
    /// cannot be attributed to a file.
    case digest
  }

  package let basis: Basis
  /// The changes, sorted by path.
  package let changes: [FileChange]

  package init(since basis: Basis, _ changes: [FileChange] = []) {
    self.basis = basis
    self.changes = changes
  }

  /// The number of added, changed and removed files, such as "1 added, 2 changed". Empty if no
  /// change is known.
  package var counts: String {
    let kinds: [FileChange.Kind] = [.added, .changed, .removed]
    return kinds.compactMap { kind in
      let count = changes.count { $0.kind == kind }
      return count == 0 ? nil : "\(count.grouped) \(kind.rawValue)"
    }.joined(separator: ", ")
  }

  /// The lines to display. Each file has one line, followed by its changed lines.
  package var rows: [Row] {
    changes.flatMap { change in
      let remark = change.remark.map { " (\($0))" } ?? ""
      return [Row(.heading, "\(change.kind.rawValue)  \(change.path)\(remark)")]
        + change.lines.map { line in
          switch line {
          case .place(let number): Row(.place, "  line \(number)")
          case .added(let text): Row(.added, "  + \(text)")
          case .removed(let text): Row(.removed, "  - \(text)")
          }
        }
    }
  }

  /// All rows as one text.
  package var text: String { rows.map { "\($0.text)\n" }.joined() }

  /// A displayed line of a difference. It contains no control characters.
  package struct Row: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case heading, place, added, removed }

    package let kind: Kind
    package let text: String

    package init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = VisibleText.line(text)
    }
  }
}

/// A file that differs from the accepted file.
package struct FileChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case added, changed, removed }

  package enum Line: Hashable, Sendable {
    /// The line number of the next changed line in the new text.
    case place(Int)
    case added(String)
    case removed(String)
  }

  /// The path within the workspace.
  package let path: String
  package let kind: Kind
  package let lines: [Line]
  /// The reason why no lines are listed, or nil if lines are listed.
  package let remark: String?

  package init(_ kind: Kind, _ path: String, lines: [Line] = [], remark: String? = nil) {
    self.kind = kind
    self.path = path
    self.lines = lines
    self.remark = remark
  }
}

/// Turns a file's text into displayable lines. Escapes replace characters that are invisible or
/// control a terminal.
package enum VisibleText {
  /// The maximum length of a line in scalars. A longer line is truncated.
  private static let longest = 2000

  package static func line(_ text: String) -> String {
    var result = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard index < longest else { return result + "…" }
      if isVisible(scalar) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\t" { return true }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return false
    default: return true
    }
  }
}
