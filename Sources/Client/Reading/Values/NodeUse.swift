/// The properties of a tree value that another feature uses.
package struct NodeUse: Hashable, Sendable {
  /// The purpose for which the value is used.
  package enum Purpose: Hashable, Sendable {
    case assertion, parameter, save, edit, page, each, reference, store
  }

  /// The last object key on the value's path. Nil if there is none.
  package var key: String?
  /// The value's jq path. For a filter's result, it includes the filter's program.
  package var query: String
  /// The value's JSON Pointer in the unfiltered body. Nil if a filter created the value.
  package var pointer: String?
  package var kind: TreeRow.Kind
  /// The raw text of the value. Nil if it is long.
  package var raw: String?
  /// The value as plain text; a string is decoded. Nil for a container or a long value.
  package var text: String?
  /// The number of elements or members.
  package var count: Int?
  package var span: NodeSpan

  /// The maximum length of `raw` and `text` in bytes. For a longer value, both are nil.
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

  /// An assertion that the value stays the same. For a container, it compares the number of
  /// elements. For a long value, it requires that the value is not null.
  package var assertion: String {
    if let count, kind == .array || kind == .object {
      return query == "." ? "length == \(count)" : "\(query) | length == \(count)"
    }
    guard let raw, raw.utf8.count <= 200 else { return "\(query) != null" }
    return "\(query) == \(raw)"
  }

  /// The name of a file for the value. The suffix is not included.
  package var fileName: String { key ?? "value" }
}

/// A byte range of the displayed content. It is valid until the generation changes.
package struct NodeSpan: Hashable, Sendable {
  package var range: Range<Int>
  package var generation: Int

  package init(_ range: Range<Int>, generation: Int) {
    self.range = range
    self.generation = generation
  }
}
