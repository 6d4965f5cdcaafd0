/// A search through a body that is done in steps: each step does bounded work, so that the caller
/// may stop between two of them, show how far it is, or drop it.
package struct BodySearch: Sendable {
  package enum Direction: Hashable, Sendable { case forward, backward }

  package enum Progress: Hashable, Sendable {
    /// Call `step` again; how many bytes are done.
    case searching(done: Int)
    /// The bytes of the hit. The next step looks for the next one.
    case found(Range<Int>)
    /// No more hits on this side.
    case nothing
  }

  private enum Walk: Sendable {
    case literal(LiteralWalk)
    case tokens(TokenWalk)
    case stretches(StretchWalk)
    case nothing
  }

  private var walk: Walk

  /// Looks through keys and scalar values of a JSON body; hits never span two of them, and
  /// escaped characters are found by what they mean.
  ///
  /// An expression is matched against each key and each value, once: of several matches in one, the
  /// first is the hit. In one longer than 256 KiB a match of more than 64 KiB may be passed over or cut.
  /// - Parameter offset: Forward hits start here or later, backward hits start before it; for an
  ///   expression, this applies to the start of their key or value.
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

  /// Looks through the raw bytes of a body, which has neither keys nor values.
  ///
  /// An expression is matched in stretches of 128 KiB with 64 KiB more to end in: a longer match may
  /// be passed over or cut. `^` and `$` match at the ends of lines.
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

  /// Looks through about `budget` bytes.
  package mutating func step(budget: Int = 4 << 20) throws(DocumentError) -> Progress {
    switch walk {
    case .nothing: return .nothing
    case .literal(var literal):
      // Taken out while it works, so that it is not copied.
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
