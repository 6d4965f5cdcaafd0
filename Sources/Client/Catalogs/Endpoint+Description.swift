extension Endpoint {
  /// Whether the document describes the operation, beyond its existence.
  package var isDescribed: Bool {
    !(summary.isEmpty && description.isEmpty && bodies.isEmpty && responses.isEmpty
      && parameters.allSatisfy { $0.place == .path && $0.summary.isEmpty })
  }
}
