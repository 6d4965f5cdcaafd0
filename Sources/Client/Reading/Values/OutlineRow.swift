/// One node of a body that is not JSON, in one row.
package struct OutlineRow: Hashable, Sendable {
  /// What a piece of the row is.
  package enum Tone: Hashable, Sendable { case mark, name, attributes, text, muted, fault, number }

  /// Text from outside, not safe to draw.
  package struct Piece: Hashable, Sendable {
    package var text: String
    package var tone: Tone

    package init(_ text: String, _ tone: Tone) { (self.text, self.tone) = (text, tone) }
  }

  /// How many nodes enclose it.
  package var depth: Int
  package var pieces: [Piece]
  /// Whether something is left out behind the pieces.
  package var isCut: Bool
  /// How many nodes are directly in it.
  package var children: Int
  package var isOpen: Bool
  /// The steps to it, outermost first; nil for those that are left out. Text from outside, not safe to draw.
  package var way: [String?] = []

  package init(
    depth: Int, pieces: [Piece], isCut: Bool = false, children: Int = 0, isOpen: Bool = false
  ) {
    self.depth = depth
    self.pieces = pieces
    self.isCut = isCut
    self.children = children
    self.isOpen = isOpen
  }
}
