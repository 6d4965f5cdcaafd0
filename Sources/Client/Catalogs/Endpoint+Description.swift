extension Endpoint {
  /// False where the document says nothing of the operation but that it is there.
  package var isDescribed: Bool {
    !(summary.isEmpty && description.isEmpty && bodies.isEmpty && responses.isEmpty
      && parameters.allSatisfy { $0.place == .path && $0.summary.isEmpty })
  }
}
