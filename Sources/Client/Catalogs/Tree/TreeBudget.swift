/// How large a document, with those it refers to, may be.
///
/// - Source of the figures: the largest public API descriptions have 30 MB and two million values.
struct TreeBudget: Sendable {
  var bytes = 64_000_000
  var nodes = 5_000_000
  /// Levels within one file.
  var depth = 500
  var files = 200

  static let standard = TreeBudget()
}
