import CPCRE

/// A query made ready to look for in one kind of body.
package struct SearchPattern: Sendable {
  /// What is looked through.
  package enum Ground: Hashable, Sendable {
    /// The decoded keys and scalar values of a JSON tree, each by itself.
    case tree
    /// Raw bytes.
    case text
    /// The raw bytes of one JSON string: a text is found by what its escapes mean, an expression is
    /// matched against them as they stand.
    case string
  }

  enum Means: Sendable {
    case needle(Needle)
    case expression(Expression)
  }

  /// The library that matches regular expressions; nil when it is not there.
  package static var library: String? { cpcre_library_name().map { String(cString: $0) } }

  package let query: SearchQuery
  package let ground: Ground
  let means: Means

  package init(_ query: SearchQuery, _ ground: Ground) throws(DocumentError) {
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
  /// Why the expression cannot be looked for; nil when it can, and for a literal text.
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
