package import ClientModel

/// An effect that adds jobs. Requests are prepared with the current files and the chosen
/// environment.
package enum SendingEffect: Hashable, Sendable {
  /// Adds a job for a request. Results in a `ComposerEvent`.
  case submit(Draft, Job.Scheduling)
  /// Adds a job for each saved request as it is in its file. Results in
  /// `ComposerEvent.submittedSaved` or a notice. If one of the requests cannot be sent, no job is
  /// added.
  case submitSaved([String], Job.Scheduling)
  /// Prepares a job for each row of a file, and asks the user to confirm the batch. No job is added
  /// yet.
  case prepareRows(of: Draft, path: String)
  /// Prepares a job for each element of an array, and asks the user to confirm the batch. No job is
  /// added yet.
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
