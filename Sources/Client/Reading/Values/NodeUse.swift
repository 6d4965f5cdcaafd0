/// The properties of a tree value for use in another feature.
package struct NodeUse: Hashable, Sendable {
  /// The purpose for which the value is used.
  package enum Purpose: Hashable, Sendable {
    case assertion, parameter, save, edit, page, each, reference, store
  }

  /// The last object key on the value's path, or nil if the path has no key.
  package var key: String?
  /// The value's jq path, including the filter's program if the value is a filter's result.
  package var query: String
  /// The value's JSON Pointer in the unfiltered body, or nil for a value that a filter created.
  package var pointer: String?
  package var kind: TreeRow.Kind
  /// The raw text of the value, or nil for a long value.
  package var raw: String?
  /// The plain text of the value: a string without quotes and escapes. Nil for containers and long
  /// values.
  package var text: String?
  /// The number of elements or members.
  package var count: Int?
  package var span: NodeSpan

  /// The maximum length of a value in bytes; for a longer value, `raw` and `text` are nil.
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

  /// An assertion that the value equals its current value. For a container, the assertion compares
  /// the number of elements. For a long value, the assertion requires that the value is not null.
  package var assertion: String {
    if let count, kind == .array || kind == .object {
      return query == "." ? "length == \(count)" : "\(query) | length == \(count)"
    }
    guard let raw, raw.utf8.count <= 200 else { return "\(query) != null" }
    return "\(query) == \(raw)"
  }

  /// The name of a file for the value, without a suffix.
  package var fileName: String { key ?? "value" }
}

/// A byte range of the displayed content. The range is valid while the generation does not change.
package struct NodeSpan: Hashable, Sendable {
  package var range: Range<Int>
  package var generation: Int

  package init(_ range: Range<Int>, generation: Int) {
    self.range = range
    self.generation = generation
  }
}
