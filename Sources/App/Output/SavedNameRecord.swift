/// A saved request or graph in `--format json`, the documented stable format.
struct SavedNameRecord: Encodable {
  /// The name as `weir run` accepts it.
  let name: String
  let kind: String

  /// Creates the record of a name.
  ///
  /// - Parameter name: The name of a request, or the name of a graph, which begins with `graphs/`.
  init(_ name: String) {
    self.name = name
    kind = name.begins(with: "graphs/") ? "graph" : "request"
  }
}
