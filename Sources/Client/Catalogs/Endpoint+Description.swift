extension Endpoint {
  /// Whether the document contains more about the operation than its method and path.
  package var isDescribed: Bool {
    !(summary.isEmpty && description.isEmpty && bodies.isEmpty && responses.isEmpty
      && parameters.allSatisfy { $0.place == .path && $0.summary.isEmpty })
  }
}
