import CPCRE

/// A search query prepared for one kind of body.
package struct SearchPattern: Sendable {
  /// The kind of text to search.
  package enum TextKind: Hashable, Sendable {
    /// The decoded keys and scalar values of a JSON tree, each searched separately.
    case tree
    /// Raw bytes.
    case text
    /// The raw bytes of one JSON string. A literal text also matches escapes, but an expression
    /// matches only the raw bytes.
    case string
  }

  enum Means: Sendable {
    case needle(Needle)
    case expression(Expression)
  }

  /// The name of the regular expression library, or nil if it is not installed.
  package static var library: String? { cpcre_library_name().map { String(cString: $0) } }

  package let query: SearchQuery
  package let ground: TextKind
  let means: Means

  package init(_ query: SearchQuery, _ ground: TextKind) throws(DocumentError) {
    self.query = query
    self.ground = ground
    means =
      switch query.form {
      case .literal: .needle(Needle(query, ground == .text ? .none : .json))
      case .expression: .expression(try Expression(query, ground == .tree ? .text : .lines))
      }
  }
}

extension SearchQuery {
  /// The reason why the expression cannot be used, or nil for a valid expression or a literal text.
  package var fault: DocumentError? {
    guard form == .expression, !text.isEmpty else { return nil }
    do {
      _ = try Expression(self, .text)
      return nil
    } catch {
      return error
    }
  }
}
