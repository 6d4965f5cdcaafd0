import ClientModel

extension Job {
  /// The job as it was read, or as it was reported meanwhile: a list is read before it comes.
  ///
  /// - Parameter known: The same job as it shows; nil where it does not.
  func orNewer(_ known: Job?) -> Job {
    guard let known, known.since > since else { return self }
    return known
  }
}
