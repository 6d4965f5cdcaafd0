/// A saved request or graph in `--format json`, the documented stable format.
struct SavedNameRecord: JSONRecord {
  private let name: String

  /// Creates the record of a name.
  ///
  /// - Parameter name: The name of a request or a graph. The name of a graph begins with `graphs/`.
  init(_ name: String) { self.name = name }

  static let table = JSONTable<SavedNameRecord>(
    "saved", "A saved request or graph.",
    [
      .always("name", .text, "The name for `weir run`.") { $0.name },
      .always("kind", .word(["request", "graph"]), "The kind of file.") {
        $0.name.begins(with: "graphs/") ? "graph" : "request"
      },
    ])
}
