/// What must be known of a value of the tree to use it elsewhere.
package struct NodeUse: Hashable, Sendable {
  /// What it is wanted for.
  package enum Purpose: Hashable, Sendable {
    case assertion, parameter, save, edit, page, each, reference
  }

  /// The nearest key on the way to it; nil where there is none.
  package var key: String?
  /// Its jq path, through the filter where one made it.
  package var query: String
  /// Its JSON Pointer in the whole body; nil for what only a filter made.
  package var pointer: String?
  package var kind: TreeRow.Kind
  /// The value as it stands, where that is short.
  package var raw: String?
  /// What a person means by it: a string without quotes and escapes; nil for containers and long values.
  package var text: String?
  /// How many elements or members it has.
  package var count: Int?
  package var span: NodeSpan

  /// The longest value that is more than a place.
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

  /// The assertion that it is what it is now; of a container, that it has as many elements, and of a long
  /// text that it is there.
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

/// Bytes of what is on show: they are the same as long as the generation is.
package struct NodeSpan: Hashable, Sendable {
  package var range: Range<Int>
  package var generation: Int

  package init(_ range: Range<Int>, generation: Int) {
    self.range = range
    self.generation = generation
  }
}
