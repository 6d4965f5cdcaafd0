package import ClientModel

/// What the response panel asks the session to do.
package enum ResponseEffect: Hashable, Sendable {
  /// Load a job's exchange; answered by `ResponseEvent.exchange`.
  case load(JobID)
  /// Ask the `DocumentDesk`; answered by `ResponseEvent.document`, in the order asked.
  case document(DocumentRequest)
  /// Write the body to a new file; never overwrite. Answered by a notice.
  case save(StoredBody, to: String)
  /// Show the body in `$PAGER`; the suffix tells it what it is.
  case page(StoredBody, suffix: String)
}

/// What the session tells the response panel. News of other jobs than the one on show may be sent
/// and are passed over.
package enum ResponseEvent: Sendable {
  case exchange(Job, PreparedRequest, [Attempt])
  case progressed(JobID, TransferProgress)
  /// Jobs as they stand now.
  case changed([Job])
  /// The answer of a running job began.
  case began(JobID, ResponseHead)
  /// Its body has so many bytes in a file that can be read.
  case grew(JobID, ByteCount, path: String)
  case document(DocumentNews)
}
