/// The maximum size of a document and the files that it refers to. While they are read, the
/// remaining size.
///
/// - Source: The largest public API descriptions have 30 MB and two million values.
struct TreeBudget: Sendable {
  /// The maximum number of bytes in all files.
  var bytes = 64_000_000
  /// The maximum number of values in all files.
  var nodes = 5_000_000
  /// The maximum depth in one file.
  var depth = 500

  static let standard = TreeBudget()

  /// Subtracts the size of a file from the budget.
  mutating func spend(_ loaded: LoadedTree) {
    bytes -= loaded.bytes
    nodes -= loaded.tree.nodes.count
  }

  /// Returns the reason why a file of this size is not read, and what the user can do.
  func refusal(ofBytes count: Int) -> (why: String, whatToDo: String) {
    let limit = Self.standard.bytes
    guard count <= limit else {
      return (
        "It has \(count / 1_000_000) MB; at most \(limit / 1_000_000) MB can be read.",
        "Split the document; `$ref` can refer to files beside it."
      )
    }
    return (
      "With this file, the document and the files it refers to have more than \(limit / 1_000_000) MB.",
      "Remove the operations that you do not use, or split the document into several."
    )
  }
}

/// A file as a tree, with the size of the file in bytes.
struct LoadedTree {
  let tree: DocumentTree
  let bytes: Int
}
