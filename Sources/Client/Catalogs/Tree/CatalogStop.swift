import ClientYAML

/// Why a document was not read to its end.
enum CatalogStop: Error {
  case problem(YAMLProblem)
  /// The task that read it was cancelled.
  case cancelled
}
