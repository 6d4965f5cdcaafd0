package import ClientModel

/// An addition of new jobs. Requests are prepared with real files and the chosen environment.
package enum SendingEffect: Hashable, Sendable {
  /// Commits a request. Results in a `ComposerEvent`.
  case submit(Draft, Job.Scheduling)
  /// Prepares a batch of this request for each row of a file and asks the user to confirm it.
  /// Nothing is committed yet.
  case prepareRows(of: Draft, path: String)
  /// Prepares a batch of one job for each element of an array and asks the user to confirm it.
  /// Nothing is committed yet.
  case prepareElements([UInt8], of: EachRequest, source: String)
  /// Commits the batch that was prepared last.
  case submitPrepared(Int)
}

/// A request that is sent once for each element of an array.
package enum EachRequest: Hashable, Sendable {
  case saved(String)
  /// The request in the composer.
  case draft(Draft)
}
