/// What must be known of a value of the tree to use it elsewhere.
package struct NodeUse: Hashable, Sendable {
  /// The purpose for which the value is used.
  package enum Purpose: Hashable, Sendable {
    case assertion, parameter, save, edit, page, each, reference, store
  }

  /// The last object key on its path; nil if the path has no key.
  package var key: String?
  /// Its jq path, through the filter if one made it.
  package var query: String
  /// Its JSON Pointer in the unfiltered body; nil for a value that a filter made.
  package var pointer: String?
  package var kind: TreeRow.Kind
  /// The value as it stands, where that is short.
  package var raw: String?
  /// The plain text of the value: a string without quotes and escapes; nil for containers and long values.
  package var text: String?
  /// How many elements or members it has.
  package var count: Int?
  package var span: NodeSpan

  /// The maximum length in bytes; for a longer value, `raw` and `text` are nil.
  package static let longest = 4096

  package init(
    key: String? = nil, query: String, pointer: String? = nil, kind: TreeRow.Kind,
    raw: String? = nil, text: String? = nil, count: Int? = nil, span: NodeSpan
  ) {
    self.key = key
    self.query = query
    self.pointer = pointer
    self.kind = kind
    self.raw = raw
    self.text = text
    self.count = count
    self.span = span
  }

  /// An assertion that the value equals its current value; for a container, that it has the same number of
  /// elements; for a long value, that it is not null.
  package var assertion: String {
    if let count, kind == .array || kind == .object {
      return query == "." ? "length == \(count)" : "\(query) | length == \(count)"
    }
    guard let raw, raw.utf8.count <= 200 else { return "\(query) != null" }
    return "\(query) == \(raw)"
  }

  /// The name of a file for it, without a suffix.
  package var fileName: String { key ?? "value" }
}

/// A byte range of the displayed content; it is valid while the generation is unchanged.
package struct NodeSpan: Hashable, Sendable {
  package var range: Range<Int>
  package var generation: Int

  package init(_ range: Range<Int>, generation: Int) {
    self.range = range
    self.generation = generation
  }
}
