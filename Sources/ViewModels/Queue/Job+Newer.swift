import ClientModel

extension Job {
  /// Returns the newer of two states of the same job. A list may have been read before a change
  /// that is already known.
  ///
  /// - Parameter known: The job as currently shown, or nil if it is not shown.
  func orNewer(_ known: Job?) -> Job {
    guard let known, known.since > since else { return self }
    return known
  }
}
