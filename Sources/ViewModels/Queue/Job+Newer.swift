import ClientModel

extension Job {
  /// The job as it was read, or as it was told of meanwhile: a list is read before it comes.
  ///
  /// - Parameter told: The same job as it shows; nil where it does not.
  func orNewer(_ told: Job?) -> Job {
    guard let told, told.since > since else { return self }
    return told
  }
}
