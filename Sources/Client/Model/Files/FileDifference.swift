/// What changed in the files of a workspace since the user accepted them.
package struct FileDifference: Hashable, Sendable {
  /// What the files are compared with.
  package enum Basis: Hashable, Sendable {
    /// The folder was never accepted: every file counts as added.
    case nothing
    /// The accepted files.
    case accepted
    /// Only their digest is stored, as by an older Weir: most changes have no names.
    case digest
  }

  package let basis: Basis
  /// Sorted by path.
  package let changes: [FileChange]

  package init(since basis: Basis, _ changes: [FileChange] = []) {
    self.basis = basis
    self.changes = changes
  }

  /// How many files of each kind changed, as "1 added, 2 changed"; empty if none is known.
  package var counts: String {
    let kinds: [FileChange.Kind] = [.added, .changed, .removed]
    return kinds.compactMap { kind in
      let count = changes.count { $0.kind == kind }
      return count == 0 ? nil : "\(count.grouped) \(kind.rawValue)"
    }.joined(separator: ", ")
  }

  /// One row for each file and each line of it that changed.
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

  /// All rows as a text.
  package var text: String { rows.map { "\($0.text)\n" }.joined() }

  /// One line of a difference as it is shown: without control characters.
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

/// A file that differs from the accepted one.
package struct FileChange: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case added, changed, removed }

  package enum Line: Hashable, Sendable {
    /// The number of the first changed line that follows, in the new text.
    case place(Int)
    case added(String)
    case removed(String)
  }

  /// In the workspace.
  package let path: String
  package let kind: Kind
  package let lines: [Line]
  /// Why the lines are missing; nil if they are there.
  package let remark: String?

  package init(_ kind: Kind, _ path: String, lines: [Line] = [], remark: String? = nil) {
    self.kind = kind
    self.path = path
    self.lines = lines
    self.remark = remark
  }
}
