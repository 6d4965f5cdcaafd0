import ClientModel

extension Job {
  /// Returns the newer of this job and the known one. The list may have been read before a change
  /// that arrived earlier.
  ///
  /// - Parameter known: The same job as currently shown, or nil if it is not shown.
  func orNewer(_ known: Job?) -> Job {
    guard let known, known.since > since else { return self }
    return known
  }
}
