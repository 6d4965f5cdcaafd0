package import ClientModel

/// What the queue panel asks the session to do.
package enum QueueEffect: Hashable, Sendable {
  /// Load this window of the job list; answered by `QueueEvent.jobs`.
  case loadJobs(offset: Int, limit: Int)
}

/// What the session tells the queue panel.
package enum QueueEvent: Sendable {
  /// A window of the list in its order, and how many jobs there are in all.
  case jobs([Job], offset: Int, total: Int)
  /// Jobs that were added or moved, as they stand now.
  case changed([Job])
  case lanes([LaneTally])
  case progressed(JobID, TransferProgress)
}
