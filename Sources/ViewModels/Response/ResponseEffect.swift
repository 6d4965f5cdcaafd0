package import ClientModel

/// What the response panel asks the session to do.
package enum ResponseEffect: Hashable, Sendable {
  /// Load a job's exchange; answered by `ResponseEvent.exchange`.
  case load(JobID)
}

/// What the session tells the response panel.
package enum ResponseEvent: Sendable {
  case exchange(Job, PreparedRequest, [Attempt])
  case progressed(JobID, TransferProgress)
}
