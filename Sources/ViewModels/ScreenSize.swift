import ClientModel

/// The size of the terminal in columns and rows.
package struct ScreenSize: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Parses a text such as `140x36`. Returns nil for any other text.
  init?(_ text: Substring) {
    let numbers = text.pieces(at: "x", maxSplits: 1).map { Int($0) }
    guard numbers.count == 2, let width = numbers[0], let height = numbers[1] else { return nil }
    self.init(width: width, height: height)
  }

  /// The size as text, such as `140x36`.
  var text: String { "\(width)x\(height)" }
}
