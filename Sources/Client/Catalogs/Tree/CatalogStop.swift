import ClientYAML

/// The reason why reading a document stopped.
enum CatalogStop: Error {
  case problem(YAMLProblem)
  /// The reading task was cancelled.
  case cancelled
}
