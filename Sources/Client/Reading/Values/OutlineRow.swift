/// A row with one node of a body that is not JSON.
package struct OutlineRow: Hashable, Sendable {
  /// The role of a piece of the row.
  package enum Tone: Hashable, Sendable { case mark, name, attributes, text, muted, fault, number }

  /// A piece of the row. Untrusted: not safe to draw.
  package struct Piece: Hashable, Sendable {
    package var text: String
    package var tone: Tone

    package init(_ text: String, _ tone: Tone) { (self.text, self.tone) = (text, tone) }
  }

  /// The number of enclosing nodes.
  package var depth: Int
  package var pieces: [Piece]
  /// Whether text after the pieces was omitted.
  package var isCut: Bool
  /// The number of children.
  package var children: Int
  package var isOpen: Bool
  /// The steps of the path to the node. A nil element replaces omitted steps. Untrusted: not safe
  /// to draw.
  package var path: [String?] = []

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
