/// A saved request or graph in `--format json`: the documented, stable form.
struct SavedNameRecord: Encodable {
  /// The name as `weir run` accepts it.
  let name: String
  let kind: String

  /// - Parameter name: The name; that of a graph begins with `graphs/`.
  init(_ name: String) {
    self.name = name
    kind = name.begins(with: "graphs/") ? "graph" : "request"
  }
}
