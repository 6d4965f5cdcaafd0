/// A search in a body, in steps of limited work. The caller can show the progress or stop after
/// each step.
package struct BodySearch: Sendable {
  package enum Direction: Hashable, Sendable { case forward, backward }

  package enum Progress: Hashable, Sendable {
    /// The search is not finished, and `step` must be called again. `done` is the number of bytes
    /// searched so far.
    case searching(done: Int)
    /// A match was found. The next step searches for the next match.
    case found(Range<Int>)
    /// There are no more matches in this direction.
    case nothing
  }

  private enum Walk: Sendable {
    case literal(LiteralWalk)
    case tokens(TokenWalk)
    case stretches(StretchWalk)
    case nothing
  }

  private var walk: Walk

  /// Creates a search in the keys and scalar values of a JSON body. A match is in one key or value.
  /// Escaped characters match in decoded form.
  ///
  /// An expression finds only the first match in each key and value. In a key or value longer than
  /// 256 KiB, a match of more than 64 KiB may be missed or cut.
  ///
  /// - Parameter offset: Matches of a forward search start at or after the offset, and those of a
  ///   backward search start before it. For an expression, this applies to the start of the matched
  ///   key or value.
  package init(
    _ pattern: SearchPattern, in document: JSONDocument, from offset: Int, _ direction: Direction
  ) {
    precondition(pattern.ground == .tree, "The pattern was made for text.")
    let first = min(max(0, offset), document.indexedCount)
    let scope = pattern.query.scope
    switch pattern.means {
    case _ where pattern.query.text.isEmpty: walk = .nothing
    case .needle(let needle):
      walk = .literal(LiteralWalk(needle, scope, .tree(document), from: first, direction))
    case .expression(let expression):
      walk = .tokens(TokenWalk(expression, scope, document, from: first, direction))
    }
  }

  /// Creates a search in the raw bytes of a body.
  ///
  /// An expression is matched in chunks of 128 KiB. A match that extends more than 64 KiB beyond
  /// its chunk may be missed or cut. `^` and `$` match at the ends of lines.
  package init(
    _ pattern: SearchPattern, in source: ByteSource, from offset: Int, _ direction: Direction
  ) {
    precondition(pattern.ground != .tree, "The pattern was made for a tree.")
    let first = min(max(0, offset), source.count)
    switch pattern.means {
    case _ where pattern.query.text.isEmpty: walk = .nothing
    case .needle(let needle):
      walk = .literal(LiteralWalk(needle, .everywhere, .text(source), from: first, direction))
    case .expression(let expression):
      walk = .stretches(StretchWalk(expression, source, from: first, direction))
    }
  }

  /// Searches approximately `budget` more bytes.
  package mutating func step(budget: Int = 4 << 20) throws(DocumentError) -> Progress {
    switch walk {
    case .nothing: return .nothing
    case .literal(var literal):
      // The search is moved out of `walk` while it changes, to avoid a copy.
      walk = .nothing
      defer { walk = .literal(literal) }
      return try literal.step(budget: budget)
    case .tokens(var tokens):
      walk = .nothing
      defer { walk = .tokens(tokens) }
      return try tokens.step(budget: budget)
    case .stretches(var stretches):
      walk = .nothing
      defer { walk = .stretches(stretches) }
      return try stretches.step(budget: budget)
    }
  }
}
