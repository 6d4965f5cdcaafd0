/// The properties of a tree value for use by another feature.
package struct NodeUse: Hashable, Sendable {
  /// The purpose for which the value is used.
  package enum Purpose: Hashable, Sendable {
    case assertion, parameter, save, edit, page, each, reference, store
  }

  /// The last object key on the value's path, or nil if the path has no key.
  package var key: String?
  /// The value's jq path, which includes the filter's program for a value in a filter's result.
  package var query: String
  /// The value's JSON Pointer in the unfiltered body, or nil if a filter created the value.
  package var pointer: String?
  package var kind: TreeRow.Kind
  /// The raw text of the value, or nil if it is longer than `longest`.
  package var raw: String?
  /// The text of a scalar, in which a string is decoded. Nil for a container or a value longer than
  /// `longest`.
  package var text: String?
  /// The number of elements or members.
  package var count: Int?
  package var span: NodeSpan

  /// The maximum length of `raw` and `text` in bytes.
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

  /// An assertion that the value stays the same. For a container, the assertion compares only the
  /// number of elements, and for a long value, only whether it is null.
  package var assertion: String {
    if let count, kind == .array || kind == .object {
      return query == "." ? "length == \(count)" : "\(query) | length == \(count)"
    }
    guard let raw, raw.utf8.count <= 200 else { return "\(query) != null" }
    return "\(query) == \(raw)"
  }

  /// A file name for the value, without a suffix.
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
